import type {StoredRecord} from '../model/rule'
import {serviceOwned} from '../model/payload'
import {without} from '../model/json'
import {getModificationDate} from '../api/record-changes'
import type {DeferredChange, RecordKind, RemoteState} from '../model/team'
import type {LibraryTransaction} from '../storage/state'
import {
  createGroupIdMap,
  isInPendingGroup,
  isLinked,
  toSyncedRecord,
  listLinked,
  recordKinds,
  getRecordStore,
  listAllLinked,
  getTrashStore,
} from './entries'
import type {GroupIdMap, LinkedEntry} from './entries'
import {getCreationState, getListTimes} from './creation'
import {shouldSend} from './reconcile'
import {isUpcoming} from './retry-delay'

/** One request to send. `id` is the local id or, with `isPurged`, the service's. */
export type Task = {
  readonly kind: RecordKind
  readonly what: 'create' | 'update' | 'delete'
  readonly id: string
  readonly isPurged?: true
  /** The last failure of this version. */
  readonly deferred?: DeferredChange
  readonly isBlocked?: true
  readonly isRepeated?: true
}

/** The tasks to run at `now`. Tasks that failed come last. */
export const getDueTasks = (tasks: readonly Task[], now: number): Task[] =>
  tasks
    .filter(({deferred, isBlocked}) => !isBlocked && (deferred === undefined || !isUpcoming(deferred.retryAt, now)))
    .toSorted((one, other) => (one.deferred?.times ?? 0) - (other.deferred?.times ?? 0))

/** The time of the next retry or search for a lost creation; null if there is none. */
export function getNextRetryTime(draft: LibraryTransaction, now: number): number | null {
  const retryTimes = listRemoteStates(draft).flatMap(each => (each.held ? [each.held.retryAt] : []))
  const until = [...getListTimes(draft, now), ...retryTimes].filter(at => isUpcoming(at, now))
  return until.length === 0 ? null : Math.min(...until)
}

const listRemoteStates = (draft: LibraryTransaction): RemoteState[] => [
  ...recordKinds.flatMap(kind => listAllLinked(draft, kind).map(({entry}) => entry.remote)),
  ...(draft.values.team?.gone ?? []).map(({remote}) => remote),
]

const getDeferral = ({held: deferred}: RemoteState, date: number | null) =>
  deferred && deferred.date === date ? {deferred} : {}

function toTasks(
  draft: LibraryTransaction,
  entry: LinkedEntry,
  kind: RecordKind,
  ids: GroupIdMap,
  now: number,
): Task[] {
  const synced = toSyncedRecord(entry, ids)
  const state = getCreationState(draft, entry.remote, now)
  if (!shouldSend(synced)) return []
  const what = entry.remote.id === null ? 'create' : 'update'
  const isRepeated = state === 'repeat'
  // A rule waits for its group. A repeated POST is sent unchanged.
  const isBlocked = !isRepeated && (state !== 'none' || isInPendingGroup(synced.record))
  const deferral = getDeferral(entry.remote, getModificationDate(entry.record))
  return [{kind, what, id: entry.id, ...deferral, ...(isBlocked && {isBlocked}), ...(isRepeated && {isRepeated})}]
}

const isToDelete = ({id, isHidden, conflict, parked}: RemoteState): boolean =>
  id !== null && !isHidden && conflict === undefined && !parked?.isDeletion

/** Groups that rules have yet to leave. Deleting them first would ungroup those rules. */
function getGroupsToLeave(draft: LibraryTransaction, ids: GroupIdMap): Set<unknown> {
  const getGroupId = ({base}: RemoteState) => base?.['groupId']
  const moved = listLinked(getRecordStore(draft, 'rule')).filter(
    ({entry}) =>
      getGroupId(entry.remote) !== ids.toRemote(entry.record['groupId']) && shouldSend(toSyncedRecord(entry, ids)),
  )
  const gone = (draft.values.team?.gone ?? []).filter(({kind}) => kind === 'rule')
  const deleted = [...listLinked(getTrashStore(draft, 'rule')).map(({entry}) => entry), ...gone].filter(({remote}) =>
    isToDelete(remote),
  )
  return new Set([...moved.map(({entry}) => entry), ...deleted].map(({remote}) => getGroupId(remote)))
}

/** All tasks in order: groups before their rules, deletions last. */
export function listTasks(draft: LibraryTransaction, now: number): Task[] {
  const ids = createGroupIdMap(draft)
  const kinds = ['group', 'rule'] as const
  const changes = kinds.flatMap(kind =>
    listLinked(getRecordStore(draft, kind)).flatMap(({entry}) => toTasks(draft, entry, kind, ids, now)),
  )
  const groupsLeft = getGroupsToLeave(draft, ids)
  const deletion = (kind: RecordKind, id: string, remote: RemoteState, date: number | null): Task[] =>
    isToDelete(remote)
      ? [{kind, what: 'delete', id, ...getDeferral(remote, date), ...(groupsLeft.has(remote.id) && {isBlocked: true})}]
      : []
  const deleted = kinds
    .toReversed()
    .flatMap(kind =>
      listLinked(getTrashStore(draft, kind)).flatMap(({entry}) =>
        deletion(kind, entry.id, entry.remote, getModificationDate(entry.record)),
      ),
    )
  const gone = (draft.values.team?.gone ?? []).flatMap(({kind, remote}) =>
    deletion(kind, remote.id ?? '', remote, null).map((task): Task => ({...task, isPurged: true})),
  )
  return [...changes, ...deleted, ...gone]
}

/** Links local groups of team rules to the account. */
export function adoptGroups(draft: LibraryTransaction): void {
  const groupIds = new Set(draft.rules.all().flatMap(entry => (isLinked(entry) ? [entry.record['groupId']] : [])))
  for (const group of draft.groups.all())
    if (group.remote === undefined && groupIds.has(group.id))
      draft.groups.put({...group, remote: {id: null, base: null}})
}

/** The request body: without fields of the service, always with a status. */
export const toPayload = (record: StoredRecord): StoredRecord => ({
  status: 'Active',
  ...without(record, ...serviceOwned, 'lastModifiedBy'),
})
