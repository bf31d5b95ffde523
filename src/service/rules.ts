import {isRecord} from '../contract/json'
import type {NewRule} from '../contract/library'
import {freeId} from '../contract/pair-ids'
import {changedRule, demandSeen, newRule} from '../contract/record-making'
import type {Rule} from '../contract/rule'
import type {Remote} from '../contract/team'
import {isRuleType} from '../contract/rules'
import type {Seen, UpdatedRule} from '../contract/rule-service'
import {invalid, typeChange} from '../contract/service-error'
import {answeredRule, updatedRule, checkedRule, ruleNamed} from '../translate/answers'
import {detached} from './detached'
import {demandGroup, ruleOf} from './membership'
import {moveRules} from './moves'
import {makingOf, type LibraryNeeds} from './needs'
import {newNumber} from './numbers'
import {lastRank} from './order'
import type {Work} from './state'

export function getRule(work: Work, id: string): Rule {
  const kept = ruleOf(work, id)
  const read = answeredRule(kept.record)
  if (!read.ok) throw invalid(ruleNamed(kept.record), read.faults)
  return read.value
}

export function createRule(
  work: Work,
  needs: LibraryNeeds,
  raw: unknown,
  {once, before, team}: NewRule = {},
  rank?: number,
): Rule {
  const payload = checkedRule(detached(raw, ruleNamed(raw)))
  const wanted = `${payload.ruleType}_${once ?? needs.suffix()}`
  if (once !== undefined && work.rules.get(wanted) !== undefined) {
    updateRule(work, needs, wanted, raw)
    return getRule(work, wanted)
  }
  demandGroup(work, payload.groupId)
  const isTaken = (id: string) => work.rules.get(id) !== undefined || work.trash.get(id) !== undefined
  const id = freeId(wanted, isTaken)
  const record = newRule(id, payload, makingOf(work, needs))
  const remote: Remote | null = team && work.values.team ? {id: null, base: null} : null
  work.rules.put({id, number: newNumber(work), rank: rank ?? lastRank(work, 'rule'), record, ...(remote && {remote})})
  if (before !== undefined) moveRules(work, needs, [{ids: [id], before, groupId: payload.groupId}])
  return getRule(work, id)
}

export function updateRule(work: Work, needs: LibraryNeeds, id: string, raw: unknown, seen?: Seen): UpdatedRule {
  const kept = ruleOf(work, id)
  demandSeen(kept.record, seen, ruleNamed(kept.record))
  const before = kept.record['ruleType']
  const asked = isRecord(raw) ? raw['ruleType'] : undefined
  if (typeof before === 'string' && isRuleType(asked) && asked !== before) throw typeChange(before, asked)
  const payload = checkedRule(detached(raw, ruleNamed(raw)))
  // A group that is not known, as a record may come with, is no mistake of this change.
  if (payload.groupId !== kept.record['groupId']) demandGroup(work, payload.groupId)
  work.rules.put({...kept, record: changedRule(id, kept.record, payload, makingOf(work, needs))})
  return updatedRule(getRule(work, id))
}
