import {fault, faultText} from '../model/faults'
import {readGroup, type Group} from '../model/group'
import type {JsonRecord} from '../model/json'
import {readGroupPayload, type GroupPayload} from '../model/payload'
import {updateGroupRecord, requireVersion, createGroupRecord} from '../api/record-changes'
import type {StoredRecord} from '../model/rule'
import type {ExpectedVersion, UpdatedGroup} from '../api/rule-service'
import {invalidError, notFoundError} from '../api/service-error'
import {toUpdatedGroup} from '../dnr/service-responses'
import {createStamp, getRecordStore, type RequestContext} from './request-context'
import {createOnce} from './idempotency'
import {findSizeFaults} from './limits'
import {add, find, remove, replace, ungroup, type RecordStore} from './record-store'
import {createSuffix} from './random-suffix'

const getGroups = (context: RequestContext): RecordStore => getRecordStore(context, 'group')

function validate(body: JsonRecord): GroupPayload {
  const read = readGroupPayload(body)
  const faults = [...findSizeFaults(body), ...(read.ok ? [] : read.faults)]
  if (!read.ok || faults.length > 0) throw invalidError(faultText('theGroup'), faults)
  return read.value
}

function toResponse(record: StoredRecord): Group {
  const read = readGroup(record)
  if (!read.ok) throw invalidError(faultText('theGroup'), read.faults)
  return read.value
}

/** The contract tells an id that can be no group's (400) from a group that does not exist (404). */
function requireGroupId(id: string): void {
  if (!/^Group_./.test(id))
    throw invalidError(faultText('theGroup'), [fault('id', 'not-a-group-id', faultText('notAGroupId'))])
}

export async function createGroup(context: RequestContext, body: JsonRecord, idempotencyKey?: string): Promise<Group> {
  const record = await createOnce(context, 'group', idempotencyKey, async transaction => {
    const id = `Group_${createSuffix(12)}`
    const created = createGroupRecord(id, validate(body), createStamp(transaction))
    await add(getGroups(transaction), id, created)
    return created
  })
  return toResponse(record)
}

export function updateGroup(
  context: RequestContext,
  id: string,
  body: JsonRecord,
  expected?: ExpectedVersion,
): Promise<UpdatedGroup> {
  requireGroupId(id)
  return context.transaction(async transaction => {
    const stored = await find(getGroups(transaction), id, 'forUpdate')
    if (stored === null) throw notFoundError(faultText('groupOfId', {id}))
    requireVersion(stored, expected, faultText('groupOfId', {id}))
    const record = updateGroupRecord(id, stored, validate(body), createStamp(transaction))
    await replace(getGroups(transaction), id, record)
    return toUpdatedGroup(toResponse(record))
  })
}

export async function deleteGroup(context: RequestContext, id: string, expected?: ExpectedVersion): Promise<void> {
  requireGroupId(id)
  await context.transaction(async transaction => {
    const stored = await find(getGroups(transaction), id, 'forUpdate')
    if (stored) requireVersion(stored, expected, faultText('groupOfId', {id}))
    // The group first: a rule that is being moved into it locks it, and is found below.
    if (!(await remove(getGroups(transaction), id))) throw notFoundError(faultText('groupOfId', {id}))
    await ungroup(getRecordStore(transaction, 'rule'), id, transaction.now, transaction.caller.userId)
  })
}
