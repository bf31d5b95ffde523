import type {ExtensionRule, RuleAction, RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import type {QueryChanges} from '../model/page-rules'
import type {RuleOf} from '../model/rule'
import type {RuleType} from '../model/rules'
import type {Band} from './priorities'

export type TranslateOptions = {
  /** The host of the rule service, which rules must not affect; undefined on this device. */
  readonly apiHost?: string
  /** Whether the extension may read file:/// addresses. */
  readonly hasFileAccess?: boolean
}

/** A browser rule without id and priority. */
export type DnrRuleTemplate = {
  readonly band: Band
  readonly action: RuleAction
  readonly condition: RuleCondition
  readonly pair: number
  readonly portable: ExtensionRule
  /**
   * Replaces `condition` where Chrome rejects the regex or its regex limit is reached. Without
   * conditions, nothing is installed.
   */
  readonly fallbackConditions?: {readonly conditions: readonly RuleCondition[]; readonly problem?: Problem}
  /** It also matches requests outside the pair, which the delay page continues unchanged. */
  readonly isBroader?: true
  /** Duration of a Delay in milliseconds. The longest Delay wins. */
  readonly delayMs?: number
  /** The query changes, by which QueryParam templates with one condition are merged. */
  readonly query?: QueryChanges
}

export type Translation = {
  /** DNR rules for the `extensionRules` field of the API, without ids. Never installed. */
  readonly extensionRules: readonly ExtensionRule[]
  /** The rules to install. The engine adds ids and priorities. */
  readonly templates: readonly DnrRuleTemplate[]
  readonly problems: readonly Problem[]
  /** Pairs that the page script handles, for fetch and XHR. */
  readonly inPagePairs: readonly number[]
  /** Pairs that our own matcher handles instead of Chrome's, for fetch, XHR and GET navigations. */
  readonly fallbackPairs?: readonly number[]
}

export type Translators = {
  readonly [T in RuleType]: (rule: RuleOf<T>, options: TranslateOptions) => Translation
}
