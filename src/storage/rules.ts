import {isRecord} from '../model/json'
import type {NewRule, KeptRule, Ranks, RuleMove} from '../api/library'
import {freeId} from '../model/pair-ids'
import {changedRule, demandSeen, newRule} from '../api/record-making'
import type {Rule} from '../model/rule'
import type {Remote} from '../model/team'
import {isRuleType} from '../model/rules'
import type {Seen, UpdatedRule} from '../api/rule-service'
import {invalid, typeChange, notFound} from '../api/service-error'
import {toRuleResponse, toUpdatedRule, validateRulePayload, describeRule} from '../dnr/service-responses'
import {detached, demandGroup, ruleOf, makingOf, type LibraryNeeds, patched, groupIdOf, inGroup} from './needs'
import {newNumber, lastRank, placesOf} from './order'
import type {Work} from './state'
import {ruleInThatGroup} from '../model/reasons'

type Together = RuleMove & {
  readonly waiting: ReadonlySet<string>
}

function moveTogether(work: Work, needs: LibraryNeeds, move: Together): Ranks {
  const {ids, before, groupId, ranks = [NaN], waiting} = move
  demandGroup(work, groupId)
  for (const rule of ids.map(id => ruleOf(work, id)))
    if (groupIdOf(work, rule) !== groupId) work.rules.put(inGroup(rule, groupId, needs))
  const isPeer = (rule: KeptRule) => groupIdOf(work, rule) === groupId
  if (before !== null && !isPeer(ruleOf(work, before))) throw notFound(ruleInThatGroup(before))
  const find = () => {
    const all = work.rules.all().filter(({id}) => !waiting.has(id))
    return {
      entries: ids.map(id => ruleOf(work, id)),
      before: before === null ? null : ruleOf(work, before),
      peers: all.filter(isPeer),
      all,
    }
  }
  const places = placesOf(work, 'rule', find, ranks)
  const stood: Record<string, number> = {}
  ids.forEach((id, index) => {
    const moved = ruleOf(work, id)
    const rank = places[index] ?? moved.rank
    stood[id] = moved.rank
    if (moved.rank !== rank) work.rules.put({...moved, rank})
  })
  return stood
}

export function moveRules(work: Work, needs: LibraryNeeds, moves: readonly RuleMove[]): Ranks {
  const waiting = new Set(moves.flatMap(({ids}) => ids))
  return Object.assign(
    {},
    ...moves.map(move => {
      for (const id of move.ids) waiting.delete(id)
      return moveTogether(work, needs, {...move, waiting})
    }),
  )
}

/** Changes only `status`, so that unreadable records can be switched. */
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

export function getRule(work: Work, id: string): Rule {
  const kept = ruleOf(work, id)
  const read = toRuleResponse(kept.record)
  if (!read.ok) throw invalid(describeRule(kept.record), read.faults)
  return read.value
}

export function createRule(
  work: Work,
  needs: LibraryNeeds,
  raw: unknown,
  {once, before, team}: NewRule = {},
  rank?: number,
): Rule {
  const payload = validateRulePayload(detached(raw, describeRule(raw)))
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
  demandSeen(kept.record, seen, describeRule(kept.record))
  const before = kept.record['ruleType']
  const asked = isRecord(raw) ? raw['ruleType'] : undefined
  if (typeof before === 'string' && isRuleType(asked) && asked !== before) throw typeChange(before, asked)
  const payload = validateRulePayload(detached(raw, describeRule(raw)))
  // An unknown group that the record came with is no mistake of this change.
  if (payload.groupId !== kept.record['groupId']) demandGroup(work, payload.groupId)
  work.rules.put({...kept, record: changedRule(id, kept.record, payload, makingOf(work, needs))})
  return toUpdatedRule(getRule(work, id))
}
