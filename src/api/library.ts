import type {Group} from '../model/group'
import type {JsonRecord} from '../model/json'
import type {Envelope, RuleService, ExpectedVersion, UpdatedGroup, UpdatedRule} from './rule-service'
import type {Rule, StoredRecord} from '../model/rule'
import type {RemoteState} from '../model/team'
import type {TrashedView} from '../model/views'

/** Why a backup was made: by itself each day, since somebody asked for it, or before another one was restored. */
export type BackupKind = 'daily' | 'asked' | 'before'

/** A backup of this device's rules and groups, as it is listed. Made at `at`, in milliseconds since 1970, by which it is named. */
export type BackupView = {
  readonly at: number
  readonly kind: BackupKind
  readonly rules: number
  readonly groups: number
}

/** `failure` says why the last one that was to be made by itself was not. */
export type BackupList = {readonly backups: readonly BackupView[]; readonly failure: string | null}

export type Backups = {
  /** The last one first. */
  list(): Promise<BackupList>
  /** Answers whether there was anything new to keep. */
  make(): Promise<boolean>
  /** The same, as it is done by itself: at most once a day, and a failure is kept for the list. */
  makeDaily(): Promise<void>
  /** Restores a backup and returns the time of the backup of what it replaced. `undo` removes that backup from the list. */
  restore(at: number, undo: boolean): Promise<number>
  /** Its text from a character on: JSON of the kept entries, in parts that fit a message. */
  read(at: number, from: number): Promise<{readonly text: string; readonly isWhole: boolean}>
}

export type StoredRule = {
  readonly id: string
  readonly number: number
  readonly rank: number
  readonly record: StoredRecord
  readonly remote?: RemoteState
}
export type StoredGroup = {
  readonly id: string
  readonly rank: number
  readonly record: StoredRecord
  readonly remote?: RemoteState
}

/** All that is kept, at one moment. Smaller ranks stand higher. `revision` grows with every change. */
export type Snapshot = {
  readonly revision: number
  readonly paused: boolean
  readonly rules: readonly StoredRule[]
  readonly groups: readonly StoredGroup[]
  readonly trashed: number
  /** The team account's base URL; null without one. */
  readonly teamUrl: string | null
}

/** A rule that would redirect requests in a loop: the URLs of the loop, and the rules that lead from each URL to the next. */
export type Loop = {readonly ruleId: string; readonly rules: readonly string[]; readonly chain: readonly string[]}

/** The last installation: the snapshot's revision, why the browser refused a rule, by rule id, and the loops of the rules. */
export type InstallMemory = {
  readonly revision: number
  readonly refused: Readonly<Record<string, string>>
  readonly loops?: readonly Loop[] | undefined
}

export type TrashDetails = Pick<TrashedView, 'deletedAt' | 'from' | 'held'>

/** What was deleted for good, whole, in the order in which it was asked for, and the account that it was of, so that it can be had back as it lay. */
export type PurgeResult = {readonly records: readonly JsonRecord[]; readonly teamUrl: string | null}

/** Puts rules, in this order, above `before` (null: last of its group) in a group ('' for none). `before` is none of them. */
export type RuleMove = {
  readonly ids: readonly string[]
  readonly before: string | null
  readonly groupId: string
  /** Where they stood at that place before, which also says on which side of what lies in the trash. */
  readonly ranks?: readonly number[] | undefined
}

export type RanksById = Readonly<Record<string, number>>

/** With the key `once`, a repeated call updates the rule that the first call made. `before`: see `RuleMove`. */
export type CreateRuleOptions = {
  readonly once?: string | undefined
  readonly before?: string | null | undefined
  readonly team?: boolean | undefined
}

export type NewRecords = {
  readonly groups: readonly unknown[]
  /** In the group of that place in `groups`, or, for null, of the payload's own `groupId`. */
  readonly rules: readonly {readonly payload: unknown; readonly group: number | null}[]
  readonly team: boolean
  /** As a script applies them: in the place of those that were applied before, of which changed ones go to the trash. */
  readonly applied?: boolean | undefined
}

export type AddedRecords = {readonly rules: readonly Rule[]; readonly groups: readonly Group[]}

/** Ids of records that were made. Those that are in `changed` too go to the trash, since somebody may miss what is in them. */
export type CreatedRecords = {
  readonly rules: readonly string[]
  readonly groups: readonly string[]
  readonly changed: readonly string[]
}

/** The rule service of one device, and what people do with rules beyond it. Every change is one transaction. */
export type Library = Omit<Required<RuleService>, 'createRule' | 'updateRule' | 'deleteGroup'> & {
  createRule(payload: unknown, how?: CreateRuleOptions): Promise<Envelope<Rule>>
  /** With `seen` only where that is still the kept version's `modificationDate`, or null and it has none; else refused as `changed-since`. */
  updateRule(id: string, payload: unknown, seen?: ExpectedVersion): Promise<Envelope<UpdatedRule>>
  /** Below all that is there, all or none. */
  addRecords(records: NewRecords): Promise<AddedRecords>
  /** Takes back that they were made, all or none. */
  undoCreate(made: CreatedRecords): Promise<void>
  snapshot(): Promise<Snapshot>
  setPaused(paused: boolean): Promise<void>
  switchRules(ids: readonly string[], on: boolean): Promise<void>
  pinRules(ids: readonly string[], pinned: boolean): Promise<void>
  /** One after the other, all or none. Answers where they stood. */
  moveRules(moves: readonly RuleMove[]): Promise<RanksById>
  changeGroup(id: string, changes: JsonRecord): Promise<UpdatedGroup>
  /** With the rank that it had there before; answers the rank that it had. */
  moveGroup(id: string, before: string | null, rank?: number): Promise<number>
  /** To the trash, all or none. With `trashed` they lie there as they did before they were restored. */
  deleteRules(ids: readonly string[], trashed?: TrashDetails): Promise<void>
  deleteGroup(id: string, seen?: ExpectedVersion, trashed?: TrashDetails): Promise<void>
  listTrash(): Promise<readonly TrashedView[]>
  restore(ids: readonly string[]): Promise<void>
  /** Deletes for good, all or none, but of more than one message can hold only the first ones: who wants the others gone asks on. */
  purge(ids: readonly string[]): Promise<PurgeResult>
  undoPurge(purged: PurgeResult): Promise<void>
  /** Deletes for good what has lain in the trash for 30 days. */
  expire(): Promise<void>
  readInstallMemory(): Promise<InstallMemory | null>
  writeInstallMemory(memory: InstallMemory): Promise<void>
}
