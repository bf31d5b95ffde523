import type {Fault, FaultText} from './faults'
import type {Group} from './group'
import type {Problem} from './problems'
import type {Rule, StoredRecord} from './rule'

/** A rule as pages show it. If its record is unreadable, `rule` is null and `faults` says why. */
export type RuleView = {
  readonly id: string
  readonly rule: Rule | null
  readonly record: StoredRecord | null
  readonly faults: readonly Fault[]
  readonly problems: readonly Problem[]
  /** Active, in an active group, not paused and installed. */
  readonly inForce: boolean
  readonly isTeam: boolean
  /** Position in the list. Within a group, the rule with the lower rank is above. */
  readonly rank: number
  /** Ids of the installed browser rules: its own, or those of a rule that it is merged into. */
  readonly browserRules: readonly number[]
}

export type LibraryView = {
  readonly paused: boolean
  /** In the user's order: rules by group, then ungrouped rules. The upper rule wins. */
  readonly rules: readonly RuleView[]
  readonly groups: readonly Group[]
  readonly teamGroups: readonly string[]
  readonly trashed: number
  /** A failure that concerns no single rule. */
  readonly trouble: FaultText | null
}

export type LibraryMark = {readonly life: string; readonly stamp: number; readonly order: number}

/** The changes of the library since a mark. A large library arrives in several parts. */
export type LibraryPart = Omit<LibraryView, 'rules'> & {
  readonly mark: LibraryMark
  /** Ids of all rules in the user's order; null if the order has not changed since the mark. */
  readonly order: readonly string[] | null
  readonly rules: readonly RuleView[]
  readonly isWhole: boolean
}

export type TrashedView = {
  readonly id: string
  readonly kind: 'rule' | 'group'
  readonly name: string
  /** The rule type; null for a group or an unreadable record. */
  readonly ruleType: string | null
  readonly from: string
  /** For a group: ids of the rules that return to it when it is restored. */
  readonly held?: readonly string[] | undefined
  /** Milliseconds since 1970. The record is purged after 30 days. */
  readonly deletedAt: number
}
