import type {ExtensionRule, RuleAction, RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import type {QueryChanges} from '../model/page-rules'
import type {RuleOf} from '../model/rule'
import type {RuleType} from '../model/rules'
import type {Band} from './priorities'

export type Surroundings = {
  /** The host of the rule service, which no rule may touch; none on this device. */
  readonly apiHost?: string
  /** Whether the extension may read file:/// addresses. */
  readonly fileAccess?: boolean
}

/** One browser rule before it has an id and a priority. */
export type Draft = {
  readonly band: Band
  readonly action: RuleAction
  readonly condition: RuleCondition
  readonly pair: number
  readonly portable: ExtensionRule
  /** What to install where Chrome refuses the regex or none are left, nothing perhaps, and the problem that comes with it. */
  readonly instead?: {readonly conditions: readonly RuleCondition[]; readonly problem?: Problem}
  /** It takes requests that the pair does not mean as well; they go on as they were. */
  readonly isWide?: true
  /** For Delay: how long, in milliseconds. Of two the longest is to act. */
  readonly wait?: number
  /** For QueryParam: what the action does, so that drafts at one place can be merged. */
  readonly query?: QueryChanges
}

export type Translation = {
  readonly extensionRules: readonly ExtensionRule[]
  readonly drafts: readonly Draft[]
  readonly problems: readonly Problem[]
  /** The pairs that are done inside pages, for fetch and XMLHttpRequest. */
  readonly inPage: readonly number[]
  /** The pairs that Chrome cannot look for, and our own matcher does: for fetch, XMLHttpRequest and mostly what is opened. */
  readonly beyond?: readonly number[]
}

export type Translators = {
  readonly [T in RuleType]: (rule: RuleOf<T>, surroundings: Surroundings) => Translation
}
