import type {BrowserRule} from '../contract/extension-rule'
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
  /** The extension's id, and the origin of its own pages without a slash at the end. */
  readonly extension: {readonly id: string; readonly origin: string}
}
