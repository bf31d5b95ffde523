import {groupFieldNames} from '../model/group'
import {without} from '../model/json'
import {changedSinceCode, ServiceError} from './service-error'
import type {ExpectedVersion} from './rule-service'
import {withPairIds, withUnknownFields} from '../model/pair-ids'
import type {GroupPayload, RulePayload} from '../model/payload'
import {faultText, type FaultText} from '../model/faults'
import {ruleFieldNames, schemaVersion, type StoredRecord} from '../model/rule'

/** The author and time (milliseconds since 1970) of a change, and a source of id suffixes. */
export type RecordStamp = {readonly now: number; readonly userId: string; suffix(): string}

/** The modification date of a record; null if it has none. */
export function getModificationDate({modificationDate: date}: StoredRecord): number | null {
  return typeof date === 'number' && Number.isFinite(date) ? date : null
}

/** Throws `changed-since` for a change that was made from another version. */
export function requireVersion(stored: StoredRecord, expected: ExpectedVersion | undefined, what: FaultText): void {
  if (expected !== undefined && expected !== getModificationDate(stored))
    throw new ServiceError(400, changedSinceCode, faultText('changedMeanwhile', {what}))
}

/** The time of a change, later than the last one, so that versions differ. */
export const nextModificationDate = (before: StoredRecord, now: number): number =>
  Math.max(now, (getModificationDate(before) ?? -Infinity) + 1)

const toNewStamps = ({now, userId}: RecordStamp) => ({
  creationDate: now,
  modificationDate: now,
  createdBy: userId,
  lastModifiedBy: userId,
  currentOwnerId: userId,
})

const createFieldReader =
  (stored: StoredRecord) => (name: string, type: 'string' | 'number' | 'boolean', otherwise: unknown) =>
    typeof stored[name] === type ? stored[name] : otherwise

function toChangedStamps(stored: StoredRecord, {now, userId}: RecordStamp) {
  const own = createFieldReader(stored)
  return {
    creationDate: own('creationDate', 'number', now),
    modificationDate: nextModificationDate(stored, now),
    createdBy: own('createdBy', 'string', userId),
    lastModifiedBy: userId,
    currentOwnerId: own('currentOwnerId', 'string', userId),
  }
}

const createPairIds = (stamp: RecordStamp) => () => `pair_${stamp.suffix()}`

export const createRuleRecord = (id: string, payload: RulePayload, stamp: RecordStamp): StoredRecord => ({
  id,
  ...payload,
  pairs: withPairIds(payload.pairs, createPairIds(stamp)),
  ...toNewStamps(stamp),
  isSample: false,
  isFavourite: payload.isFavourite ?? false,
  schemaVersion,
})

/** Merges a payload into a stored record, including unknown fields. */
export function updateRuleRecord(
  id: string,
  stored: StoredRecord,
  payload: RulePayload,
  stamp: RecordStamp,
): StoredRecord {
  const own = createFieldReader(stored)
  return {
    id,
    ...without(stored, ...ruleFieldNames),
    ...payload,
    pairs: withPairIds(withUnknownFields(payload.pairs, payload.ruleType, stored), createPairIds(stamp)),
    ...toChangedStamps(stored, stamp),
    isSample: own('isSample', 'boolean', false),
    isFavourite: payload.isFavourite ?? own('isFavourite', 'boolean', false),
    schemaVersion,
  }
}

export const createGroupRecord = (id: string, payload: GroupPayload, stamp: RecordStamp): StoredRecord => ({
  id,
  ...payload,
  ...toNewStamps(stamp),
})

export const updateGroupRecord = (
  id: string,
  stored: StoredRecord,
  payload: GroupPayload,
  stamp: RecordStamp,
): StoredRecord => ({
  id,
  ...without(stored, ...groupFieldNames),
  ...payload,
  ...toChangedStamps(stored, stamp),
})
