import type {StoredRecord} from '../contract/rule'
import type {RecordKind, Remote} from '../contract/team'
import type {LibraryNeeds} from '../service/needs'
import type {Work} from '../service/state'
import {copyEntry, moveToTrash, toOwn, type Place} from './copies'
import {groupIdsOf, isTeams, keptAs, pairedOf, shelfOf, trashOf} from './ids'
import {find} from './landing'
import {isChanged, reconcile} from './reconcile'

/** Another entry here for the same record of the service. */
export function findOther(work: Work, kind: RecordKind, id: string, remoteId: string): Place | undefined {
  for (const shelf of [shelfOf(work, kind), trashOf(work, kind)])
    for (const kept of shelf.all())
      if (isTeams(kept) && kept.remote.id === remoteId && kept.id !== id) return {shelf, kept}
  return undefined
}

function moveMembers(work: Work, from: string, to: string): void {
  for (const shelf of [shelfOf(work, 'rule'), trashOf(work, 'rule')])
    for (const kept of shelf.all())
      if (kept.record['groupId'] === from) shelf.put({...kept, record: {...kept.record, groupId: to}})
}

/** Takes the second entry away. What the user changed in it goes to the trash. */
function removeOther(work: Work, needs: LibraryNeeds, {shelf, kept}: Place): void {
  if (work.trash.get(kept.id)) return shelf.put(toOwn(kept))
  const paired = pairedOf(kept, groupIdsOf(work))
  const copy = isChanged(paired) ? copyEntry(work, needs, {shelf, kept}, kept.record) : undefined
  if (shelf.kind === 'rule') work.rules.delete(kept.id)
  else work.groups.delete(kept.id)
  if (copy) moveToTrash(work, needs, shelf, copy)
}

/**
 * Makes two entries one: the entry `id`, whose POST got no response, and the entry that the list brought for the same record. The first one
 * stays, with what was changed on either side since the POST.
 */
export function unite(work: Work, needs: LibraryNeeds, kind: RecordKind, id: string, other: Place): void {
  const mine = find(work, kind, id)
  const sent = mine?.kept.remote.sent?.record
  const {id: remoteId, base: theirs} = other.kept.remote
  if (!mine || !sent || !theirs) return
  // Deleted here meanwhile: the entry from the list is the one that stays.
  if (work.trash.get(id)) return mine.shelf.put(toOwn(mine.kept))
  removeOther(work, needs, other)
  if (kind === 'group') moveMembers(work, other.kept.id, id)
  const ids = groupIdsOf(work)
  const remote: Remote = {id: remoteId, base: sent, sent: {record: sent, at: 0}}
  mine.shelf.put(keptAs(mine.kept, reconcile({...pairedOf(mine.kept, ids), remote}, theirs), ids))
}

/** The user's id at the service, as it names whoever creates a record. */
export function noteUserId({values}: Work, {createdBy}: StoredRecord): void {
  const {team} = values
  if (team && typeof createdBy === 'string' && createdBy !== '' && team.userId !== createdBy)
    values.team = {...team, userId: createdBy}
}
