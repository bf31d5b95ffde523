import {readGroup, type Group} from '../contract/group'
import {withPairIds} from '../contract/pair-ids'
import {without} from '../contract/json'
import {readRule, schemaVersion, type Reading, type Rule, type StoredRecord} from '../contract/rule'
import type {UpdatedGroup, UpdatedRule} from '../contract/rule-service'
import {translate} from './translate'
import type {Surroundings} from './translation'

/** Answers share nothing with what is kept, so that a caller may change them. */
const copied = <T>(answer: T): T => structuredClone(answer)

export function answeredRule(record: StoredRecord, surroundings?: Surroundings): Reading<Rule> {
  const read = readRule(record)
  if (!read.ok) return read
  const {extensionRules} = translate(read.value, surroundings)
  const pairs = withPairIds(read.value.pairs, index => `pair_${index + 1}`)
  const rule = {isSample: false, isFavourite: false, schemaVersion, ...read.value, pairs, extensionRules}
  return {ok: true, value: copied(rule) as unknown as Rule}
}

/** In a listing one bad record must not take the others with it: it is shown as it is kept. */
export function listedRule(record: StoredRecord, surroundings?: Surroundings): StoredRecord {
  try {
    const read = answeredRule(record, surroundings)
    if (read.ok) return read.value
  } catch {
    // A record that the translation chokes on is shown like one that cannot be read.
  }
  return copied(record)
}

/** The contract shows an update's answer without these. */
export const updatedRule = (rule: Rule): UpdatedRule =>
  without(
    rule,
    'groupId',
    'isSample',
    'isFavourite',
    'schemaVersion',
    'extensionRules',
    'currentOwnerId',
  ) as unknown as UpdatedRule

export function answeredGroup(record: StoredRecord): Reading<Group> {
  const read = readGroup(record)
  return read.ok ? {ok: true, value: copied(read.value)} : read
}

export function listedGroup(record: StoredRecord): StoredRecord {
  const read = answeredGroup(record)
  return read.ok ? read.value : copied(record)
}

export const updatedGroup = (group: Group): UpdatedGroup => without(group, 'currentOwnerId')
