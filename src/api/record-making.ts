import {groupFieldNames} from '../model/group'
import {without} from '../model/json'
import {changedSince, ServiceError} from './service-error'
import type {Seen} from './rule-service'
import {withPairIds, withUnknownFields} from '../model/pair-ids'
import type {GroupPayload, RulePayload} from '../model/payload'
import {changedMeanwhile} from '../model/reasons'
import {ruleFieldNames, schemaVersion, type StoredRecord} from '../model/rule'

/** Who makes or changes a record, when (milliseconds since 1970), and the end of a new id, different each time. */
export type Making = {readonly now: number; readonly userId: string; suffix(): string}

/** When a record was last changed, or null where it does not say. */
export function dateOf({modificationDate: date}: StoredRecord): number | null {
  return typeof date === 'number' && Number.isFinite(date) ? date : null
}

/** Refuses a change that was made from another version than the one that is kept. */
export function demandSeen(kept: StoredRecord, seen: Seen | undefined, what: string): void {
  if (seen !== undefined && seen !== dateOf(kept)) throw new ServiceError(400, changedSince, changedMeanwhile(what))
}

/** The time of a change: now, but always later than the change before, so that it can be told from it. */
export const modificationDate = (before: StoredRecord, now: number): number =>
  Math.max(now, (dateOf(before) ?? -Infinity) + 1)

const stampsOf = ({now, userId}: Making) => ({
  creationDate: now,
  modificationDate: now,
  createdBy: userId,
  lastModifiedBy: userId,
  currentOwnerId: userId,
})

const ownOf = (stored: StoredRecord) => (name: string, type: 'string' | 'number' | 'boolean', otherwise: unknown) =>
  typeof stored[name] === type ? stored[name] : otherwise

function changedStamps(stored: StoredRecord, {now, userId}: Making) {
  const own = ownOf(stored)
  return {
    creationDate: own('creationDate', 'number', now),
    modificationDate: modificationDate(stored, now),
    createdBy: own('createdBy', 'string', userId),
    lastModifiedBy: userId,
    currentOwnerId: own('currentOwnerId', 'string', userId),
  }
}

const pairId =
  ({suffix}: Making) =>
  () =>
    `pair_${suffix()}`

export const newRule = (id: string, payload: RulePayload, making: Making): StoredRecord => ({
  id,
  ...payload,
  pairs: withPairIds(payload.pairs, pairId(making)),
  ...stampsOf(making),
  isSample: false,
  isFavourite: payload.isFavourite ?? false,
  schemaVersion,
})

/** What the payload says; of the rest what the record says already, unknown fields included. */
export function changedRule(id: string, stored: StoredRecord, payload: RulePayload, making: Making): StoredRecord {
  const own = ownOf(stored)
  return {
    id,
    ...without(stored, ...ruleFieldNames),
    ...payload,
    pairs: withPairIds(withUnknownFields(payload.pairs, payload.ruleType, stored), pairId(making)),
    ...changedStamps(stored, making),
    isSample: own('isSample', 'boolean', false),
    isFavourite: payload.isFavourite ?? own('isFavourite', 'boolean', false),
    schemaVersion,
  }
}

export const newGroup = (id: string, payload: GroupPayload, making: Making): StoredRecord => ({
  id,
  ...payload,
  ...stampsOf(making),
})

export const changedGroup = (
  id: string,
  stored: StoredRecord,
  payload: GroupPayload,
  making: Making,
): StoredRecord => ({
  id,
  ...without(stored, ...groupFieldNames),
  ...payload,
  ...changedStamps(stored, making),
})
