import type {FaultText} from './faults'
import type {StoredRecord} from './rule'

/** The service's side of a stored record. A record that differs from its `base` has to be sent. */
export type RemoteState = {
  /** The service's id; null until the record is created there. The local id never changes. */
  readonly id: string | null
  /** The last version received from the service, with the service's ids. */
  readonly base: StoredRecord | null
  /** A request without a response, which the service may have applied. */
  readonly sent?: {readonly record: StoredRecord; readonly at: number; readonly key?: string}
  /** A deletion was sent and got no response. */
  readonly isDeleting?: true
  /** Changed on both sides. The local version stays in force and unsent until the user decides. */
  readonly conflict?: Conflict
  /** The service rejected this version or its deletion. It is sent again once it is changed. */
  readonly parked?: RejectedChange
  /** The service fails for this record only. It is retried without delaying others. */
  readonly held?: DeferredChange
  /** The id of a record that the service lists no more, to recognise it if it returns. */
  readonly wasId?: string
  /** Deleted here and switched off at the service, which cannot delete records. */
  readonly isHidden?: true
}

/** A stored reason. Older versions stored a sentence instead of a code. */
export type StoredReason = FaultText | string

type RejectedChange = {
  readonly of: StoredRecord
  readonly status: number
  readonly message: StoredReason
  readonly isDeletion?: true
}

/** `date` is the modification date of the failed version: a later version is sent at once. */
export type DeferredChange = {
  readonly date: number | null
  readonly message: StoredReason
  readonly times: number
  /** Milliseconds since 1970. */
  readonly retryAt: number
}

/** `theirs` is null for a deletion, `fields` changed on both sides, `was` is the base. */
type Conflict = {
  readonly theirs: StoredRecord | null
  readonly was: StoredRecord | null
  readonly fields: readonly string[]
}

export type SyncedRecord = {readonly record: StoredRecord; readonly remote: RemoteState}

export type RecordKind = 'rule' | 'group'

/** A purged team record whose deletion the service has not confirmed, or that it still lists. */
export type PurgedRecord = {
  readonly kind: RecordKind
  readonly id: string
  readonly name: string
  readonly remote: RemoteState
}

/** Why a sync failed. `key`: the API key was rejected. `storage`: storing failed here. */
type SyncFailureCode =
  | 'key'
  | 'storage'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'redirected'
  | 'not-json'
  | 'too-many-requests'
  | 'server'
  | 'unexpected'

export type SyncFailure = {
  readonly code: SyncFailureCode
  readonly message: StoredReason
  /** Milliseconds since 1970. */
  readonly at: number
  /** Time of the automatic retry; null if the user has to act. */
  readonly retryAt: number | null
  /** Number of failures in a row. */
  readonly times: number
}

/** The connected account, stored in IndexedDB only. The key is sent to the service only. */
export type TeamAccount = {
  /** Everything before `/v1`, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** Minutes between two syncs. */
  readonly every: number
  /** When the service last refused to list groups, in milliseconds since 1970. */
  readonly groupListRefusedAt?: number
  /** Milliseconds for which the service keeps idempotency keys; null or absent if unknown. */
  readonly idempotencyKeyTtl?: number | null
  /** Kinds of records that the service cannot delete. */
  readonly keepsAll?: readonly RecordKind[]
  readonly synced: {readonly at: number; readonly rules: number} | null
  readonly failure: SyncFailure | null
  readonly gone: readonly PurgedRecord[]
  /** Received and total rules of an incomplete list; null or absent after a complete one. */
  readonly received?: {readonly count: number; readonly total: number} | null
  readonly unnamed: number
  /** Records that are nested too deeply to be stored. */
  readonly tooDeep?: readonly TeamEntry[]
}

export type TeamEntry = {
  readonly kind: RecordKind
  readonly id: string
  readonly name: string
  /** Null for a group or an unknown type. */
  readonly ruleType: string | null
}

export type TeamConflict = TeamEntry & {
  /** Each side's version with local ids; null for a deletion. */
  readonly mine: StoredRecord | null
  readonly theirs: StoredRecord | null
  readonly fields: readonly string[]
  readonly merged: readonly {readonly field: string; readonly by: 'mine' | 'theirs'}[]
}

/** The account as pages show it, without its key. */
export type TeamView = {
  readonly url: string
  /** The last four characters of the key; empty for a short key. */
  readonly keyEnd: string
  readonly every: number
  readonly isSyncing: boolean
  /** Received and total rules during a sync. */
  readonly progress: {readonly come: number; readonly total: number} | null
  readonly synced: TeamAccount['synced']
  readonly failure: (Omit<SyncFailure, 'message'> & {readonly message: FaultText | null}) | null
  readonly received: {readonly count: number; readonly total: number} | null
  readonly rules: {readonly count: number; readonly on: number; readonly groups: number}
  readonly code: readonly string[]
  /** `problem` is the service's last failure for this record. */
  readonly waiting: readonly (TeamEntry & {
    readonly what: 'create' | 'update' | 'delete'
    readonly problem?: FaultText
  })[]
  readonly rejected: readonly (TeamEntry & {readonly status: number; readonly message: FaultText | null})[]
  readonly conflicts: readonly TeamConflict[]
  /** Deleted records that the service keeps. `isOn`: others have switched the rule on again. */
  readonly hidden: readonly (TeamEntry & {readonly isOn: boolean})[]
  readonly unnamed: number
  readonly tooDeep: readonly TeamEntry[]
  /** Ids of groups that only rules mention, so that their status is unknown. */
  readonly groupsOfUnknownState: readonly string[]
}

/** How to resolve a conflict: one side, both as two records, or a side for each field. */
export type ConflictChoice = 'mine' | 'theirs' | 'both' | Readonly<Record<string, 'mine' | 'theirs'>>

/** `whole` reads the account first, `changes` only sends. `now` is `whole` without retry delays. */
export type SyncMode = 'now' | 'whole' | 'changes'

/** The sync with a team account. A rejected promise means that nothing was changed. */
export type TeamSync = {
  /** Runs until no sync is requested. Never rejects: failures are in the view. */
  run(way: SyncMode): Promise<void>
  stop(): void
  view(): Promise<TeamView | null>
  connect(asked: {
    readonly url: string
    readonly key: string
    readonly plain?: boolean | undefined
    /** Skips the request that checks the key. */
    readonly untried?: boolean
  }): Promise<void>
  disconnect(keep: boolean): Promise<void>
  setEvery(minutes: number): Promise<void>
  settle(id: string, choice: unknown): Promise<void>
  retry(ids: readonly string[]): Promise<void>
  drop(ids: readonly string[]): Promise<void>
}
