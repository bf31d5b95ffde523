import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import {freeId} from '../model/pair-ids'
import type {RecordKind, RemoteState, TeamAccount} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import {allocateNumber, getNextRank} from '../storage/order'
import type {LibraryTransaction} from '../storage/state'
import {deleteGroup, deleteRules, restore} from '../storage/trash'
import {
  withoutExtensionRules,
  updatePurged,
  toTeamEntry,
  createGroupIdMap,
  withSyncedRecord,
  toSyncedRecord,
  listLinked,
  getRecordStore,
  listAllLinked,
  getTrashStore,
} from './entries'
import type {GroupIdMap, EntryLocation, LinkedEntry} from './entries'
import {endLostCreations} from './creation'
import {isDeepEqual, hasSameContent} from './merge-versions'
import {getRemoteId, type Listing, type AccountListing} from './list-account'
import {getCommonBase, matchesSent, reconcile, reconcileDeletion} from './reconcile'

export const uncreated: RemoteState = {id: null, base: null}

/** Linked entries by id. An entry in force takes precedence over one in the trash. */
const indexEntries = (
  draft: LibraryTransaction,
  kind: RecordKind,
  idIn: (remote: RemoteState) => string | null | undefined,
) =>
  new Map(
    [getTrashStore, getRecordStore].flatMap(from =>
      listLinked(from(draft, kind)).flatMap(location => {
        const id = idIn(location.entry.remote)
        return typeof id === 'string' ? [[id, location] as const] : []
      }),
    ),
  )

const indexByRemoteId = (draft: LibraryTransaction, kind: RecordKind) => indexEntries(draft, kind, ({id}) => id)

const isInTrash = (draft: LibraryTransaction, {entry}: EntryLocation): boolean =>
  draft.trash.get(entry.id) !== undefined

export function getMissingRuleIds(draft: LibraryTransaction, {records, tooDeep}: AccountListing['rules']): string[] {
  const received = new Set([...records, ...tooDeep].map(getRemoteId))
  return [...indexByRemoteId(draft, 'rule').keys()].filter(id => !received.has(id))
}

function mergeIntoTrash({store, entry}: EntryLocation, theirs: StoredRecord): void {
  const {remote} = entry
  if (remote.conflict && isDeepEqual(remote.conflict.theirs, theirs)) return
  const base = getCommonBase(remote, theirs)
  const known: RemoteState = {
    ...(without(remote, 'sent', 'conflict', 'isDeleting') as RemoteState),
    id: getRemoteId(theirs),
    base,
  }
  if (remote.isHidden) store.put({...entry, remote: {...known, base: theirs}})
  else if (hasSameContent(base, theirs)) store.put({...entry, remote: {...known, base: theirs}})
  else store.put({...entry, remote: {...known, conflict: {theirs, was: base, fields: []}}})
}

export function mergeRemote(
  draft: LibraryTransaction,
  location: EntryLocation,
  given: StoredRecord,
  ids = createGroupIdMap(draft),
): void {
  const theirs = withoutExtensionRules(given)
  const {store, entry} = location
  const {id, base, sent, isDeleting, conflict} = entry.remote
  const isOutcomeUnknown = sent !== undefined || isDeleting || conflict?.theirs === null
  if (id !== null && !isOutcomeUnknown && isDeepEqual(base, theirs)) return
  if (isInTrash(draft, location)) return mergeIntoTrash(location, theirs)
  store.put(withSyncedRecord(entry, reconcile(toSyncedRecord(entry, ids), theirs), ids))
}

/** Handles a record deleted at the service: a conflict if it has local changes, else the trash. */
export function handleRemoteDelete(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {store, entry}: EntryLocation,
): void {
  // An entry that was restored while its deletion was sent is created again.
  if (draft.trash.get(entry.id) || entry.remote.isDeleting) return store.put({...entry, remote: uncreated})
  if (entry.remote.conflict?.theirs === null) return
  const ids = createGroupIdMap(draft)
  const next = reconcileDeletion(toSyncedRecord(entry, ids))
  if (next) return store.put(withSyncedRecord(entry, next, ids))
  if (store.kind === 'rule') deleteRules(draft, deps, [entry.id])
  else deleteGroup(draft, deps, entry.id)
  const {id} = entry.remote
  getTrashStore(draft, store.kind).put({...entry, remote: {...uncreated, ...(id !== null && {wasId: id})}})
}

/** Removes the rules that the service moved elsewhere from a deleted group. */
function releaseMovedRules({rules, trash}: LibraryTransaction, {id, remote}: LinkedEntry): void {
  const trashed = trash.get(id)
  if (trashed?.kind !== 'group') return
  const isStill = (held: string) => {
    const base = rules.get(held)?.remote?.base
    return !base || base['groupId'] === remote.wasId
  }
  trash.put({...trashed, held: trashed.held.filter(isStill)})
}

/** Restores a record that the service lists again, a group with its rules. */
function restoreReturned(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {store, entry}: EntryLocation,
  given: StoredRecord,
  ids: GroupIdMap,
): void {
  const theirs = withoutExtensionRules(given)
  const isTrashed = isInTrash(draft, {store, entry})
  const {record} = toSyncedRecord(entry, ids)
  if (isTrashed) {
    releaseMovedRules(draft, entry)
    restore(draft, deps, [entry.id])
  }
  const reconciled = reconcile({record, remote: {id: getRemoteId(theirs), base: isTrashed ? record : theirs}}, theirs)
  getRecordStore(draft, store.kind).put(withSyncedRecord(entry, reconciled, ids))
}

