import type {StoredRecord} from './rule'

/** What is known of the service's side of a record. A record that differs from its `base` waits to be sent. */
export type RemoteState = {
  /** The service's id for it; null where it has not been made there yet. What it is called here never changes. */
  readonly id: string | null
  /** As the service last gave it, with the service's ids; null where it never has. */
  readonly base: StoredRecord | null
  /** What was sent, and when, as long as no answer came to it: it may be there. `key` is the idempotency key of a POST. */
  readonly sent?: {readonly record: StoredRecord; readonly at: number; readonly key?: string}
  /** After a POST that got no response: the ids here of records that may be this one; with `isListIncomplete` the list may lack it. */
  readonly question?: {readonly candidates: readonly string[]; readonly isListIncomplete?: true}
  /** Its deletion was sent, and no answer came as yet: put back here, it is made there anew should it be gone. */
  readonly isDeleting?: true
  /** Changed, or deleted, on both sides; until somebody decides, what is kept here stays in force and nothing is sent. */
  readonly conflict?: Conflict
  /** The service refused it as it is, or its deletion; not sent again before it is changed. `message` is empty where it gave no reason. */
  readonly parked?: RejectedChange
  /** The service fails at this one while it answers others: it is tried again by itself, and keeps nobody waiting. */
  readonly held?: DeferredChange
  /** What the service called it until it no longer had it: should that come back, it is this. */
  readonly wasId?: string
  /** Deleted here, where the service has no deletion: it was switched off there, and does not come back here. */
  readonly isHidden?: true
}

type RejectedChange = {
  readonly of: StoredRecord
  readonly status: number
  readonly message: string
  readonly isDeletion?: true
}

/** `date` is that of the version which was sent: once changed here, it is sent at once. `times` counts failures in a row. */
export type DeferredChange = {
  readonly date: number | null
  readonly message: string
  readonly times: number
  /** Milliseconds since 1970. */
  readonly retryAt: number
}

/** `theirs` is null where it was deleted there, `fields` are those that both sides changed, `was` is what both came from. */
type Conflict = {
  readonly theirs: StoredRecord | null
  readonly was: StoredRecord | null
  readonly fields: readonly string[]
}

export type SyncedRecord = {readonly record: StoredRecord; readonly remote: RemoteState}

export type RecordKind = 'rule' | 'group'

/** A deleted record of the team that has left the trash before the service knew, or that the service goes on listing. */
export type PurgedRecord = {
  readonly kind: RecordKind
  readonly id: string
  readonly name: string
  readonly remote: RemoteState
}

/** Why a sync did not come to its end. `key` is a key that the service does not know, `storage` a browser that does not keep. */
export type SyncFailureCode =
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
  readonly message: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** When it is tried again by itself; null where that would help nothing. */
  readonly retryAt: number | null
  /** How many times in a row. */
  readonly times: number
}

/** The account that this browser is connected to. Kept in IndexedDB only; the key goes nowhere but to the service. */
export type TeamAccount = {
  /** Everything before `/v1`, without a slash at its end. */
  readonly url: string
  readonly key: string
  /** Minutes between two looks. */
  readonly every: number
  /** When the service last answered that it cannot list groups, in milliseconds since 1970; absent unless that was its last answer. */
  readonly groupListRefusedAt?: number
  /** Milliseconds for which the service keeps idempotency keys; null or absent where it does not say that it honours them. */
  readonly idempotencyKeyTtl?: number | null
  /** The user's id at the service, known from the first record that was created with this key. */
  readonly userId?: string
  /** What the service has been seen not to delete. */
  readonly keepsAll?: readonly RecordKind[]
  readonly synced: {readonly at: number; readonly rules: number} | null
  readonly failure: SyncFailure | null
  readonly gone: readonly PurgedRecord[]
  /** How many rules the last list brought, of how many that the service counts; null or absent after a complete list. */
  readonly received?: {readonly count: number; readonly total: number} | null
  readonly unnamed: number
  /** What came nested so deep that no browser could keep it, and was left out; absent where that was nothing. */
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
  /** Each side's version, with this device's ids; null where that side deleted it. */
  readonly mine: StoredRecord | null
  readonly theirs: StoredRecord | null
  readonly fields: readonly string[]
  readonly merged: readonly {readonly field: string; readonly by: 'mine' | 'theirs'}[]
}

/** A record whose POST got no response, and the record of the service that may be it; null where the list is incomplete. */
export type TeamQuestion = TeamEntry & {
  readonly mine: StoredRecord
  readonly candidate: {readonly id: string; readonly record: StoredRecord} | null
}

export type QuestionAnswer = {readonly candidate: string | null; readonly isSame: boolean}

/** What pages show of the account; the key is not in it. */
export type TeamView = {
  readonly url: string
  /** The last four characters of the key; empty where the key is not much longer. */
  readonly keyEnd: string
  readonly every: number
  readonly isSyncing: boolean
  /** How many rules have come, of how many, while they come. */
  readonly progress: {readonly come: number; readonly total: number} | null
  readonly synced: TeamAccount['synced']
  readonly failure: SyncFailure | null
  readonly received: {readonly count: number; readonly total: number} | null
  readonly rules: {readonly count: number; readonly on: number; readonly groups: number}
  readonly code: readonly string[]
  /** `problem` is what the service failed with when it was last sent. */
  readonly waiting: readonly (TeamEntry & {readonly what: 'create' | 'update' | 'delete'; readonly problem?: string})[]
  readonly rejected: readonly (TeamEntry & {readonly status: number; readonly message: string})[]
  readonly conflicts: readonly TeamConflict[]
  readonly questions: readonly TeamQuestion[]
  /** Deleted here and, if it is a rule, switched off there, since the service has no deletion; `isOn` where others have switched it on again. */
  readonly hidden: readonly (TeamEntry & {readonly isOn: boolean})[]
  readonly unnamed: number
  readonly tooDeep: readonly TeamEntry[]
  /** The ids of groups of which only rules tell: nobody knows whether they are on. */
  readonly groupsOfUnknownState: readonly string[]
}

/** How a conflict can be settled: by one side as a whole, by a choice for each field that clashed, or with two records in place of one. */
export type ConflictChoice = 'mine' | 'theirs' | 'both' | Readonly<Record<string, 'mine' | 'theirs'>>

/** `whole` reads the account first, `changes` only sends. `now` is `whole` on request: it ignores pauses after a failure. */
export type SyncMode = 'now' | 'whole' | 'changes'

/** What can be asked of a sync with the account. What changes it is done when its promise is fulfilled, and not at all when it is rejected. */
export type TeamSync = {
  /** Syncs, one run after the other; ends when nothing more is asked for. Never rejects: what went wrong is in the view. */
  run(way: SyncMode): Promise<void>
  stop(): void
  view(): Promise<TeamView | null>
  connect(asked: {
    readonly url: string
    readonly key: string
    readonly plain?: boolean | undefined
    /** Without asking the service first whether it knows the key. */
    readonly untried?: boolean
  }): Promise<void>
  disconnect(keep: boolean): Promise<void>
  setEvery(minutes: number): Promise<void>
  settle(id: string, choice: unknown): Promise<void>
  answer(id: string, answer: QuestionAnswer): Promise<void>
  retry(ids: readonly string[]): Promise<void>
  drop(ids: readonly string[]): Promise<void>
}
