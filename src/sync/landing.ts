import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import {getModificationDate} from '../api/record-making'
import {unexplainedCode, type ServiceError} from '../api/service-error'
import type {RecordKind, Remote} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import type {LibraryDraft} from '../storage/state'
import {bareOf, changeGone, groupIdsOf, isTeams, keptAs, pairedOf, placesIn, shelfOf, teamPlaces, trashOf} from './ids'
import type {Place, TeamKept} from './ids'
import {getCreationState} from './creation'
import type {Task} from './outgoing'
import {unmade} from './pulling'
import {isToSend, reconcile} from './reconcile'

type Refusal = Pick<ServiceError, 'status' | 'code' | 'message'>

export type Going = {readonly record: StoredRecord; readonly remote: Remote}

export function find(work: LibraryDraft, kind: RecordKind, id: string): Place | null {
  for (const shelf of [shelfOf(work, kind), trashOf(work, kind)]) {
    const kept = shelf.get(id)
    if (kept && isTeams(kept)) return {shelf, kept}
  }
  return null
}

const present = (work: LibraryDraft, kind: RecordKind, id: string): Place | null =>
  shelfOf(work, kind).get(id) ? find(work, kind, id) : null

type Creation = {readonly record: StoredRecord; readonly key: string; readonly isRepeated: boolean}

/** Stores a POST and its idempotency key before it is sent; a repeated POST is unchanged. Null where nothing is to be created. */
export function beginCreation(
  work: LibraryDraft,
  kind: RecordKind,
  id: string,
  {now, suffix}: Pick<LibraryDependencies, 'now' | 'suffix'>,
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

export function beginChange(work: LibraryDraft, kind: RecordKind, id: string, now: number): Going | null {
  const going = beginUpdate(work, kind, id)
  const found = going && find(work, kind, id)
  if (!found || going.remote.id === null) return null
  found.shelf.put({...found.kept, remote: {...found.kept.remote, sent: {record: going.record, at: now}}})
  return going
}

/** The service has certainly not done it. */
export function notDone(work: LibraryDraft, kind: RecordKind, id: string): void {
  const found = find(work, kind, id)
  if (found) found.shelf.put({...found.kept, remote: without(found.kept.remote, 'sent', 'question') as Remote})
  else forgetUnmade(work, id)
}

const forgetUnmade = (work: LibraryDraft, id: string): void =>
  changeGone(work, gone => (gone.id === id && gone.remote.id === null ? null : gone))

/** The service has stored `sent`: it is the new base, whatever was changed here meanwhile. */
export function landed(
  work: LibraryDraft,
  kind: RecordKind,
  id: string,
  sent: StoredRecord,
  answer: StoredRecord,
): void {
  const theirs = bareOf({...sent, ...answer})
  const remote: Remote = {id: String(theirs['id']), base: sent, sent: {record: sent, at: 0}}
  const found = find(work, kind, id)
  if (!found) return forgotten(work, kind, id, {id: remote.id, base: theirs})
  const {shelf, kept} = found
  const ids = groupIdsOf(work)
  if (shelf.get(id) === trashOf(work, kind).get(id)) return shelf.put({...kept, remote: {id: remote.id, base: theirs}})
  shelf.put(keptAs(kept, reconcile({...pairedOf(kept, ids), remote}, theirs), ids))
}

function forgotten(work: LibraryDraft, kind: RecordKind, id: string, remote: Remote): void {
  const {values} = work
  forgetUnmade(work, id)
  const {team} = values
  if (!team || remote.id === null || team.gone.some(each => each.remote.id === remote.id)) return
  const name = remote.base?.['name']
  values.team = {...team, gone: [...team.gone, {kind, id, name: typeof name === 'string' ? name : '', remote}]}
}

export function beginUpdate(work: LibraryDraft, kind: RecordKind, id: string): Going | null {
  const found = present(work, kind, id)
  if (!found) return null
  const paired = pairedOf(found.kept, groupIdsOf(work))
  return isToSend(paired) ? paired : null
}

function note(work: LibraryDraft, {kind, id, isGone}: Task, change: (remote: Remote, kept?: TeamKept) => Remote): void {
  const found = isGone ? null : find(work, kind, id)
  if (found) found.shelf.put({...found.kept, remote: change(found.kept.remote, found.kept)})
  if (isGone) changeGone(work, gone => (gone.remote.id === id ? {...gone, remote: change(gone.remote)} : gone))
}

export const beginDeletion = (work: LibraryDraft, task: Task): void =>
  note(work, task, remote => ({...remote, isDeleting: true}))

export const beginSwitchingOff = (work: LibraryDraft, task: Task, record: StoredRecord, at: number): void =>
  note(work, task, remote => ({...remote, sent: {record, at}}))

/** The service refuses the version that was sent; later changes it has not seen. */
export function park(work: LibraryDraft, task: Task, {status, code, message}: Refusal, sent?: StoredRecord): void {
  const ids = groupIdsOf(work)
  const isDeletion = task.what === 'delete' && (task.isGone ?? work.trash.get(task.id) !== undefined)
  note(work, task, (remote, kept) => {
    const of = sent ?? (kept ? pairedOf(kept, ids).record : (remote.base ?? {}))
    const parked = {of, status, message: code === unexplainedCode ? '' : message, ...(isDeletion && {isDeletion})}
    return {...(without(remote, 'sent', 'question', 'held', 'isDeleting') as Remote), parked}
  })
}

/** The service fails at this record; `retryAt` gives the time of the next attempt. */
export function hold(work: LibraryDraft, task: Task, message: string, retryAt: (times: number) => number): void {
  note(work, task, (remote, kept) => {
    const times = (remote.held?.times ?? 0) + 1
    return {...remote, held: {date: getModificationDate(kept?.record ?? {}), message, times, retryAt: retryAt(times)}}
  })
}

export function deleted(work: LibraryDraft, kind: RecordKind, remoteId: string): void {
  for (const {shelf, kept} of teamPlaces(work, kind))
    if (kept.remote.id === remoteId) shelf.put({...kept, remote: unmade})
  changeGone(work, gone => (gone.remote.id === remoteId ? null : gone))
}

export function hide(work: LibraryDraft, kind: RecordKind, remoteId: string, base: StoredRecord | null): void {
  const hidden = (remote: Remote): Remote => ({
    ...(without(remote, 'isDeleting', 'sent') as Remote),
    base: base ?? remote.base,
    isHidden: true,
  })
  for (const {shelf, kept} of placesIn(trashOf(work, kind)))
    if (kept.remote.id === remoteId) shelf.put({...kept, remote: hidden(kept.remote)})
  changeGone(work, gone => (gone.remote.id === remoteId ? {...gone, remote: hidden(gone.remote)} : gone))
  const {team} = work.values
  if (team) work.values.team = {...team, keepsAll: [...new Set([...(team.keepsAll ?? []), kind])]}
}
