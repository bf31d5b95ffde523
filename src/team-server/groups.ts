import {fault, faultText} from '../model/faults'
import {readGroup, type Group} from '../model/group'
import type {JsonRecord} from '../model/json'
import {readGroupPayload, type GroupPayload} from '../model/payload'
import {updateGroupRecord, requireVersion, createGroupRecord} from '../api/record-changes'
import type {StoredRecord} from '../model/rule'
import type {ExpectedVersion, UpdatedGroup} from '../api/rule-service'
import {invalidError, notFoundError} from '../api/service-error'
import {toUpdatedGroup} from '../dnr/service-responses'
import {makingBy, shelfOf, type Desk} from './request-context'
import {createOnce} from './idempotency'
import {faultsOfSize} from './limits'
import {add, find, remove, replace, ungroup, type Shelf} from './record-store'
import {suffix} from './random-suffix'

const groupsOf = (desk: Desk): Shelf => shelfOf(desk, 'group')

function checked(body: JsonRecord): GroupPayload {
  const read = readGroupPayload(body)
  const faults = [...faultsOfSize(body), ...(read.ok ? [] : read.faults)]
  if (!read.ok || faults.length > 0) throw invalidError(faultText('theGroup'), faults)
  return read.value
}

function answered(record: StoredRecord): Group {
  const read = readGroup(record)
  if (!read.ok) throw invalidError(faultText('theGroup'), read.faults)
  return read.value
}

/** The contract tells an id that can be no group's (400) from a group that does not exist (404). */
function demandGroupId(id: string): void {
  if (!/^Group_./.test(id))
    throw invalidError(faultText('theGroup'), [fault('id', 'not-a-group-id', faultText('notAGroupId'))])
}

export async function createGroup(desk: Desk, body: JsonRecord, idempotencyKey?: string): Promise<Group> {
  const record = await createOnce(desk, 'group', idempotencyKey, async inside => {
    const id = `Group_${suffix(12)}`
    const created = createGroupRecord(id, checked(body), makingBy(inside))
    await add(groupsOf(inside), id, created)
    return created
  })
  return answered(record)
}

export function updateGroup(desk: Desk, id: string, body: JsonRecord, seen?: ExpectedVersion): Promise<UpdatedGroup> {
  demandGroupId(id)
  return desk.transaction(async inside => {
    const kept = await find(groupsOf(inside), id, 'forUpdate')
    if (kept === null) throw notFoundError(faultText('groupOfId', {id}))
    requireVersion(kept, seen, faultText('groupOfId', {id}))
    const record = updateGroupRecord(id, kept, checked(body), makingBy(inside))
    await replace(groupsOf(inside), id, record)
    return toUpdatedGroup(answered(record))
  })
}

export async function deleteGroup(desk: Desk, id: string, seen?: ExpectedVersion): Promise<void> {
  demandGroupId(id)
  await desk.transaction(async inside => {
    const kept = await find(groupsOf(inside), id, 'forUpdate')
    if (kept) requireVersion(kept, seen, faultText('groupOfId', {id}))
    // The group first: a rule that is being moved into it locks it, and is found below.
    if (!(await remove(groupsOf(inside), id))) throw notFoundError(faultText('groupOfId', {id}))
    await ungroup(shelfOf(inside, 'rule'), id, inside.now, inside.caller.userId)
  })
}
