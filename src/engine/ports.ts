import type {BrowserRule} from '../contract/extension-rule'

/** Where a rule is installed: for good, or until the browser closes. */
export type RuleSet = 'dynamic' | 'session'

export type RegexQuestion = {
  readonly regex: string
  readonly isCaseSensitive: boolean
  /** Whether the rule substitutes what the regex captures. */
  readonly requireCapturing: boolean
}

/** What the engine needs of the browser. Adapted in platform, faked in tests as strictly as Chrome. */
export type BrowserRules = {
  installed(set: RuleSet): Promise<readonly BrowserRule[]>
  /** All or nothing; rejects with Chrome's words, which name the guilty rule's id. */
  update(
    set: RuleSet,
    change: {readonly remove: readonly number[]; readonly add: readonly BrowserRule[]},
  ): Promise<void>
  /** Why RE2 refuses the regex, or null. */
  refusalOf(question: RegexQuestion): Promise<string | null>
  /** Whether the extension may read file:/// addresses. */
  fileAccess(): Promise<boolean>
  /** The extension's id, and the origin of its own pages without a slash at the end. */
  readonly extension: {readonly id: string; readonly origin: string}
}
