import type {ExtensionRule, RuleAction, RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import type {QueryOutcome} from '../model/page-rules'
import type {RuleOf} from '../model/rule'
import type {RuleType} from '../model/rules'
import type {Band} from './priorities'

export type TranslateOptions = {
  /** The host of the rule service, which no rule may touch; none on this device. */
  readonly apiHost?: string
  /** Whether the extension may read file:/// addresses. */
  readonly hasFileAccess?: boolean
}

/** One browser rule before it has an id and a priority. */
export type DnrRuleTemplate = {
  readonly band: Band
  readonly action: RuleAction
  readonly condition: RuleCondition
  readonly pair: number
  readonly portable: ExtensionRule
  /** What to install where Chrome refuses the regex or none are left, nothing perhaps, and the problem that comes with it. */
  readonly fallbackConditions?: {readonly conditions: readonly RuleCondition[]; readonly problem?: Problem}
  /** It takes requests that the pair does not mean as well; they go on as they were. */
  readonly isBroader?: true
  /** For Delay: how long, in milliseconds. Of two the longest is to act. */
  readonly delayMs?: number
  /** For QueryParam: what the action does, so that drafts at one place can be merged. */
  readonly query?: QueryOutcome
}

export type Translation = {
  readonly extensionRules: readonly ExtensionRule[]
  readonly templates: readonly DnrRuleTemplate[]
  readonly problems: readonly Problem[]
  /** The pairs that are done inside pages, for fetch and XMLHttpRequest. */
  readonly inPagePairs: readonly number[]
  /** The pairs that Chrome cannot look for, and our own matcher does: for fetch, XMLHttpRequest and mostly what is opened. */
  readonly fallbackPairs?: readonly number[]
}

export type Translators = {
  readonly [T in RuleType]: (rule: RuleOf<T>, surroundings: TranslateOptions) => Translation
}
