import type {FaultText} from '../model/faults'
import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import {getModificationDate} from '../api/record-changes'
import {unexplainedCode, type ServiceError} from '../api/service-error'
import type {RecordKind, RemoteState} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import type {LibraryTransaction} from '../storage/state'
import {
  withoutExtensionRules,
  updatePurged,
  createGroupIdMap,
  isLinked,
  withSyncedRecord,
  toSyncedRecord,
  listLinked,
  getRecordStore,
  listAllLinked,
  getTrashStore,
} from './entries'
import type {EntryLocation, LinkedEntry} from './entries'
import {getCreationState} from './creation'
import type {Task} from './tasks'
import {uncreated} from './merge-remote'
import {shouldSend, reconcile} from './reconcile'

type Refusal = Pick<ServiceError, 'status' | 'code' | 'reason'>

export type OutgoingChange = {readonly record: StoredRecord; readonly remote: RemoteState}

export function findEntry(draft: LibraryTransaction, kind: RecordKind, id: string): EntryLocation | null {
  for (const store of [getRecordStore(draft, kind), getTrashStore(draft, kind)]) {
    const entry = store.get(id)
    if (entry && isLinked(entry)) return {store, entry}
  }
  return null
}

const findUndeleted = (draft: LibraryTransaction, kind: RecordKind, id: string): EntryLocation | null =>
  getRecordStore(draft, kind).get(id) ? findEntry(draft, kind, id) : null

type CreationRequest = {readonly record: StoredRecord; readonly key: string; readonly isRepeated: boolean}

/**
 * Stores a POST and its idempotency key before it is sent; a repeated POST is unchanged.
 * Returns null if there is no record to create.
 */
export function beginCreation(
  draft: LibraryTransaction,
  kind: RecordKind,
  id: string,
  {now, suffix}: Pick<LibraryDependencies, 'now' | 'suffix'>,
): CreationRequest | null {
  const found = findUndeleted(draft, kind, id)
  if (!found || found.entry.remote.id !== null) return null
  const {store, entry} = found
  const {sent} = entry.remote
  const at = now()
  const state = getCreationState(draft, entry.remote, at)
  if (state === 'repeat' && sent?.key !== undefined) return {record: sent.record, key: sent.key, isRepeated: true}
  if (state !== 'none') return null
  const {record} = toSyncedRecord(entry, createGroupIdMap(draft))
  const key = suffix()
  store.put({...entry, remote: {...entry.remote, sent: {record, at, key}}})
  return {record, key, isRepeated: false}
}

export function beginChange(
  draft: LibraryTransaction,
  kind: RecordKind,
  id: string,
  now: number,
): OutgoingChange | null {
  const change = beginUpdate(draft, kind, id)
  const found = change && findEntry(draft, kind, id)
  if (!found || change.remote.id === null) return null
  found.store.put({...found.entry, remote: {...found.entry.remote, sent: {record: change.record, at: now}}})
  return change
}

/** The service did not apply the request. */
export function clearSent(draft: LibraryTransaction, kind: RecordKind, id: string): void {
  const found = findEntry(draft, kind, id)
  if (found) found.store.put({...found.entry, remote: without(found.entry.remote, 'sent') as RemoteState})
  else removeUncreated(draft, id)
}

const removeUncreated = (draft: LibraryTransaction, id: string): void =>
  updatePurged(draft, gone => (gone.id === id && gone.remote.id === null ? null : gone))

/** The service stored `sent`, which becomes the new base. */
export function applyPushResult(
  draft: LibraryTransaction,
  kind: RecordKind,
  id: string,
  sent: StoredRecord,
  answer: StoredRecord,
): void {
  const theirs = withoutExtensionRules({...sent, ...answer})
  const remote: RemoteState = {id: String(theirs['id']), base: sent, sent: {record: sent, at: 0}}
  const found = findEntry(draft, kind, id)
  if (!found) return addCreatedToPurged(draft, kind, id, {id: remote.id, base: theirs})
  const {store, entry} = found
  const ids = createGroupIdMap(draft)
  if (store.get(id) === getTrashStore(draft, kind).get(id))
    return store.put({...entry, remote: {id: remote.id, base: theirs}})
  store.put(withSyncedRecord(entry, reconcile({...toSyncedRecord(entry, ids), remote}, theirs), ids))
}

