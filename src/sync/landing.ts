import type {StoredRecord} from '../contract/rule'
import {without} from '../contract/json'
import {dateOf} from '../contract/record-making'
import {unexplained, type ServiceError} from '../contract/service-error'
import type {RecordKind, Remote} from '../contract/team'
import type {LibraryNeeds} from '../service/needs'
import type {Work} from '../service/state'
import {getCreationState} from './creation'
import {bareOf, groupIdsOf, isTeams, keptAs, pairedOf, shelfOf, trashOf, type Shelf, type TeamKept} from './ids'
import type {Task} from './outgoing'
import {unmade} from './pulling'
import {isToSend, reconcile} from './reconcile'

type Refusal = Pick<ServiceError, 'status' | 'code' | 'message'>

/** What goes to the service, and the version there that it is made from. */
export type Going = {readonly record: StoredRecord; readonly remote: Remote}

export function find(work: Work, kind: RecordKind, id: string): {shelf: Shelf; kept: TeamKept} | null {
  for (const shelf of [shelfOf(work, kind), trashOf(work, kind)]) {
    const kept = shelf.get(id)
    if (kept && isTeams(kept)) return {shelf, kept}
  }
  return null
}

/** A record of the team that is in force; null where it is deleted by now, or no longer the team's. */
function present(work: Work, kind: RecordKind, id: string): {shelf: Shelf; kept: TeamKept} | null {
  return shelfOf(work, kind).get(id) ? find(work, kind, id) : null
}

type Creation = {readonly record: StoredRecord; readonly key: string; readonly isRepeated: boolean}

/**
 * Stores what a POST sends, with its idempotency key, before it is sent. A POST that got no response is repeated as it was. Null where there is
 * nothing to create.
 */
export function beginCreation(
  work: Work,
  kind: RecordKind,
  id: string,
  {now, suffix}: Pick<LibraryNeeds, 'now' | 'suffix'>,
): Creation | null {
  const found = present(work, kind, id)
  if (!found || found.kept.remote.id !== null) return null
  const {shelf, kept} = found
  const {sent} = kept.remote
  const at = now()
  const state = getCreationState(work, kind, kept.remote, at)
  if (state === 'repeat' && sent?.key !== undefined) return {record: sent.record, key: sent.key, isRepeated: true}
  if (state !== 'none') return null
  const {record} = pairedOf(kept, groupIdsOf(work))
  const key = suffix()
  shelf.put({...kept, remote: {...kept.remote, sent: {record, at, key}}})
  return {record, key, isRepeated: false}
}

/** Notes that a change goes out, before it does. */
export function beginChange(work: Work, kind: RecordKind, id: string, now: number): Going | null {
  const going = beginUpdate(work, kind, id)
  const found = going && find(work, kind, id)
  if (!found || going.remote.id === null) return null
  found.shelf.put({...found.kept, remote: {...found.kept.remote, sent: {record: going.record, at: now}}})
  return going
}

/** The service has surely not done what was sent. */
export function notDone(work: Work, kind: RecordKind, id: string): void {
  const found = find(work, kind, id)
  if (found) return found.shelf.put({...found.kept, remote: without(found.kept.remote, 'sent', 'question') as Remote})
  forgetUnmade(work, id)
}

/** What was deleted for good while it was being made, and is not there. */
function forgetUnmade({values}: Work, id: string): void {
  const {team} = values
  if (team?.gone.some(each => each.id === id && each.remote.id === null))
    values.team = {...team, gone: team.gone.filter(each => each.id !== id || each.remote.id !== null)}
}

/** The service has taken what was sent: that is what both sides come from now, whatever was changed here meanwhile. */
export function landed(work: Work, kind: RecordKind, id: string, sent: StoredRecord, answer: StoredRecord): void {
  const theirs = bareOf({...sent, ...answer})
  const remote: Remote = {id: String(theirs['id']), base: sent, sent: {record: sent, at: 0}}
  const found = find(work, kind, id)
  if (!found) return forgotten(work, kind, id, {id: remote.id, base: theirs})
  const {shelf, kept} = found
  const ids = groupIdsOf(work)
  if (shelf.get(id) === trashOf(work, kind).get(id)) return shelf.put({...kept, remote: {id: remote.id, base: theirs}})
  shelf.put(keptAs(kept, reconcile({...pairedOf(kept, ids), remote}, theirs), ids))
}

