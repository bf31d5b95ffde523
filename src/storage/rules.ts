import {isRecord} from '../model/json'
import type {CreateRuleOptions, StoredRule, RanksById, RuleMove} from '../api/library'
import {freeId} from '../model/pair-ids'
import {updateRuleRecord, requireVersion, createRuleRecord} from '../api/record-changes'
import type {Rule} from '../model/rule'
import type {RemoteState} from '../model/team'
import {isRuleType} from '../model/rules'
import type {ExpectedVersion, UpdatedRule} from '../api/rule-service'
import {invalidError, typeChangeError, notFoundError} from '../api/service-error'
import {toRuleResponse, toUpdatedRule, validateRulePayload, describeRule} from '../dnr/service-responses'
import {
  deepClone,
  requireGroup,
  getStoredRule,
  createStamp,
  type LibraryDependencies,
  patchRecord,
  getGroupId,
  withGroupId,
} from './records'
import {allocateNumber, getNextRank, assignRanks} from './order'
import type {LibraryTransaction} from './state'
import {faultText} from '../model/faults'

type GroupedMove = RuleMove & {
  readonly notYetMoved: ReadonlySet<string>
}

function moveToGroup(draft: LibraryTransaction, deps: LibraryDependencies, move: GroupedMove): RanksById {
  const {ids, before, groupId, ranks = [NaN], notYetMoved} = move
  requireGroup(draft, groupId)
  for (const rule of ids.map(id => getStoredRule(draft, id)))
    if (getGroupId(draft, rule) !== groupId) draft.rules.put(withGroupId(rule, groupId, deps))
  const isPeer = (rule: StoredRule) => getGroupId(draft, rule) === groupId
  if (before !== null && !isPeer(getStoredRule(draft, before)))
    throw notFoundError(faultText('ruleInThatGroup', {id: before}))
  const find = () => {
    const all = draft.rules.all().filter(({id}) => !notYetMoved.has(id))
    return {
      entries: ids.map(id => getStoredRule(draft, id)),
      before: before === null ? null : getStoredRule(draft, before),
      peers: all.filter(isPeer),
      all,
    }
  }
  const newRanks = assignRanks(draft, 'rule', find, ranks)
  const previousRanks: Record<string, number> = {}
  ids.forEach((id, index) => {
    const moved = getStoredRule(draft, id)
    const rank = newRanks[index] ?? moved.rank
    previousRanks[id] = moved.rank
    if (moved.rank !== rank) draft.rules.put({...moved, rank})
  })
  return previousRanks
}

export function moveRules(draft: LibraryTransaction, deps: LibraryDependencies, moves: readonly RuleMove[]): RanksById {
  const notYetMoved = new Set(moves.flatMap(({ids}) => ids))
  return Object.assign(
    {},
    ...moves.map(move => {
      for (const id of move.ids) notYetMoved.delete(id)
      return moveToGroup(draft, deps, {...move, notYetMoved})
    }),
  )
}

/** Changes only `status`, so that unreadable records can be switched. */
export function switchRules(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  ids: readonly string[],
  on: boolean,
): void {
  const status = on ? 'Active' : 'Inactive'
  for (const stored of ids.map(id => getStoredRule(draft, id)))
    if (stored.record['status'] !== status)
      draft.rules.put({...stored, record: patchRecord(stored.record, {status}, deps)})
}

export function pinRules(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  ids: readonly string[],
  isFavourite: boolean,
): void {
  for (const stored of ids.map(id => getStoredRule(draft, id)))
    if (stored.record['isFavourite'] !== isFavourite)
      draft.rules.put({...stored, record: patchRecord(stored.record, {isFavourite}, deps)})
}

export function getRule(draft: LibraryTransaction, id: string): Rule {
  const stored = getStoredRule(draft, id)
  const read = toRuleResponse(stored.record)
  if (!read.ok) throw invalidError(describeRule(stored.record), read.faults)
  return read.value
}

export function createRule(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  raw: unknown,
  {once, before, team}: CreateRuleOptions = {},
  rank?: number,
): Rule {
  const payload = validateRulePayload(deepClone(raw, describeRule(raw)))
  const preferredId = `${payload.ruleType}_${once ?? deps.suffix()}`
  if (once !== undefined && draft.rules.get(preferredId) !== undefined) {
    updateRule(draft, deps, preferredId, raw)
    return getRule(draft, preferredId)
  }
  requireGroup(draft, payload.groupId)
  const isTaken = (id: string) => draft.rules.get(id) !== undefined || draft.trash.get(id) !== undefined
  const id = freeId(preferredId, isTaken)
  const record = createRuleRecord(id, payload, createStamp(draft, deps))
  const remote: RemoteState | null = team && draft.values.team ? {id: null, base: null} : null
  draft.rules.put({
    id,
    number: allocateNumber(draft),
    rank: rank ?? getNextRank(draft, 'rule'),
    record,
    ...(remote && {remote}),
  })
  if (before !== undefined) moveRules(draft, deps, [{ids: [id], before, groupId: payload.groupId}])
  return getRule(draft, id)
}

export function updateRule(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  id: string,
  raw: unknown,
  expected?: ExpectedVersion,
): UpdatedRule {
  const stored = getStoredRule(draft, id)
  requireVersion(stored.record, expected, describeRule(stored.record))
  const before = stored.record['ruleType']
  const newType = isRecord(raw) ? raw['ruleType'] : undefined
  if (typeof before === 'string' && isRuleType(newType) && newType !== before) throw typeChangeError(before, newType)
  const payload = validateRulePayload(deepClone(raw, describeRule(raw)))
  // An unknown group that the record already had is accepted.
  if (payload.groupId !== stored.record['groupId']) requireGroup(draft, payload.groupId)
  draft.rules.put({...stored, record: updateRuleRecord(id, stored.record, payload, createStamp(draft, deps))})
  return toUpdatedRule(getRule(draft, id))
}