function addCreatedToPurged(draft: LibraryTransaction, kind: RecordKind, id: string, remote: RemoteState): void {
  const {values} = draft
  removeUncreated(draft, id)
  const {team} = values
  if (!team || remote.id === null || team.gone.some(each => each.remote.id === remote.id)) return
  const name = remote.base?.['name']
  values.team = {...team, gone: [...team.gone, {kind, id, name: typeof name === 'string' ? name : '', remote}]}
}

export function beginUpdate(draft: LibraryTransaction, kind: RecordKind, id: string): OutgoingChange | null {
  const found = findUndeleted(draft, kind, id)
  if (!found) return null
  const synced = toSyncedRecord(found.entry, createGroupIdMap(draft))
  return shouldSend(synced) ? synced : null
}

function updateRemoteState(
  draft: LibraryTransaction,
  {kind, id, isPurged}: Task,
  change: (remote: RemoteState, entry?: LinkedEntry) => RemoteState,
): void {
  const found = isPurged ? null : findEntry(draft, kind, id)
  if (found) found.store.put({...found.entry, remote: change(found.entry.remote, found.entry)})
  if (isPurged) updatePurged(draft, gone => (gone.remote.id === id ? {...gone, remote: change(gone.remote)} : gone))
}

export const beginDeletion = (draft: LibraryTransaction, task: Task): void =>
  updateRemoteState(draft, task, remote => ({...remote, isDeleting: true}))

export const beginSwitchingOff = (draft: LibraryTransaction, task: Task, record: StoredRecord, at: number): void =>
  updateRemoteState(draft, task, remote => ({...remote, sent: {record, at}}))

/** The service rejected the sent version; later changes are sent again. */
export function rejectChange(
  draft: LibraryTransaction,
  task: Task,
  {status, code, reason}: Refusal,
  sent?: StoredRecord,
): void {
  const ids = createGroupIdMap(draft)
  const isDeletion = task.what === 'delete' && (task.isPurged ?? draft.trash.get(task.id) !== undefined)
  updateRemoteState(draft, task, (remote, entry) => {
    const of = sent ?? (entry ? toSyncedRecord(entry, ids).record : (remote.base ?? {}))
    const parked = {of, status, message: code === unexplainedCode ? '' : reason, ...(isDeletion && {isDeletion})}
    return {...(without(remote, 'sent', 'held', 'isDeleting') as RemoteState), parked}
  })
}

/** The service failed for this record; `retryAt` returns the time of the next attempt. */
export function deferChange(
  draft: LibraryTransaction,
  task: Task,
  message: FaultText,
  retryAt: (times: number) => number,
): void {
  updateRemoteState(draft, task, (remote, entry) => {
    const times = (remote.held?.times ?? 0) + 1
    return {...remote, held: {date: getModificationDate(entry?.record ?? {}), message, times, retryAt: retryAt(times)}}
  })
}

export function applyRemoteDeletion(draft: LibraryTransaction, kind: RecordKind, remoteId: string): void {
  for (const {store, entry} of listAllLinked(draft, kind))
    if (entry.remote.id === remoteId) store.put({...entry, remote: uncreated})
  updatePurged(draft, gone => (gone.remote.id === remoteId ? null : gone))
}

export function markHidden(
  draft: LibraryTransaction,
  kind: RecordKind,
  remoteId: string,
  base: StoredRecord | null,
): void {
  const toHidden = (remote: RemoteState): RemoteState => ({
    ...(without(remote, 'isDeleting', 'sent') as RemoteState),
    base: base ?? remote.base,
    isHidden: true,
  })
  for (const {store, entry} of listLinked(getTrashStore(draft, kind)))
    if (entry.remote.id === remoteId) store.put({...entry, remote: toHidden(entry.remote)})
  updatePurged(draft, gone => (gone.remote.id === remoteId ? {...gone, remote: toHidden(gone.remote)} : gone))
  const {team} = draft.values
  if (team) draft.values.team = {...team, keepsAll: [...new Set([...(team.keepsAll ?? []), kind])]}
}
