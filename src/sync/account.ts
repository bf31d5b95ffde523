import {fault, faultText, type FaultText} from '../model/faults'
import {without} from '../model/json'
import {invalidError, notFoundError} from '../api/service-error'
import type {ConflictChoice, PurgedRecord, RemoteState, TeamAccount} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import type {LibraryTransaction} from '../storage/state'
import {deleteGroup, deleteRules, restore} from '../storage/trash'
import {
  updatePurged,
  copyEntry,
  createGroupIdMap,
  isLinked,
  withSyncedRecord,
  moveToTrash,
  toSyncedRecord,
  listLinked,
  recordKinds,
  getRecordStore,
  toLocalEntry,
  getTrashStore,
} from './entries'
import type {GroupIdMap, StoredEntry, EntryLocation} from './entries'
import {findEntry} from './push-result'
import {uncreated} from './merge-remote'
import {isDeepEqual, hasSameContent} from './merge-versions'
import {hasLocalChange, applyChoice} from './reconcile'

export const syncIntervals = {default: 5, min: 1, max: 24 * 60} as const

/** Traffic to loopback addresses stays on this machine. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** Returns the base URL to store; throws a 400 that names the field and the reason. */
export function parseAccountUrl(given: string, plain: boolean): string {
  const refuse = (code: string, reason: FaultText) =>
    invalidError(faultText('theAccount'), [fault('url', code, reason)])
  let url: URL
  try {
    url = new URL(given.trim())
  } catch {
    throw refuse('not-a-url', faultText('notAUrl'))
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('not-a-url', faultText('needsHttp'))
  if (url.username !== '' || url.password !== '') throw refuse('not-a-url', faultText('noNameInUrl'))
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plain)
    throw refuse('plain-http', faultText('crossesUnencrypted'))
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

export function parseApiKey(given: string): string {
  const key = given.trim()
  if (key === '') throw invalidError(faultText('theAccount'), [fault('key', 'no-key', faultText('enterApiKey'))])
  if (!/^[\x21-\x7e]+$/.test(key))
    throw invalidError(faultText('theAccount'), [fault('key', 'not-a-key', faultText('notAnApiKey'))])
  return key
}

/** Connects, or changes the key. `isOther`: another account replaces the current one. */
export function connectAccount(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  url: string,
  key: string,
  isOther: boolean,
): void {
  const before = draft.values.team
  const interval = before?.every ?? syncIntervals.default
  if (before && isOther) disconnectAccount(draft, deps, false)
  const fresh: TeamAccount = {url, key, every: interval, synced: null, failure: null, gone: [], unnamed: 0}
  // With the new key, the service may list groups.
  draft.values.team =
    before && !isOther ? {...(without(before, 'groupListRefusedAt') as TeamAccount), key, failure: null} : fresh
}

export function updateAccount(draft: LibraryTransaction, changes: Partial<TeamAccount>): void {
  const {team} = draft.values
  const next = team && {...team, ...changes}
  if (!isDeepEqual(team, next)) draft.values.team = next
}

export function storeGroupListRefusal({values}: LibraryTransaction, refusedAt: number | null): void {
  const {team} = values
  if (!team || (refusedAt === null && team.groupListRefusedAt === undefined)) return
  const rest = without(team, 'groupListRefusedAt') as TeamAccount
  values.team = refusedAt === null ? rest : {...team, groupListRefusedAt: refusedAt}
}

/** Disconnects. Records become local or go to the trash; those with unsent changes stay. */
export function disconnectAccount(draft: LibraryTransaction, deps: LibraryDependencies, keep: boolean): void {
  const ids = createGroupIdMap(draft)
  for (const kind of recordKinds) {
    for (const {store, entry} of listLinked(getTrashStore(draft, kind))) store.put(toLocalEntry(entry as StoredEntry))
    for (const {store, entry} of listLinked(getRecordStore(draft, kind))) {
      const {conflict, sent} = entry.remote
      const stays = keep || hasLocalChange(toSyncedRecord(entry, ids)) || conflict !== undefined || sent !== undefined
      store.put(toLocalEntry(entry as StoredEntry))
      if (stays) continue
      if (kind === 'rule') deleteRules(draft, deps, [entry.id])
      else if (!draft.rules.all().some(({record}) => record['groupId'] === entry.id)) deleteGroup(draft, deps, entry.id)
    }
  }
  draft.values.team = null
}

const readChoice = (given: unknown): ConflictChoice => {
  if (given === 'mine' || given === 'theirs' || given === 'both') return given
  const fields = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(fields.map(([field, side]) => [field, side === 'theirs' ? 'theirs' : 'mine']))
}

const findLinked = (draft: LibraryTransaction, id: string): EntryLocation | null =>
  findEntry(draft, 'rule', id) ?? findEntry(draft, 'group', id)

function findConflict(draft: LibraryTransaction, id: string): EntryLocation {
  const found = findLinked(draft, id)
  if (!found?.entry.remote.conflict) throw notFoundError(faultText('aConflictOf', {id}))
  return found
}

function resolveTrashedConflict(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  location: EntryLocation,
  choice: ConflictChoice,
): void {
  const {store, entry} = location
  const {conflict, ...remote} = entry.remote
  const theirs = conflict?.theirs
  if (!theirs) return store.put({...entry, remote})
  const ids = createGroupIdMap(draft)
  const taken = withSyncedRecord(entry, {record: theirs, remote: {...remote, base: theirs}}, ids)
  if (choice === 'mine') store.put({...entry, remote: taken.remote})
  else {
    restore(draft, deps, [entry.id])
    getRecordStore(draft, store.kind).put(taken)
  }
  const other = choice === 'mine' ? taken : entry
  if (hasSameContent(other.record, conflict.was ?? {})) return
  moveToTrash(draft, deps, getRecordStore(draft, store.kind), copyEntry(draft, deps, location, other.record))
}

/** Resolves a conflict. The other version goes to the trash or, with 'both', becomes a record. */
export function resolveConflict(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  id: string,
  given: unknown,
): void {
  const choice = readChoice(given)
  const location = findConflict(draft, id)
  const {store, entry} = location
  if (draft.trash.get(id)) return resolveTrashedConflict(draft, deps, location, choice)
  const ids = createGroupIdMap(draft)
  const synced = toSyncedRecord(entry, ids)
  const {theirs = null, fields = []} = entry.remote.conflict ?? {}
  const chosen = choice === 'both' ? 'theirs' : choice
  const next = applyChoice(synced, chosen)
  if (next === null) {
    store.put({...entry, remote: uncreated})
    if (store.kind === 'rule') deleteRules(draft, deps, [id])
    else deleteGroup(draft, deps, id)
    return
  }
  store.put(withSyncedRecord(entry, next, ids))
  const isAll = (side: 'mine' | 'theirs') =>
    typeof chosen === 'string' ? chosen === side : fields.every(field => (chosen[field] ?? 'mine') === side)
  for (const other of [isAll('theirs') ? null : theirs, isAll('mine') ? null : synced.record]) {
    if (other === null) continue
    const copy = copyEntry(draft, deps, location, {...other, groupId: ids.toLocal(other['groupId'])})
    if (choice === 'both') store.put({...copy, remote: uncreated})
    else moveToTrash(draft, deps, store, copy)
  }
}

function clearRejection(draft: LibraryTransaction, id: string): EntryLocation {
  const found = findLinked(draft, id)
  if (!found) throw notFoundError(faultText('ofTheTeam', {id}))
  const entry = {...found.entry, remote: without(found.entry.remote, 'parked') as RemoteState}
  found.store.put(entry)
  return {store: found.store, entry}
}

function updateRejectedPurge(
  draft: LibraryTransaction,
  id: string,
  change: (gone: PurgedRecord) => PurgedRecord | null,
): boolean {
  const isParked = (gone: PurgedRecord) => gone.id === id && gone.remote.parked !== undefined
  const hasMatch = draft.values.team?.gone.some(isParked) === true
  updatePurged(draft, gone => (isParked(gone) ? change(gone) : gone))
  return hasMatch
}

export function retryChanges(draft: LibraryTransaction, ids: readonly string[]): void {
  const clear = (gone: PurgedRecord) => ({...gone, remote: without(gone.remote, 'parked') as RemoteState})
  for (const id of ids) if (!updateRejectedPurge(draft, id, clear)) clearRejection(draft, id)
}

/** Team rules of a group that becomes local return to their group at the service. */
function returnMembers(draft: LibraryTransaction, groupId: string, groups: GroupIdMap): void {
  for (const rule of draft.rules.all())
    if (isLinked(rule) && rule.record['groupId'] === groupId) {
      const remoteGroupId = groups.toLocal(rule.remote.base?.['groupId'] ?? '')
      draft.rules.put({...rule, record: {...rule.record, groupId: remoteGroupId === groupId ? '' : remoteGroupId}})
    }
}

/**
 * Discards changes that the service rejected. The local version goes to the trash;
 * a record that the service lacks becomes local.
 */
export function discardChanges(draft: LibraryTransaction, deps: LibraryDependencies, ids: readonly string[]): void {
  const groups = createGroupIdMap(draft)
  for (const id of ids) {
    if (updateRejectedPurge(draft, id, () => null)) continue
    const {store, entry} = clearRejection(draft, id)
    const {base} = entry.remote
    if (base === null) {
      if (store.kind === 'group') returnMembers(draft, id, groups)
      store.put(toLocalEntry(entry as StoredEntry))
      continue
    }
    if (draft.trash.get(id)) restore(draft, deps, [id])
    else {
      store.put(withSyncedRecord(entry, {record: base, remote: entry.remote}, groups))
      if (hasLocalChange(toSyncedRecord(entry, groups)))
        moveToTrash(draft, deps, store, copyEntry(draft, deps, {store, entry}, entry.record))
    }
  }
}
