import {readGroup, type Group} from '../model/group'
import {fault, faultText, type FaultText} from '../model/faults'
import {isRecord, type JsonRecord} from '../model/json'
import type {StoredGroup} from '../api/library'
import {freeId} from '../model/pair-ids'
import {readGroupPayload, type GroupPayload} from '../model/payload'
import {updateGroupRecord, requireVersion, createGroupRecord} from '../api/record-changes'
import type {ExpectedVersion, UpdatedGroup} from '../api/rule-service'
import {invalidError, notFoundError} from '../api/service-error'
import {toGroupResponse, toUpdatedGroup} from '../dnr/service-responses'
import {deepClone, createStamp, type LibraryDependencies} from './records'
import {getNextRank, assignRanks} from './order'
import type {LibraryTransaction} from './state'

export function getStoredGroup({groups}: LibraryTransaction, id: string): StoredGroup {
  const group = groups.get(id)
  if (group === undefined) throw notFoundError(faultText('groupOfId', {id}))
  return group
}

const describeGroup = (raw: unknown): FaultText =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== ''
    ? faultText('theGroupNamed', {name: raw['name']})
    : faultText('theGroup')

const getGroupName = (raw: unknown): string => {
  const read = readGroup(raw)
  return read.ok ? read.value.name : ''
}

function parseGroup(raw: unknown): GroupPayload {
  const description = describeGroup(raw)
  const read = readGroupPayload(deepClone(raw, description))
  if (!read.ok) throw invalidError(description, read.faults)
  return read.value
}

function getGroup(draft: LibraryTransaction, id: string): Group {
  const stored = getStoredGroup(draft, id)
  const read = toGroupResponse(stored.record)
  if (!read.ok) throw invalidError(describeGroup(stored.record), read.faults)
  return read.value
}

export function createGroup(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  raw: unknown,
  suffix = deps.suffix(),
): Group {
  const payload = parseGroup(raw)
  const isTaken = (id: string) => draft.groups.get(id) !== undefined || draft.trash.get(id) !== undefined
  const id = freeId(`Group_${suffix}`, isTaken)
  const record = createGroupRecord(id, payload, createStamp(draft, deps))
  draft.groups.put({id, rank: getNextRank(draft, 'group'), record})
  return getGroup(draft, id)
}

export function updateGroup(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  id: string,
  raw: unknown,
  expected?: ExpectedVersion,
): UpdatedGroup {
  // The contract answers 400 for an impossible group id and 404 for an unknown one.
  if (draft.groups.get(id) === undefined && !/^Group_./.test(id))
    throw invalidError(faultText('theGroup'), [fault('id', 'not-a-group-id', faultText('notAGroupId'))])
  const stored = getStoredGroup(draft, id)
  requireVersion(stored.record, expected, describeGroup(stored.record))
  // A group without a name can be changed; only removing a name is refused.
  const isUnnamed =
    isRecord(raw) && getGroupName(stored.record).trim() === '' && raw['name'] === getGroupName(stored.record)
  const payload = isUnnamed ? {...parseGroup({...raw, name: id}), name: getGroupName(stored.record)} : parseGroup(raw)
  const record = updateGroupRecord(id, stored.record, payload, createStamp(draft, deps))
  draft.groups.put({...stored, record})
  return toUpdatedGroup(getGroup(draft, id))
}

/** Sets only the given fields, since two pages may change one group. */
export function changeGroup(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  id: string,
  changes: JsonRecord,
): UpdatedGroup {
  const read = readGroup(getStoredGroup(draft, id).record)
  return updateGroup(draft, deps, id, {...(read.ok && read.value), ...changes})
}

export function moveGroup(draft: LibraryTransaction, id: string, before: string | null, previousRank = NaN): number {
  const find = () => ({
    entries: [getStoredGroup(draft, id)],
    before: before === null ? null : getStoredGroup(draft, before),
    peers: draft.groups.all(),
    all: draft.groups.all(),
  })
  const [rank] = assignRanks(draft, 'group', find, [previousRank])
  const moved = getStoredGroup(draft, id)
  if (rank !== undefined && moved.rank !== rank) draft.groups.put({...moved, rank})
  return moved.rank
}