/** A record that was purged before its POST got a response can be deleted by its new id. */
function isPurgedCreation(draft: LibraryTransaction, kind: RecordKind, theirs: StoredRecord): boolean {
  const unwanted = draft.values.team?.gone.find(
    gone =>
      gone.kind === kind && gone.remote.id === null && gone.remote.sent && matchesSent(theirs, gone.remote.sent.record),
  )
  const remote = {id: getRemoteId(theirs), base: withoutExtensionRules(theirs)}
  updatePurged(draft, gone => (gone === unwanted ? {...gone, remote} : gone))
  return unwanted !== undefined
}

function mergeRecords(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  kind: RecordKind,
  records: readonly StoredRecord[],
): void {
  const entries = indexByRemoteId(draft, kind)
  const unsent = new Set(listAllLinked(draft, kind).filter(({entry: {remote}}) => remote.id === null && remote.sent))
  // A list can lack a record for a while.
  const returning = indexEntries(draft, kind, ({wasId}) => wasId)
  const gone = new Set((draft.values.team?.gone ?? []).map(({remote}) => remote.id))
  const ids = createGroupIdMap(draft)
  const newRecords: StoredRecord[] = []
  for (const theirs of records) {
    const id = getRemoteId(theirs)
    if (id === '') continue
    const arrived = ({entry: {remote}}: EntryLocation) => remote.sent && matchesSent(theirs, remote.sent.record)
    const location = entries.get(id) ?? [...unsent].find(arrived)
    const returned = entries.has(id) ? undefined : returning.get(id)
    if (returned) restoreReturned(draft, deps, returned, theirs, ids)
    else if (location) {
      unsent.delete(location)
      mergeRemote(draft, location, theirs, ids)
    } else if (!gone.has(id) && !isPurgedCreation(draft, kind, theirs)) newRecords.push(withoutExtensionRules(theirs))
  }
  if (newRecords.length > 0) addRecords(draft, kind, newRecords)
}

function addRecords(draft: LibraryTransaction, kind: RecordKind, records: readonly StoredRecord[]): void {
  const store = getRecordStore(draft, kind)
  const ids = createGroupIdMap(draft)
  const isTaken = (id: string) => store.get(id) !== undefined || draft.trash.get(id) !== undefined
  let rank = getNextRank(draft, kind)
  for (const base of records) {
    const id = freeId(getRemoteId(base), isTaken)
    const remote: RemoteState = {id: getRemoteId(base), base}
    const entry = withSyncedRecord({id, rank: rank++, record: base, remote}, {record: base, remote}, ids)
    store.put(kind === 'rule' ? {...entry, number: allocateNumber(draft)} : entry)
  }
}

/** A group that only rules mention. Its rules count as on. */
const toPlaceholder = (id: string): StoredRecord => ({id, objectType: 'group', name: id, status: 'Active'})

export const isGroupStateUnknown = ({id, base}: RemoteState): boolean =>
  id !== null && isDeepEqual(base, toPlaceholder(id))

function createPlaceholders(draft: LibraryTransaction, records: readonly StoredRecord[]): StoredRecord[] {
  const known = indexByRemoteId(draft, 'group')
  const names = new Set(records.map(({groupId}) => groupId))
  return [...names].flatMap(id =>
    typeof id === 'string' && id !== '' && !known.has(id) && draft.groups.get(id) === undefined
      ? [toPlaceholder(id)]
      : [],
  )
}

/** `gone`: the service's ids of deleted rules. `at`: when the list was requested. */
export type RemoteSnapshot = AccountListing & {readonly gone: ReadonlySet<string>; readonly at: number}

export function getListingGaps({rules, groups}: RemoteSnapshot): Pick<TeamAccount, 'unnamed' | 'tooDeep' | 'received'> {
  const entries = (kind: RecordKind, {tooDeep}: Listing) =>
    tooDeep.map(record => toTeamEntry(kind, getRemoteId(record), record))
  return {
    received: rules.short,
    unnamed: rules.records.filter(record => getRemoteId(record) === '').length,
    tooDeep: [...entries('rule', rules), ...(groups ? entries('group', groups) : [])],
  }
}

/** Merges a snapshot of the account. Groups that a complete list lacks are deleted. */
export function applySnapshot(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {rules, groups, gone, at}: RemoteSnapshot,
): void {
  mergeRecords(draft, deps, 'group', groups?.records ?? createPlaceholders(draft, rules.records))
  const before = indexByRemoteId(draft, 'rule')
  mergeRecords(draft, deps, 'rule', rules.records)
  for (const id of gone) {
    const location = before.get(id)
    if (location) handleRemoteDelete(draft, deps, location)
  }
  if (groups?.isWhole) {
    // A group that rules name exists, even if the list of groups lacks it.
    const received = new Set([
      ...[...groups.records, ...groups.tooDeep].map(getRemoteId),
      ...rules.records.map(({groupId}) => groupId),
    ])
    for (const [id, location] of indexByRemoteId(draft, 'group'))
      if (!received.has(id)) handleRemoteDelete(draft, deps, location)
  }
  // An incomplete list does not show which POSTs arrived.
  if (rules.short === null) endLostCreations(draft, at)
  updatePurged(draft, each => (each.remote.id !== null && gone.has(each.remote.id) ? null : each))
  updateHiddenPurged(draft, rules.records)
}

function updateHiddenPurged(draft: LibraryTransaction, records: readonly StoredRecord[]): void {
  const received = new Map(records.map(record => [getRemoteId(record), record]))
  updatePurged(draft, gone => {
    const theirs = received.get(gone.remote.id ?? '')
    if (!theirs || !gone.remote.isHidden) return gone
    const base = withoutExtensionRules(theirs)
    return isDeepEqual(gone.remote.base, base) ? gone : {...gone, remote: {...gone.remote, base}}
  })
}
