import type {BrowserRule} from '../model/extension-rule'
import type {PagePlan} from '../model/page-rules'
import type {GetRegexRefusal} from '../dnr/regex-support'

/** Chrome's limits. Regexes count over both sets; unsafe rules neither block nor allow. */
export type Limits = {
  readonly dynamic: number
  readonly unsafeDynamic: number
  readonly session: number
  readonly regexes: number
}

export const chromeLimits: Limits = {dynamic: 30_000, unsafeDynamic: 5_000, session: 5_000, regexes: 1_000}

export type RuleSet = 'dynamic' | 'session'

export type BrowserRules = {
  installed(set: RuleSet): Promise<readonly BrowserRule[]>
  /** All or nothing; rejects with Chrome's error, which names the rejected rule's id. */
  update(
    set: RuleSet,
    change: {readonly remove: readonly number[]; readonly add: readonly BrowserRule[]},
  ): Promise<void>
  readonly getRegexRefusal: GetRegexRefusal
  hasFileAccess(): Promise<boolean>
  /**
   * `origin` has no trailing slash. Web pages cannot read `installationToken`, so they cannot forge
   * the URL of the delay page.
   */
  readonly extension: {readonly id: string; readonly origin: string; readonly installationToken: string}
}

export type PageInstall = {readonly plan: PagePlan; readonly bodies: Readonly<Record<string, string>>}

export type PageScripts = {
  /** Updates all pages, also open ones; null unregisters the scripts for pages opened later. */
  install(plan: PageInstall | null): Promise<void>
}
