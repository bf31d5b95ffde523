import {freeId} from '../contract/pair-ids'
import {without} from '../contract/json'
import type {StoredRecord} from '../contract/rule'
import type {LibraryNeeds} from '../service/needs'
import {newNumber} from '../service/numbers'
import {lastRank} from '../service/order'
import type {Work} from '../service/state'
import {deleteGroup, deleteRules} from '../service/trash'
import type {Kept, Shelf, TeamKept} from './ids'

export type Place = {readonly shelf: Shelf; readonly kept: TeamKept}

/** The entry as one of this device alone. */
export const toOwn = <Any extends Kept>(kept: Any): Any => without(kept, 'remote') as Any

/** A copy of an entry for this device alone, with a new id, that says `record`. */
export function copyEntry(work: Work, needs: LibraryNeeds, {shelf, kept}: Place, record: StoredRecord) {
  const isTaken = (id: string) => shelf.get(id) !== undefined || work.trash.get(id) !== undefined
  const type = typeof record['ruleType'] === 'string' ? record['ruleType'] : 'Group'
  const id = freeId(`${type}_${needs.suffix()}`, isTaken)
  const copy = {...toOwn(kept as Kept), id, rank: lastRank(work, shelf.kind), record: {...record, id}}
  return shelf.kind === 'rule' ? {...copy, number: newNumber(work)} : copy
}

/** Puts a version that was not chosen into the trash, where it can be restored as one of this device. */
export function moveToTrash(work: Work, needs: LibraryNeeds, shelf: Shelf, copy: Kept): void {
  shelf.put(copy)
  if (shelf.kind === 'rule') deleteRules(work, needs, [copy.id])
  else deleteGroup(work, needs, copy.id)
}
