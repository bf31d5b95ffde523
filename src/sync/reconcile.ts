import {readGroup} from '../model/group'
import {without} from '../model/json'
import {readRule, type StoredRecord} from '../model/rule'
import type {ConflictChoice, SyncedRecord, RemoteState} from '../model/team'
import {getComparedFields, isSameField, hasSameContent, mergeVersions} from './merge-versions'

function toDocumentedShape(record: StoredRecord): StoredRecord {
  const read = record['objectType'] === 'group' ? readGroup(record) : readRule(record)
  return read.ok ? read.value : record
}

/** The fields that the service stored as sent. It may return another shape of them. */
function getArrivedFields(sent: StoredRecord, theirs: StoredRecord): string[] {
  const fields = getComparedFields(sent)
  const isSame = (one: StoredRecord, other: StoredRecord) => (field: string) =>
    isSameField(field, one[field], other[field])
  if (fields.every(isSame(sent, theirs))) return fields
  const isAlike = isSame(toDocumentedShape(sent), toDocumentedShape({...theirs, id: sent['id']}))
  return fields.filter(field => isSame(sent, theirs)(field) || isAlike(field))
}

export function matchesSent(theirs: StoredRecord, given: StoredRecord): boolean {
  // The contract's "Create rule" has no `isFavourite`, so services may omit it.
  const sent = given['objectType'] === 'group' ? given : without(given, 'isFavourite')
  return (
    theirs['ruleType'] === sent['ruleType'] && getArrivedFields(sent, theirs).length === getComparedFields(sent).length
  )
}

function copyFields(record: StoredRecord, other: StoredRecord, fields: readonly string[]): StoredRecord {
  const present = fields.filter(field => Object.hasOwn(other, field))
  return {...without(record, ...fields), ...Object.fromEntries(present.map(field => [field, other[field]]))}
}

/** Moves the local version and the base past the sent request. */
function acknowledgeSent(
  {record, remote}: SyncedRecord,
  theirs: StoredRecord,
): {record: StoredRecord; base: StoredRecord} {
  const {base, sent} = remote
  if (!sent) return {record, base: base ?? theirs}
  const arrived = getArrivedFields(sent.record, theirs)
  const untouched = arrived.filter(field => isSameField(field, record[field], sent.record[field]))
  return {
    record: copyFields(record, theirs, untouched),
    base: copyFields(base ?? sent.record, theirs, arrived),
  }
}

export function getCommonBase(remote: RemoteState, theirs: StoredRecord): StoredRecord {
  const {base} = acknowledgeSent({record: theirs, remote}, theirs)
  return remote.base === null ? {...theirs, ...base} : base
}

export const hasLocalChange = ({record, remote: {base}}: SyncedRecord): boolean =>
  base === null || !hasSameContent(record, base)

/** Whether a record has an unsent change without a conflict or a rejection. */
export const shouldSend = (synced: SyncedRecord): boolean =>
  (hasLocalChange(synced) || synced.remote.sent !== undefined) &&
  synced.remote.conflict === undefined &&
  (synced.remote.parked === undefined || !hasSameContent(synced.remote.parked.of, synced.record))

const withoutPending = (remote: RemoteState, next: Pick<RemoteState, 'id' | 'base'>): RemoteState => ({
  ...(without(remote, 'conflict', 'sent', 'parked', 'isDeleting') as RemoteState),
  ...next,
})

const takeRemoteVersion = (synced: SyncedRecord, theirs: StoredRecord): SyncedRecord => ({
  record: {...theirs, id: synced.record['id']},
  remote: without(withoutPending(synced.remote, {id: String(theirs['id']), base: theirs}), 'held') as RemoteState,
})

export function reconcile(synced: SyncedRecord, theirs: StoredRecord): SyncedRecord {
  const {remote} = synced
  const {record, base} = acknowledgeSent(synced, theirs)
  if (!hasLocalChange({record, remote: {...remote, base}})) return takeRemoteVersion(synced, theirs)
  const {merged, conflicts} = mergeVersions(base, record, theirs)
  const next = {
    record: {...merged, id: record['id']},
    remote: withoutPending(remote, {id: String(theirs['id']), base: theirs}),
  }
  const undecided = remote.conflict?.fields.filter(field => !isSameField(field, merged[field], theirs[field])) ?? []
  const fields = [...new Set([...undecided, ...conflicts.map(({field}) => field)])]
  if (fields.length > 0)
    return {...next, remote: {...next.remote, conflict: {theirs, was: remote.conflict?.was ?? base, fields}}}
  const {parked} = remote
  return parked === undefined || hasSameContent(merged, theirs) ? next : {...next, remote: {...next.remote, parked}}
}

/** For a record deleted at the service; null if no local change would be lost. */
export function reconcileDeletion(synced: SyncedRecord): SyncedRecord | null {
  const {remote} = synced
  if (remote.id === null) return synced
  if (!hasLocalChange(synced)) return null
  return {...synced, remote: {...remote, conflict: {theirs: null, was: remote.base, fields: []}}}
}

export function applyChoice(synced: SyncedRecord, choice: Exclude<ConflictChoice, 'both'>): SyncedRecord | null {
  const {record, remote} = synced
  const {conflict} = remote
  if (conflict === undefined) return synced
  const {theirs, fields} = conflict
  if (theirs === null) {
    if (choice === 'theirs') return null
    return {record, remote: withoutPending(remote, {id: null, base: null})}
  }
  const next = withoutPending(remote, {id: remote.id, base: theirs})
  const isTheirs = (field: string) => choice === 'theirs' || (choice !== 'mine' && choice[field] === 'theirs')
  const taken = fields.filter(isTheirs).map(field => [field, theirs[field]] as const)
  const absent = taken.filter(([, value]) => value === undefined).map(([field]) => field)
  const present = taken.filter(([, value]) => value !== undefined)
  return {record: without({...record, ...Object.fromEntries(present)}, ...absent), remote: next}
}
