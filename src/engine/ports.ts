import type {BrowserRule} from '../contract/extension-rule'
import type {PagePlan} from '../contract/page-plan'
import type {AskRegex} from '../translate/regexes'

/** Where a rule is installed: for good, or until the browser closes. */
export type RuleSet = 'dynamic' | 'session'

/** What the engine needs of the browser. Adapted in platform, faked in tests as strictly as Chrome. */
export type BrowserRules = {
  installed(set: RuleSet): Promise<readonly BrowserRule[]>
  /** All or nothing; rejects with Chrome's words, which name the guilty rule's id. */
  update(
    set: RuleSet,
    change: {readonly remove: readonly number[]; readonly add: readonly BrowserRule[]},
  ): Promise<void>
  readonly refusalOf: AskRegex
  /** Whether the extension may read file:/// addresses. */
  fileAccess(): Promise<boolean>
  /** The extension's id, the origin of its own pages without a slash at the end, and a word that no page knows. */
  readonly extension: {readonly id: string; readonly origin: string; readonly secret: string}
}

/** The plan, and the large bodies by the names that it calls them. */
export type PageInstall = {readonly plan: PagePlan; readonly bodies: Readonly<Record<string, string>>}

/** What the engine needs to reach into pages. */
export type PageScripts = {
  /** Brings every page in step, open ones too; null leaves no script in any page that is opened from now on. */
  install(wanted: PageInstall | null): Promise<void>
}

/** Brings what runs the code of rules into being, or ends it. */
export type KeepRunner = (isNeeded: boolean) => Promise<void>