/** It was deleted for good while it was on its way. */
function forgotten(work: Work, kind: RecordKind, id: string, remote: Remote): void {
  const {values} = work
  forgetUnmade(work, id)
  const {team} = values
  if (!team || remote.id === null || team.gone.some(each => each.remote.id === remote.id)) return
  const name = remote.base?.['name']
  values.team = {...team, gone: [...team.gone, {kind, id, name: typeof name === 'string' ? name : '', remote}]}
}

/** What is to be sent of a record by now, and the version there that it is made from; null where that is nothing. */
export function beginUpdate(work: Work, kind: RecordKind, id: string): Going | null {
  const found = present(work, kind, id)
  if (!found) return null
  const paired = pairedOf(found.kept, groupIdsOf(work))
  return isToSend(paired) ? paired : null
}

/** Changes what is known of the service's side of a record, wherever it is by now. */
function note(work: Work, {kind, id, isGone}: Task, change: (remote: Remote, kept?: TeamKept) => Remote): void {
  const {team} = work.values
  const found = isGone ? null : find(work, kind, id)
  if (found) found.shelf.put({...found.kept, remote: change(found.kept.remote, found.kept)})
  else if (isGone && team) {
    const gone = team.gone.map(each => (each.remote.id === id ? {...each, remote: change(each.remote)} : each))
    work.values.team = {...team, gone}
  }
}

/** Notes that a deletion goes out, before it does. */
export const beginDeletion = (work: Work, task: Task): void =>
  note(work, task, remote => ({...remote, isDeleting: true}))

/** Notes that what cannot be deleted is switched off, before it is. */
export const beginSwitchingOff = (work: Work, task: Task, record: StoredRecord, at: number): void =>
  note(work, task, remote => ({...remote, sent: {record, at}}))

/** The service refuses it, as it was sent: what was changed here meanwhile it has not seen. */
export function park(work: Work, task: Task, {status, code, message}: Refusal, sent?: StoredRecord): void {
  const ids = groupIdsOf(work)
  const isDeletion = task.what === 'delete' && (task.isGone ?? work.trash.get(task.id) !== undefined)
  note(work, task, (remote, kept) => {
    const of = sent ?? (kept ? pairedOf(kept, ids).record : (remote.base ?? {}))
    const parked = {of, status, message: code === unexplained ? '' : message, ...(isDeletion && {isDeletion})}
    return {...(without(remote, 'sent', 'question', 'held', 'isDeleting') as Remote), parked}
  })
}

/** The service fails at this one; `retryAt` says when to try again after so many failures in a row. */
export function hold(work: Work, task: Task, message: string, retryAt: (times: number) => number): void {
  note(work, task, (remote, kept) => {
    const times = (remote.held?.times ?? 0) + 1
    return {...remote, held: {date: dateOf(kept?.record ?? {}), message, times, retryAt: retryAt(times)}}
  })
}

/** The service no longer has it, as was wanted. */
export function deleted(work: Work, kind: RecordKind, remoteId: string): void {
  for (const shelf of [shelfOf(work, kind), trashOf(work, kind)])
    for (const kept of shelf.all()) if (kept.remote?.id === remoteId) shelf.put({...kept, remote: unmade})
  const {team} = work.values
  if (team) work.values.team = {...team, gone: team.gone.filter(({remote}) => remote.id !== remoteId)}
}

/** The service cannot delete: it stays hidden here. `base` is as it is there by now. */
export function hide(work: Work, kind: RecordKind, remoteId: string, base: StoredRecord | null): void {
  const hidden = (remote: Remote): Remote => ({
    ...(without(remote, 'isDeleting', 'sent') as Remote),
    base: base ?? remote.base,
    isHidden: true,
  })
  const shelf = trashOf(work, kind)
  for (const kept of shelf.all())
    if (isTeams(kept) && kept.remote.id === remoteId) shelf.put({...kept, remote: hidden(kept.remote)})
  const {team} = work.values
  if (!team) return
  const gone = team.gone.map(each => (each.remote.id === remoteId ? {...each, remote: hidden(each.remote)} : each))
  work.values.team = {...team, gone, keepsAll: [...new Set([...(team.keepsAll ?? []), kind])]}
}
