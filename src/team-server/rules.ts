import {faultText} from '../model/faults'
import type {JsonRecord} from '../model/json'
import {readRulePayload, type RulePayload} from '../model/payload'
import {updateRuleRecord, requireVersion, createRuleRecord} from '../api/record-changes'
import type {Rule, StoredRecord} from '../model/rule'
import {isRuleType} from '../model/rules'
import type {ExpectedVersion, UpdatedRule} from '../api/rule-service'
import {invalidError, notFoundError, typeChangeError} from '../api/service-error'
import {toRuleResponse, toUpdatedRule, validateRulePayload, describeRule} from '../dnr/service-responses'
import {makingBy, shelfOf, type Desk} from './request-context'
import {createOnce} from './idempotency'
import {faultsOfSize} from './limits'
import {add, find, remove, replace, type Shelf} from './record-store'
import {suffix} from './random-suffix'

const rulesOf = (desk: Desk): Shelf => shelfOf(desk, 'rule')

function checked(payload: JsonRecord): RulePayload {
  const faults = faultsOfSize(payload)
  if (faults.length === 0) return validateRulePayload(payload)
  const read = readRulePayload(payload)
  throw invalidError(describeRule(payload), [...faults, ...(read.ok ? [] : read.faults)])
}

/** Locks the group against deletion until the transaction ends. */
const isGroup = async (desk: Desk, groupId: unknown): Promise<boolean> =>
  groupId === '' || (typeof groupId === 'string' && (await find(shelfOf(desk, 'group'), groupId, 'forShare')) !== null)

function answered(desk: Desk, record: StoredRecord): Rule {
  const read = toRuleResponse(record, {apiHost: desk.host})
  if (!read.ok) throw invalidError(describeRule(record), read.faults)
  return read.value
}

/** A body with the id of a rule must not change its type. */
async function demandNoOtherType(desk: Desk, {id, ruleType}: JsonRecord): Promise<void> {
  if (typeof id !== 'string' || !isRuleType(ruleType)) return
  const before = (await find(rulesOf(desk), id))?.['ruleType']
  if (typeof before === 'string' && before !== ruleType) throw typeChangeError(before, ruleType)
}

export async function createRule(desk: Desk, body: JsonRecord, idempotencyKey?: string): Promise<Rule> {
  const record = await createOnce(desk, 'rule', idempotencyKey, async inside => {
    const payload = checked(body)
    await demandNoOtherType(inside, body)
    if (!(await isGroup(inside, payload.groupId))) throw notFoundError(faultText('groupOfId', {id: payload.groupId}))
    const id = `${payload.ruleType}_${suffix(12)}`
    const created = createRuleRecord(id, payload, makingBy(inside))
    await add(rulesOf(inside), id, created)
    return created
  })
  return answered(desk, record)
}

export function updateRule(desk: Desk, id: string, body: JsonRecord, seen?: ExpectedVersion): Promise<UpdatedRule> {
  return desk.transaction(async inside => {
    // Lock the group before the rule, in the order of deleteGroup, or the two could wait for each other.
    const isInGroup = await isGroup(inside, body['groupId'] ?? '')
    const kept = await find(rulesOf(inside), id, 'forUpdate')
    if (kept === null) throw notFoundError(faultText('ruleOfId', {id}))
    requireVersion(kept, seen, describeRule(kept))
    const {ruleType: before} = kept
    if (typeof before === 'string' && isRuleType(body['ruleType']) && body['ruleType'] !== before)
      throw typeChangeError(before, body['ruleType'])
    const payload = checked(body)
    // An unknown group that the rule already has may stay.
    if (!isInGroup && payload.groupId !== kept['groupId'])
      throw notFoundError(faultText('groupOfId', {id: payload.groupId}))
    const record = updateRuleRecord(id, kept, payload, makingBy(inside))
    await replace(rulesOf(inside), id, record)
    return toUpdatedRule(answered(inside, record))
  })
}

export async function getRule(desk: Desk, id: string): Promise<Rule> {
  const kept = await find(rulesOf(desk), id)
  if (kept === null) throw notFoundError(faultText('ruleOfId', {id}))
  return answered(desk, kept)
}

export function deleteRule(desk: Desk, id: string, seen?: ExpectedVersion): Promise<void> {
  return desk.transaction(async inside => {
    const kept = await find(rulesOf(inside), id, 'forUpdate')
    if (kept === null) throw notFoundError(faultText('ruleOfId', {id}))
    requireVersion(kept, seen, describeRule(kept))
    await remove(rulesOf(inside), id)
  })
}
