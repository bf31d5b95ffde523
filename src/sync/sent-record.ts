import {readGroup} from '../model/group'
import {readRule, type StoredRecord} from '../model/rule'
import {without} from '../model/json'
import type {SyncedRecord, RemoteState} from '../model/team'
import {isSameField, getComparedFields} from './merge-versions'

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
export function acknowledgeSent(
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
