import {faultText} from '../model/faults'
import type {JsonRecord} from '../model/json'
import {readRulePayload, type RulePayload} from '../model/payload'
import {updateRuleRecord, requireVersion, createRuleRecord} from '../api/record-changes'
import type {Rule, StoredRecord} from '../model/rule'
import {isRuleType} from '../model/rules'
import type {ExpectedVersion, UpdatedRule} from '../api/rule-service'
import {invalidError, notFoundError, typeChangeError} from '../api/service-error'
import {toRuleResponse, toUpdatedRule, validateRulePayload, describeRule} from '../dnr/service-responses'
import {createStamp, getRecordStore, type RequestContext} from './request-context'
import {createOnce} from './idempotency'
import {findSizeFaults} from './limits'
import {add, find, remove, replace, type RecordStore} from './record-store'
import {createSuffix} from './random-suffix'

const getRules = (context: RequestContext): RecordStore => getRecordStore(context, 'rule')

function validate(payload: JsonRecord): RulePayload {
  const faults = findSizeFaults(payload)
  if (faults.length === 0) return validateRulePayload(payload)
  const read = readRulePayload(payload)
  throw invalidError(describeRule(payload), [...faults, ...(read.ok ? [] : read.faults)])
}

/** Locks the group against deletion until the transaction ends. */
const isGroup = async (context: RequestContext, groupId: unknown): Promise<boolean> =>
  groupId === '' ||
  (typeof groupId === 'string' && (await find(getRecordStore(context, 'group'), groupId, 'forShare')) !== null)

function toResponse(context: RequestContext, record: StoredRecord): Rule {
  const read = toRuleResponse(record, {apiHost: context.host})
  if (!read.ok) throw invalidError(describeRule(record), read.faults)
  return read.value
}

/** A body with the id of a rule must not change its type. */
async function requireSameType(context: RequestContext, {id, ruleType}: JsonRecord): Promise<void> {
  if (typeof id !== 'string' || !isRuleType(ruleType)) return
  const currentType = (await find(getRules(context), id))?.['ruleType']
  if (typeof currentType === 'string' && currentType !== ruleType) throw typeChangeError(currentType, ruleType)
}

export async function createRule(context: RequestContext, body: JsonRecord, idempotencyKey?: string): Promise<Rule> {
  const record = await createOnce(context, 'rule', idempotencyKey, async transaction => {
    const payload = validate(body)
    await requireSameType(transaction, body)
    if (!(await isGroup(transaction, payload.groupId)))
      throw notFoundError(faultText('groupOfId', {id: payload.groupId}))
    const id = `${payload.ruleType}_${createSuffix(12)}`
    const created = createRuleRecord(id, payload, createStamp(transaction))
    await add(getRules(transaction), id, created)
    return created
  })
  return toResponse(context, record)
}

export function updateRule(
  context: RequestContext,
  id: string,
  body: JsonRecord,
  expected?: ExpectedVersion,
): Promise<UpdatedRule> {
  return context.transaction(async transaction => {
    // Lock the group before the rule, in the order of deleteGroup, to avoid a deadlock.
    const isInGroup = await isGroup(transaction, body['groupId'] ?? '')
    const stored = await find(getRules(transaction), id, 'forUpdate')
    if (stored === null) throw notFoundError(faultText('ruleOfId', {id}))
    requireVersion(stored, expected, describeRule(stored))
    const {ruleType: currentType} = stored
    if (typeof currentType === 'string' && isRuleType(body['ruleType']) && body['ruleType'] !== currentType)
      throw typeChangeError(currentType, body['ruleType'])
    const payload = validate(body)
    // An unknown group that the rule already has may stay.
    if (!isInGroup && payload.groupId !== stored['groupId'])
      throw notFoundError(faultText('groupOfId', {id: payload.groupId}))
    const record = updateRuleRecord(id, stored, payload, createStamp(transaction))
    await replace(getRules(transaction), id, record)
    return toUpdatedRule(toResponse(transaction, record))
  })
}

export async function getRule(context: RequestContext, id: string): Promise<Rule> {
  const stored = await find(getRules(context), id)
  if (stored === null) throw notFoundError(faultText('ruleOfId', {id}))
  return toResponse(context, stored)
}

export function deleteRule(context: RequestContext, id: string, expected?: ExpectedVersion): Promise<void> {
  return context.transaction(async transaction => {
    const stored = await find(getRules(transaction), id, 'forUpdate')
    if (stored === null) throw notFoundError(faultText('ruleOfId', {id}))
    requireVersion(stored, expected, describeRule(stored))
    await remove(getRules(transaction), id)
  })
}
