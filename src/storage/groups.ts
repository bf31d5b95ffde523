import {readGroup, type Group} from '../model/group'
import {fault} from '../model/faults'
import {isRecord, type JsonRecord} from '../model/json'
import type {KeptGroup} from '../api/library'
import {freeId} from '../model/pair-ids'
import {readGroupPayload, type GroupPayload} from '../model/payload'
import {groupOfId, notAGroupId, theGroup, theGroupNamed} from '../model/reasons'
import {changedGroup, demandSeen, newGroup} from '../api/record-making'
import type {Seen, UpdatedGroup} from '../api/rule-service'
import {invalid, notFound} from '../api/service-error'
import {toGroupResponse, toUpdatedGroup} from '../dnr/service-responses'
import {detached, makingOf, type LibraryNeeds} from './needs'
import {lastRank, placesOf} from './order'
import type {Work} from './state'

export function groupOf({groups}: Work, id: string): KeptGroup {
  const group = groups.get(id)
  if (group === undefined) throw notFound(groupOfId(id))
  return group
}

const groupNamed = (raw: unknown): string =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== '' ? theGroupNamed(raw['name']) : theGroup

const nameIn = (raw: unknown): string => {
  const read = readGroup(raw)
  return read.ok ? read.value.name : ''
}

function checkedGroup(raw: unknown): GroupPayload {
  const what = groupNamed(raw)
  const read = readGroupPayload(detached(raw, what))
  if (!read.ok) throw invalid(what, read.faults)
  return read.value
}

function getGroup(work: Work, id: string): Group {
  const kept = groupOf(work, id)
  const read = toGroupResponse(kept.record)
  if (!read.ok) throw invalid(groupNamed(kept.record), read.faults)
  return read.value
}

export function createGroup(work: Work, needs: LibraryNeeds, raw: unknown, suffix = needs.suffix()): Group {
  const payload = checkedGroup(raw)
  const isTaken = (id: string) => work.groups.get(id) !== undefined || work.trash.get(id) !== undefined
  const id = freeId(`Group_${suffix}`, isTaken)
  const record = newGroup(id, payload, makingOf(work, needs))
  work.groups.put({id, rank: lastRank(work, 'group'), record})
  return getGroup(work, id)
}

export function updateGroup(work: Work, needs: LibraryNeeds, id: string, raw: unknown, seen?: Seen): UpdatedGroup {
  // Contract: 400 for an id that no group can have, 404 for a group that does not exist.
  if (work.groups.get(id) === undefined && !/^Group_./.test(id))
    throw invalid(theGroup, [fault('id', 'not-a-group-id', notAGroupId)])
  const kept = groupOf(work, id)
  demandSeen(kept.record, seen, groupNamed(kept.record))
  // A group without a name can be switched and pinned; only removing a name is refused.
  const isUnnamed = isRecord(raw) && nameIn(kept.record).trim() === '' && raw['name'] === nameIn(kept.record)
  const payload = isUnnamed ? {...checkedGroup({...raw, name: id}), name: nameIn(kept.record)} : checkedGroup(raw)
  const record = changedGroup(id, kept.record, payload, makingOf(work, needs))
  work.groups.put({...kept, record})
  return toUpdatedGroup(getGroup(work, id))
}

/** Sets the named fields only, since two pages may change one group. */
export function changeGroup(work: Work, needs: LibraryNeeds, id: string, changes: JsonRecord): UpdatedGroup {
  const read = readGroup(groupOf(work, id).record)
  return updateGroup(work, needs, id, {...(read.ok && read.value), ...changes})
}

export function moveGroup(work: Work, id: string, before: string | null, stood = NaN): number {
  const find = () => ({
    entries: [groupOf(work, id)],
    before: before === null ? null : groupOf(work, before),
    peers: work.groups.all(),
    all: work.groups.all(),
  })
  const [rank] = placesOf(work, 'group', find, [stood])
  const moved = groupOf(work, id)
  if (rank !== undefined && moved.rank !== rank) work.groups.put({...moved, rank})
  return moved.rank
}
