import {isRecord, without} from '../contract/json'
import type {KeptRule, NewRule, RuleMove} from '../contract/library'
import type {RulePayload} from '../contract/payload'
import {ruleFieldNames, schemaVersion, type Rule, type StoredRecord} from '../contract/rule'
import {isRuleType} from '../contract/rules'
import type {UpdatedRule} from '../contract/rule-service'
import {changedSince, invalid, notFound, ServiceError, typeChange} from '../contract/service-error'
import {answeredRule, updatedRule} from './answers'
import {demandGroup, groupIdOf, inGroup} from './membership'
import {dateOf, freeId, modificationDate, patched, userIdOf, type LibraryNeeds} from './needs'
import {newNumber} from './numbers'
import {lastRank, placesOf} from './order'
import {withPairIds, withUnknownFields} from './pairs'
import {checkedRule, ruleNamed} from './rule-payload'
import type {Work} from './state'

export function ruleOf({rules}: Work, id: string): KeptRule {
  const rule = rules.get(id)
  if (rule === undefined) throw notFound(`Rule ${id}`)
  return rule
}

export function getRule(work: Work, id: string): Rule {
  const kept = ruleOf(work, id)
  const read = answeredRule(kept)
  if (!read.ok) throw invalid(ruleNamed(kept.record), read.faults)
  return read.value
}

const pairIds =
  ({suffix}: LibraryNeeds) =>
  () =>
    `pair_${suffix()}`

export function createRule(work: Work, needs: LibraryNeeds, raw: unknown, {once, before}: NewRule = {}): Rule {
  const payload = checkedRule(raw)
  const wanted = `${payload.ruleType}_${once ?? needs.suffix()}`
  if (once !== undefined && work.rules.get(wanted) !== undefined) {
    updateRule(work, needs, wanted, raw)
    return getRule(work, wanted)
  }
  demandGroup(work, payload.groupId)
  const now = needs.now()
  const userId = userIdOf(work, needs)
  const isTaken = (id: string) => work.rules.get(id) !== undefined || work.trash.get(id) !== undefined
  const id = freeId(wanted, isTaken)
  const record: StoredRecord = {
    id,
    ...payload,
    pairs: withPairIds(payload.pairs, pairIds(needs)),
    creationDate: now,
    modificationDate: now,
    createdBy: userId,
    lastModifiedBy: userId,
    currentOwnerId: userId,
    isSample: false,
    isFavourite: payload.isFavourite ?? false,
    schemaVersion,
  }
  work.rules.put({id, number: newNumber(work), rank: lastRank(work, 'rule'), record})
  if (before !== undefined) moveTogether(work, needs, {ids: [id], before, groupId: payload.groupId})
  return getRule(work, id)
}

/** What the payload says; of the rest what the record says already, unknown fields included. */
function updatedRecord(stored: StoredRecord, payload: RulePayload, needs: LibraryNeeds, userId: string): StoredRecord {
  const own = (name: string, type: 'string' | 'number' | 'boolean', otherwise: unknown) =>
    typeof stored[name] === type ? stored[name] : otherwise
  return {
    ...without(stored, ...ruleFieldNames),
    ...payload,
    pairs: withPairIds(withUnknownFields(payload.pairs, payload.ruleType, stored), pairIds(needs)),
    creationDate: own('creationDate', 'number', needs.now()),
    modificationDate: modificationDate(stored, needs),
    createdBy: own('createdBy', 'string', userId),
    lastModifiedBy: userId,
    currentOwnerId: own('currentOwnerId', 'string', userId),
    isSample: own('isSample', 'boolean', false),
    isFavourite: payload.isFavourite ?? own('isFavourite', 'boolean', false),
    schemaVersion,
  }
}

export function updateRule(
  work: Work,
  needs: LibraryNeeds,
  id: string,
  raw: unknown,
  seen?: number | null,
): UpdatedRule {
  const kept = ruleOf(work, id)
  if (seen !== undefined && seen !== dateOf(kept.record))
    throw new ServiceError(400, changedSince, `${ruleNamed(kept.record)} was changed meanwhile.`)
  const before = kept.record['ruleType']
  const asked = isRecord(raw) ? raw['ruleType'] : undefined
  if (typeof before === 'string' && isRuleType(asked) && asked !== before) throw typeChange(before, asked)
  const payload = checkedRule(raw)
  // A group that is not known, as a record may come with, is no mistake of this change.
  if (payload.groupId !== kept.record['groupId']) demandGroup(work, payload.groupId)
  const record = {id, ...updatedRecord(kept.record, payload, needs, userIdOf(work, needs))}
  work.rules.put({...kept, record})
  return updatedRule(getRule(work, id))
}

/** Touches nothing but `status`, so that records which cannot be read can be switched as well. */
export function switchRules(work: Work, needs: LibraryNeeds, ids: readonly string[], on: boolean): void {
  const status = on ? 'Active' : 'Inactive'
  for (const kept of ids.map(id => ruleOf(work, id)))
    if (kept.record['status'] !== status) work.rules.put({...kept, record: patched(kept.record, {status}, needs)})
}

export function pinRules(work: Work, needs: LibraryNeeds, ids: readonly string[], isFavourite: boolean): void {
  for (const kept of ids.map(id => ruleOf(work, id)))
    if (kept.record['isFavourite'] !== isFavourite)
      work.rules.put({...kept, record: patched(kept.record, {isFavourite}, needs)})
}

function moveTogether(work: Work, needs: LibraryNeeds, {ids, before, groupId}: RuleMove): void {
  demandGroup(work, groupId)
  for (const rule of ids.map(id => ruleOf(work, id)))
    if (groupIdOf(work, rule) !== groupId) work.rules.put(inGroup(rule, groupId, needs))
  const isPeer = (rule: KeptRule) => groupIdOf(work, rule) === groupId
  if (before !== null && !isPeer(ruleOf(work, before))) throw notFound(`Rule ${before} in that group`)
  const ranks = placesOf(work, 'rule', () => ({
    entries: ids.map(id => ruleOf(work, id)),
    before: before === null ? null : ruleOf(work, before),
    peers: work.rules.all().filter(isPeer),
  }))
  ids.forEach((id, index) => {
    const moved = ruleOf(work, id)
    const rank = ranks[index] ?? moved.rank
    if (moved.rank !== rank) work.rules.put({...moved, rank})
  })
}

export function moveRules(work: Work, needs: LibraryNeeds, moves: readonly RuleMove[]): void {
  for (const move of moves) moveTogether(work, needs, move)
}
