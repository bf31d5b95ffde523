import {readGroup} from '../contract/group'
import {readRule, type StoredRecord} from '../contract/rule'
import {without} from '../contract/json'
import type {Paired, Remote} from '../contract/team'
import {isSameField, saidFields} from './merge'

/** A record in its documented shape, whichever of the shapes that accounts hold it came in; as it came where it cannot be read. */
function documented(record: StoredRecord): StoredRecord {
  const read = record['objectType'] === 'group' ? readGroup(record) : readRule(record)
  return read.ok ? read.value : record
}

/** Fields in which a record of the service says what was sent. Services may answer in a shape of their own, so what they mean counts too. */
function arrivedFields(sent: StoredRecord, theirs: StoredRecord): string[] {
  const fields = saidFields(sent)
  const isSame = (one: StoredRecord, other: StoredRecord) => (field: string) =>
    isSameField(field, one[field], other[field])
  if (fields.every(isSame(sent, theirs))) return fields
  const isAlike = isSame(documented(sent), documented({...theirs, id: sent['id']}))
  return fields.filter(field => isSame(sent, theirs)(field) || isAlike(field))
}

/** Whether this is a record that was sent, by what it says. */
export function saysWhatWasSent(theirs: StoredRecord, given: StoredRecord): boolean {
  // A rule's pin is no part of the contract's "Create rule": services may leave it out.
  const sent = given['objectType'] === 'group' ? given : without(given, 'isFavourite')
  return theirs['ruleType'] === sent['ruleType'] && arrivedFields(sent, theirs).length === saidFields(sent).length
}

/** Whether two records have the same pairs, in whichever shape; groups have none. */
export const hasSamePairs = (sent: StoredRecord, theirs: StoredRecord): boolean =>
  !('pairs' in sent) || arrivedFields(sent, theirs).includes('pairs')

function withFieldsOf(record: StoredRecord, other: StoredRecord, fields: readonly string[]): StoredRecord {
  const present = fields.filter(field => Object.hasOwn(other, field))
  return {...without(record, ...fields), ...Object.fromEntries(present.map(field => [field, other[field]]))}
}

/**
 * A record of ours and what both sides come from. Of what was sent without an answer, what the service says by now came from here: it is no change of
 * theirs.
 */
export function caughtUp({record, remote}: Paired, theirs: StoredRecord): {record: StoredRecord; base: StoredRecord} {
  const {base, sent} = remote
  if (!sent) return {record, base: base ?? theirs}
  const arrived = arrivedFields(sent.record, theirs)
  const untouched = arrived.filter(field => isSameField(field, record[field], sent.record[field]))
  return {
    record: withFieldsOf(record, theirs, untouched),
    base: withFieldsOf(base ?? sent.record, theirs, arrived),
  }
}

/** What both sides come from, of a record whose version here does not matter. What a service adds to what it makes is no change of theirs. */
export function cameFrom(remote: Remote, theirs: StoredRecord): StoredRecord {
  const {base} = caughtUp({record: theirs, remote}, theirs)
  return remote.base === null ? {...theirs, ...base} : base
}
