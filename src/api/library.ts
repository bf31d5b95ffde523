import type {FaultText} from '../model/faults'
import type {Group} from '../model/group'
import type {JsonRecord} from '../model/json'
import type {Envelope, RuleService, ExpectedVersion, UpdatedGroup, UpdatedRule} from './rule-service'
import type {Rule, StoredRecord} from '../model/rule'
import type {RemoteState} from '../model/team'
import type {TrashedView} from '../model/views'

/** Made each day, by the user, or before another backup was restored. */
export type BackupKind = 'daily' | 'asked' | 'before'

/** A backup in the list. `at` is its time in milliseconds since 1970 and its key. */
export type BackupView = {
  readonly at: number
  readonly kind: BackupKind
  readonly rules: number
  readonly groups: number
}

/** `failure` is the error of the last daily backup. */
export type BackupList = {readonly backups: readonly BackupView[]; readonly failure: FaultText | null}

export type Backups = {
  /** The newest first. */
  list(): Promise<BackupList>
  /** Returns whether there was a change to back up. */
  make(): Promise<boolean>
  /** At most one backup a day. A failure is stored for the list. */
  makeDaily(): Promise<void>
  /**
   * Restores a backup and returns the time of a backup of the replaced state.
   * `undo` removes that backup from the list.
   */
  restore(at: number, undo: boolean): Promise<number>
  /** A part of the backup's JSON that fits a message, from character `from` on. */
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

/** The library at one moment. Lower ranks come first. `revision` grows with every change. */
export type Snapshot = {
  readonly revision: number
  readonly paused: boolean
  readonly rules: readonly StoredRule[]
  readonly groups: readonly StoredGroup[]
  readonly trashed: number
  /** The team account's base URL; null without one. */
  readonly teamUrl: string | null
}

/** A rule on a redirect loop. `rules[n]` redirects from `chain[n]`. */
export type Loop = {readonly ruleId: string; readonly rules: readonly string[]; readonly chain: readonly string[]}

/** The last installation: its revision, Chrome's errors by rule id, and redirect loops. */
export type InstallMemory = {
  readonly revision: number
  readonly refused: Readonly<Record<string, string>>
  readonly loops?: readonly Loop[] | undefined
}

export type TrashDetails = Pick<TrashedView, 'deletedAt' | 'from' | 'held'>

/** The purged entries and their account, from which the purge can be undone. */
export type PurgeResult = {readonly records: readonly JsonRecord[]; readonly teamUrl: string | null}

/** Moves rules in this order above `before` (null: to the end) in a group ('' for none). */
export type RuleMove = {
  readonly ids: readonly string[]
  readonly before: string | null
  readonly groupId: string
  /** Their earlier ranks, which also restore their order among entries in the trash. */
  readonly ranks?: readonly number[] | undefined
}

export type RanksById = Readonly<Record<string, number>>

/** A repeated call with the key `once` updates the rule of the first call. */
export type CreateRuleOptions = {
  readonly once?: string | undefined
  readonly before?: string | null | undefined
  readonly team?: boolean | undefined
}

export type NewRecords = {
  readonly groups: readonly unknown[]
  /** `group` is an index in `groups`; for null the payload's `groupId` is used. */
  readonly rules: readonly {readonly payload: unknown; readonly group: number | null}[]
  readonly team: boolean
  /** Replaces the records that a script applied before; changed ones go to the trash. */
  readonly applied?: boolean | undefined
}

export type AddedRecords = {readonly rules: readonly Rule[]; readonly groups: readonly Group[]}

/** Ids of created records. Those in `changed` go to the trash, all others are purged. */
export type CreatedRecords = {
  readonly rules: readonly string[]
  readonly groups: readonly string[]
  readonly changed: readonly string[]
}

/** The local rule service and its further operations. Every change is one transaction. */
export type Library = Omit<Required<RuleService>, 'createRule' | 'updateRule' | 'deleteGroup'> & {
  createRule(payload: unknown, how?: CreateRuleOptions): Promise<Envelope<Rule>>
  /** `expected`: see `ExpectedVersion`. */
  updateRule(id: string, payload: unknown, expected?: ExpectedVersion): Promise<Envelope<UpdatedRule>>
  /** Adds records at the end, all or none. */
  addRecords(records: NewRecords): Promise<AddedRecords>
  /** Undoes a creation, all or none. */
  undoCreate(made: CreatedRecords): Promise<void>
  snapshot(): Promise<Snapshot>
  setPaused(paused: boolean): Promise<void>
  switchRules(ids: readonly string[], on: boolean): Promise<void>
  pinRules(ids: readonly string[], pinned: boolean): Promise<void>
  /** Moves in sequence, all or none. Returns the earlier ranks. */
  moveRules(moves: readonly RuleMove[]): Promise<RanksById>
  changeGroup(id: string, changes: JsonRecord): Promise<UpdatedGroup>
  /** `rank` is an earlier rank there. Returns the rank before the move. */
  moveGroup(id: string, before: string | null, rank?: number): Promise<number>
  /** Moves rules to the trash, all or none. `trashed` restores their earlier details there. */
  deleteRules(ids: readonly string[], trashed?: TrashDetails): Promise<void>
  deleteGroup(id: string, expected?: ExpectedVersion, trashed?: TrashDetails): Promise<void>
  listTrash(): Promise<readonly TrashedView[]>
  restore(ids: readonly string[]): Promise<void>
  /** Purges as many entries as one message can return, all or none. */
  purge(ids: readonly string[]): Promise<PurgeResult>
  undoPurge(purged: PurgeResult): Promise<void>
  /** Purges entries that have been in the trash for 30 days. */
  expire(): Promise<void>
  readInstallMemory(): Promise<InstallMemory | null>
  writeInstallMemory(memory: InstallMemory): Promise<void>
}
