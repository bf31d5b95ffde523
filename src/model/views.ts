import type {Fault} from './faults'
import type {Group} from './group'
import type {Problem} from './problems'
import type {Rule, StoredRecord} from './rule'

/** A rule as the pages show it. `rule` is null when the record cannot be read; then `faults` says why and `record` is as it came. */
export type RuleView = {
  readonly id: string
  readonly rule: Rule | null
  readonly record: StoredRecord | null
  readonly faults: readonly Fault[]
  readonly problems: readonly Problem[]
  /** Active, its group active, not paused and not left out. */
  readonly inForce: boolean
  readonly isTeam: boolean
  /** Where it stands, whatever its group: of two in one group the lower number is above. */
  readonly rank: number
  /** The ids of the browser rules through which it acts: its own, or those of a rule that does its changes as well. */
  readonly browserRules: readonly number[]
}

export type LibraryView = {
  readonly paused: boolean
  /** In the user's order: the groups' rules group by group, then the ungrouped ones. The upper rule wins. */
  readonly rules: readonly RuleView[]
  readonly groups: readonly Group[]
  readonly teamGroups: readonly string[]
  readonly trashed: number
  /** A failure that concerns no single rule, in words. */
  readonly trouble: string | null
}

export type LibraryMark = {readonly life: string; readonly stamp: number; readonly order: number}

/** What has changed in the library since a mark, or the first of several parts of it. */
export type LibraryPart = Omit<LibraryView, 'rules'> & {
  readonly mark: LibraryMark
  /** The ids of all rules in the user's order; null where it has not changed since the mark. */
  readonly order: readonly string[] | null
  readonly rules: readonly RuleView[]
  readonly isWhole: boolean
}

export type TrashedView = {
  readonly id: string
  readonly kind: 'rule' | 'group'
  readonly name: string
  /** The rule's type; null for a group or a record that cannot be read. */
  readonly ruleType: string | null
  readonly from: string
  /** Of a group: the ids of the rules that it takes in again. */
  readonly held?: readonly string[] | undefined
  /** Milliseconds since 1970; after 30 days the record is gone. */
  readonly deletedAt: number
}
