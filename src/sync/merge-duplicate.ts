import type {RecordKind, RemoteState} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import type {LibraryTransaction} from '../storage/state'
import {
  copyEntry,
  createGroupIdMap,
  withSyncedRecord,
  moveToTrash,
  toSyncedRecord,
  getRecordStore,
  listAllLinked,
  toLocalEntry,
  getTrashStore,
} from './entries'
import type {EntryLocation} from './entries'
import {findEntry} from './push-result'
import {hasLocalChange, reconcile} from './reconcile'

export const findDuplicate = (
  draft: LibraryTransaction,
  kind: RecordKind,
  id: string,
  remoteId: string,
): EntryLocation | undefined =>
  listAllLinked(draft, kind).find(({entry}) => entry.remote.id === remoteId && entry.id !== id)

function moveMembers(draft: LibraryTransaction, from: string, to: string): void {
  for (const store of [getRecordStore(draft, 'rule'), getTrashStore(draft, 'rule')])
    for (const entry of store.all())
      if (entry.record['groupId'] === from) store.put({...entry, record: {...entry.record, groupId: to}})
}

function removeDuplicate(draft: LibraryTransaction, deps: LibraryDependencies, {store, entry}: EntryLocation): void {
  if (draft.trash.get(entry.id)) return store.put(toLocalEntry(entry))
  const synced = toSyncedRecord(entry, createGroupIdMap(draft))
  const copy = hasLocalChange(synced) ? copyEntry(draft, deps, {store, entry}, entry.record) : undefined
  if (store.kind === 'rule') draft.rules.delete(entry.id)
  else draft.groups.delete(entry.id)
  if (copy) moveToTrash(draft, deps, store, copy)
}

/** Merges the entry of a POST without a response with the entry that a list created for it. */
export function mergeDuplicate(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  kind: RecordKind,
  id: string,
  other: EntryLocation,
): void {
  const created = findEntry(draft, kind, id)
  const sent = created?.entry.remote.sent?.record
  const {id: remoteId, base: theirs} = other.entry.remote
  if (!created || !sent || !theirs) return
  // The first entry was deleted meanwhile, so the other one remains.
  if (draft.trash.get(id)) return created.store.put(toLocalEntry(created.entry))
  removeDuplicate(draft, deps, other)
  if (kind === 'group') moveMembers(draft, other.entry.id, id)
  const ids = createGroupIdMap(draft)
  const remote: RemoteState = {id: remoteId, base: sent, sent: {record: sent, at: 0}}
  created.store.put(
    withSyncedRecord(created.entry, reconcile({...toSyncedRecord(created.entry, ids), remote}, theirs), ids),
  )
}
