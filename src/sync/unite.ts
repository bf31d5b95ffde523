import type {StoredRecord} from '../model/rule'
import type {RecordKind, Remote} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import type {LibraryDraft} from '../storage/state'
import {copyEntry, groupIdsOf, keptAs, moveToTrash, pairedOf, shelfOf, teamPlaces, toOwn, trashOf} from './ids'
import type {Place} from './ids'
import {find} from './landing'
import {isChanged, reconcile} from './reconcile'

export const findOther = (work: LibraryDraft, kind: RecordKind, id: string, remoteId: string): Place | undefined =>
  teamPlaces(work, kind).find(({kept}) => kept.remote.id === remoteId && kept.id !== id)

function moveMembers(work: LibraryDraft, from: string, to: string): void {
  for (const shelf of [shelfOf(work, 'rule'), trashOf(work, 'rule')])
    for (const kept of shelf.all())
      if (kept.record['groupId'] === from) shelf.put({...kept, record: {...kept.record, groupId: to}})
}

function removeOther(work: LibraryDraft, needs: LibraryDependencies, {shelf, kept}: Place): void {
  if (work.trash.get(kept.id)) return shelf.put(toOwn(kept))
  const paired = pairedOf(kept, groupIdsOf(work))
  const copy = isChanged(paired) ? copyEntry(work, needs, {shelf, kept}, kept.record) : undefined
  if (shelf.kind === 'rule') work.rules.delete(kept.id)
  else work.groups.delete(kept.id)
  if (copy) moveToTrash(work, needs, shelf, copy)
}

/** Makes one entry of `id`, whose POST got no response, and of the entry that the list brought for it. */
export function unite(
  work: LibraryDraft,
  needs: LibraryDependencies,
  kind: RecordKind,
  id: string,
  other: Place,
): void {
  const mine = find(work, kind, id)
  const sent = mine?.kept.remote.sent?.record
  const {id: remoteId, base: theirs} = other.kept.remote
  if (!mine || !sent || !theirs) return
  // It was deleted here meanwhile, so the other entry stays.
  if (work.trash.get(id)) return mine.shelf.put(toOwn(mine.kept))
  removeOther(work, needs, other)
  if (kind === 'group') moveMembers(work, other.kept.id, id)
  const ids = groupIdsOf(work)
  const remote: Remote = {id: remoteId, base: sent, sent: {record: sent, at: 0}}
  mine.shelf.put(keptAs(mine.kept, reconcile({...pairedOf(mine.kept, ids), remote}, theirs), ids))
}

export function noteUserId({values}: LibraryDraft, {createdBy}: StoredRecord): void {
  const {team} = values
  if (team && typeof createdBy === 'string' && createdBy !== '' && team.userId !== createdBy)
    values.team = {...team, userId: createdBy}
}
