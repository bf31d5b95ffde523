import {groupFieldNames, readGroup, type Group} from '../contract/group'
import {fault} from '../contract/faults'
import {isRecord, without, type JsonRecord} from '../contract/json'
import type {KeptGroup} from '../contract/library'
import {readGroupPayload, type GroupPayload} from '../contract/payload'
import type {UpdatedGroup} from '../contract/rule-service'
import type {StoredRecord} from '../contract/rule'
import {invalid, notFound} from '../contract/service-error'
import {answeredGroup, updatedGroup} from './answers'
import {detached} from './detached'
import {freeId, modificationDate, userIdOf, type LibraryNeeds} from './needs'
import {lastRank, placesOf} from './order'
import type {Work} from './state'

export function groupOf({groups}: Work, id: string): KeptGroup {
  const group = groups.get(id)
  if (group === undefined) throw notFound(`Group ${id}`)
  return group
}

const groupNamed = (raw: unknown): string =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== ''
    ? `The group “${raw['name']}”`
    : 'The group'

function checkedGroup(raw: unknown): GroupPayload {
  const what = groupNamed(raw)
  const read = readGroupPayload(detached(raw, what))
  if (!read.ok) throw invalid(what, read.faults)
  return read.value
}

function getGroup(work: Work, id: string): Group {
  const kept = groupOf(work, id)
  const read = answeredGroup(kept)
  if (!read.ok) throw invalid(groupNamed(kept.record), read.faults)
  return read.value
}

export function createGroup(work: Work, needs: LibraryNeeds, raw: unknown): Group {
  const payload = checkedGroup(raw)
  const now = needs.now()
  const userId = userIdOf(work, needs)
  const isTaken = (id: string) => work.groups.get(id) !== undefined || work.trash.get(id) !== undefined
  const id = freeId(`Group_${needs.suffix()}`, isTaken)
  const record: StoredRecord = {
    id,
    ...payload,
    creationDate: now,
    modificationDate: now,
    createdBy: userId,
    lastModifiedBy: userId,
    currentOwnerId: userId,
  }
  work.groups.put({id, rank: lastRank(work, 'group'), record})
  return getGroup(work, id)
}

export function updateGroup(work: Work, needs: LibraryNeeds, id: string, raw: unknown): UpdatedGroup {
  // The contract tells an id that can be no group's (400) from a group that does not exist (404).
  if (work.groups.get(id) === undefined && !/^Group_./.test(id))
    throw invalid('The group', [fault('id', 'not-a-group-id', 'The id of a group begins with Group_.')])
  const kept = groupOf(work, id)
  const payload = checkedGroup(raw)
  const stored = kept.record
  const userId = userIdOf(work, needs)
  const own = (name: string, type: 'string' | 'number', otherwise: unknown) =>
    typeof stored[name] === type ? stored[name] : otherwise
  const record: StoredRecord = {
    id,
    ...without(stored, ...groupFieldNames),
    ...payload,
    creationDate: own('creationDate', 'number', needs.now()),
    modificationDate: modificationDate(stored, needs),
    createdBy: own('createdBy', 'string', userId),
    lastModifiedBy: userId,
    currentOwnerId: own('currentOwnerId', 'string', userId),
  }
  work.groups.put({...kept, record})
  return updatedGroup(getGroup(work, id))
}

/** Sets what is named, and leaves the rest as it is kept by now: two pages may change one group. */
export function changeGroup(work: Work, needs: LibraryNeeds, id: string, changes: JsonRecord): UpdatedGroup {
  const read = readGroup(groupOf(work, id).record)
  return updateGroup(work, needs, id, {...(read.ok && read.value), ...changes})
}

export function moveGroup(work: Work, id: string, before: string | null): void {
  const [rank] = placesOf(work, 'group', () => ({
    entries: [groupOf(work, id)],
    before: before === null ? null : groupOf(work, before),
    peers: work.groups.all(),
  }))
  const moved = groupOf(work, id)
  if (rank !== undefined && moved.rank !== rank) work.groups.put({...moved, rank})
}
