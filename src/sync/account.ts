import {fault} from '../model/faults'
import {
  aConflictOf,
  aQuestionAbout,
  crossesUnencrypted,
  enterApiKey,
  needsHttp,
  noNameInUrl,
  notAnApiKey,
  notAUrl,
  ofTheTeam,
  theAccount,
} from '../model/reasons'
import {without} from '../model/json'
import {invalidError, notFoundError} from '../api/service-error'
import type {Choice, Gone, QuestionAnswer, Remote, TeamAccount} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import type {LibraryDraft} from '../storage/state'
import {deleteGroup, deleteRules, restore} from '../storage/trash'
import {
  changeGone,
  copyEntry,
  groupIdsOf,
  isTeams,
  keptAs,
  moveToTrash,
  pairedOf,
  placesIn,
  recordKinds,
  shelfOf,
  toOwn,
  trashOf,
} from './ids'
import type {GroupIds, Kept, Place} from './ids'
import {getCandidates, rejectCandidate} from './creation'
import {find} from './landing'
import {unmade} from './pulling'
import {isSame, isSameSaid} from './merge'
import {isChanged, settle} from './reconcile'
import {unite} from './unite'

export const everyMinutes = {usual: 5, least: 1, most: 24 * 60} as const

/** Traffic to loopback addresses stays on this machine. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** The base URL as it is stored; throws with the field and the reason. */
export function checkedUrl(given: string, plain: boolean): string {
  const refuse = (code: string, reason: string) => invalidError(theAccount, [fault('url', code, reason)])
  let url: URL
  try {
    url = new URL(given.trim())
  } catch {
    throw refuse('not-a-url', notAUrl)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('not-a-url', needsHttp)
  if (url.username !== '' || url.password !== '') throw refuse('not-a-url', noNameInUrl)
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plain) throw refuse('plain-http', crossesUnencrypted)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

export function checkedKey(given: string): string {
  const key = given.trim()
  if (key === '') throw invalidError(theAccount, [fault('key', 'no-key', enterApiKey)])
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalidError(theAccount, [fault('key', 'not-a-key', notAnApiKey)])
  return key
}

/** Connects or changes the key. `isOther`: the new account replaces the current one. */
export function connectTo(
  work: LibraryDraft,
  needs: LibraryDependencies,
  url: string,
  key: string,
  isOther: boolean,
): void {
  const before = work.values.team
  const every = before?.every ?? everyMinutes.usual
  if (before && isOther) disconnect(work, needs, false)
  const fresh: TeamAccount = {url, key, every, synced: null, failure: null, gone: [], unnamed: 0}
  // Another key can be another user's, and the service may list groups by now.
  work.values.team =
    before && !isOther
      ? {...(without(before, 'userId', 'groupListRefusedAt') as TeamAccount), key, failure: null}
      : fresh
}

export function setAccount(work: LibraryDraft, changes: Partial<TeamAccount>): void {
  const {team} = work.values
  const next = team && {...team, ...changes}
  if (!isSame(team, next)) work.values.team = next
}

export function noteGroupList({values}: LibraryDraft, refusedAt: number | null): void {
  const {team} = values
  if (!team || (refusedAt === null && team.groupListRefusedAt === undefined)) return
  const rest = without(team, 'groupListRefusedAt') as TeamAccount
  values.team = refusedAt === null ? rest : {...team, groupListRefusedAt: refusedAt}
}

/** Ends the account. Its records become this device's own or go to the trash, but for unsent changes. */
export function disconnect(work: LibraryDraft, needs: LibraryDependencies, keep: boolean): void {
  const ids = groupIdsOf(work)
  for (const kind of recordKinds) {
    for (const {shelf, kept} of placesIn(trashOf(work, kind))) shelf.put(toOwn(kept as Kept))
    for (const {shelf, kept} of placesIn(shelfOf(work, kind))) {
      const {conflict, sent} = kept.remote
      const stays = keep || isChanged(pairedOf(kept, ids)) || conflict !== undefined || sent !== undefined
      shelf.put(toOwn(kept as Kept))
      if (stays) continue
      if (kind === 'rule') deleteRules(work, needs, [kept.id])
      else if (!work.rules.all().some(({record}) => record['groupId'] === kept.id)) deleteGroup(work, needs, kept.id)
    }
  }
  work.values.team = null
}

const readChoice = (given: unknown): Choice => {
  if (given === 'mine' || given === 'theirs' || given === 'both') return given
  const fields = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(fields.map(([field, side]) => [field, side === 'theirs' ? 'theirs' : 'mine']))
}

const findAny = (work: LibraryDraft, id: string): Place | null => find(work, 'rule', id) ?? find(work, 'group', id)

function conflicting(work: LibraryDraft, id: string): Place {
  const found = findAny(work, id)
  if (!found?.kept.remote.conflict) throw notFoundError(aConflictOf(id))
  return found
}

function settleTrashed(work: LibraryDraft, needs: LibraryDependencies, place: Place, choice: Choice): void {
  const {shelf, kept} = place
  const {conflict, ...remote} = kept.remote
  const theirs = conflict?.theirs
  if (!theirs) return shelf.put({...kept, remote})
  const ids = groupIdsOf(work)
  const taken = keptAs(kept, {record: theirs, remote: {...remote, base: theirs}}, ids)
  if (choice === 'mine') shelf.put({...kept, remote: taken.remote})
  else {
    restore(work, needs, [kept.id])
    shelfOf(work, shelf.kind).put(taken)
  }
  const other = choice === 'mine' ? taken : kept
  if (isSameSaid(other.record, conflict.was ?? {})) return
  moveToTrash(work, needs, shelfOf(work, shelf.kind), copyEntry(work, needs, place, other.record))
}

/** Ends a conflict. A version that was not chosen goes to the trash or, with 'both', becomes a record of its own. */
export function settleConflict(work: LibraryDraft, needs: LibraryDependencies, id: string, given: unknown): void {
  const choice = readChoice(given)
  const place = conflicting(work, id)
  const {shelf, kept} = place
  if (work.trash.get(id)) return settleTrashed(work, needs, place, choice)
  const ids = groupIdsOf(work)
  const paired = pairedOf(kept, ids)
  const {theirs = null, fields = []} = kept.remote.conflict ?? {}
  const chosen = choice === 'both' ? 'theirs' : choice
  const next = settle(paired, chosen)
  if (next === null) {
    shelf.put({...kept, remote: unmade})
    if (shelf.kind === 'rule') deleteRules(work, needs, [id])
    else deleteGroup(work, needs, id)
    return
  }
  shelf.put(keptAs(kept, next, ids))
  const isAll = (side: 'mine' | 'theirs') =>
    typeof chosen === 'string' ? chosen === side : fields.every(field => (chosen[field] ?? 'mine') === side)
  for (const other of [isAll('theirs') ? null : theirs, isAll('mine') ? null : paired.record]) {
    if (other === null) continue
    const copy = copyEntry(work, needs, place, {...other, groupId: ids.here(other['groupId'])})
    if (choice === 'both') shelf.put({...copy, remote: unmade})
    else moveToTrash(work, needs, shelf, copy)
  }
}

export function answerQuestion(
  work: LibraryDraft,
  needs: LibraryDependencies,
  id: string,
  answer: QuestionAnswer,
): void {
  const found = findAny(work, id)
  if (!found?.kept.remote.question || work.trash.get(id)) throw notFoundError(aQuestionAbout(id))
  const {kind} = found.shelf
  if (!answer.isSame) return rejectCandidate(work, kind, found.kept, answer.candidate)
  const kept = getCandidates(work, kind, found.kept.remote).find(each => each.id === answer.candidate)
  if (kept) unite(work, needs, kind, id, {shelf: found.shelf, kept})
}

function unparked(work: LibraryDraft, id: string): Place {
  const found = findAny(work, id)
  if (!found) throw notFoundError(ofTheTeam(id))
  const kept = {...found.kept, remote: without(found.kept.remote, 'parked') as Remote}
  found.shelf.put(kept)
  return {shelf: found.shelf, kept}
}

function changeParked(work: LibraryDraft, id: string, change: (gone: Gone) => Gone | null): boolean {
  const isParked = (gone: Gone) => gone.id === id && gone.remote.parked !== undefined
  const isThere = work.values.team?.gone.some(isParked) === true
  changeGone(work, gone => (isParked(gone) ? change(gone) : gone))
  return isThere
}

export function retry(work: LibraryDraft, ids: readonly string[]): void {
  const unparkedGone = (gone: Gone) => ({...gone, remote: without(gone.remote, 'parked') as Remote})
  for (const id of ids) if (!changeParked(work, id, unparkedGone)) unparked(work, id)
}

/** Team rules in a group that becomes this device's own go back to their group at the service. */
function leaveToDevice(work: LibraryDraft, groupId: string, groups: GroupIds): void {
  for (const rule of work.rules.all())
    if (isTeams(rule) && rule.record['groupId'] === groupId) {
      const there = groups.here(rule.remote.base?.['groupId'] ?? '')
      work.rules.put({...rule, record: {...rule.record, groupId: there === groupId ? '' : there}})
    }
}

/** Discards local changes that could not be sent; the local version goes to the trash or, if the service has none, becomes this device's own. */
export function drop(work: LibraryDraft, needs: LibraryDependencies, ids: readonly string[]): void {
  const groups = groupIdsOf(work)
  for (const id of ids) {
    if (changeParked(work, id, () => null)) continue
    const {shelf, kept} = unparked(work, id)
    const {base} = kept.remote
    if (base === null) {
      if (shelf.kind === 'group') leaveToDevice(work, id, groups)
      shelf.put(toOwn(kept as Kept))
      continue
    }
    if (work.trash.get(id)) restore(work, needs, [id])
    else {
      shelf.put(keptAs(kept, {record: base, remote: kept.remote}, groups))
      if (isChanged(pairedOf(kept, groups)))
        moveToTrash(work, needs, shelf, copyEntry(work, needs, {shelf, kept}, kept.record))
    }
  }
}
