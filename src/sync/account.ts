import {fault} from '../contract/faults'
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
} from '../contract/reasons'
import {without} from '../contract/json'
import {invalid, notFound} from '../contract/service-error'
import type {Choice, Gone, QuestionAnswer, RecordKind, Remote, TeamAccount} from '../contract/team'
import type {LibraryNeeds} from '../service/needs'
import type {Work} from '../service/state'
import {deleteGroup, deleteRules, restore} from '../service/trash'
import {groupIdsOf, isTeams, keptAs, pairedOf, shelfOf, trashOf, type GroupIds, type Kept} from './ids'
import {copyEntry, moveToTrash, toOwn, type Place} from './copies'
import {getCandidates, rejectCandidate} from './creation'
import {find} from './landing'
import {unmade} from './pulling'
import {isSame, isSameSaid} from './merge'
import {isChanged, settle} from './reconcile'
import {unite} from './unite'

export const everyMinutes = {usual: 5, least: 1, most: 24 * 60} as const

/** Loopback is this machine: nobody else hears what is said there. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** The base URL as it is kept, without what people copy along with it; refused with the field and the reason. */
export function checkedUrl(given: string, plain: boolean): string {
  const refuse = (code: string, reason: string) => invalid(theAccount, [fault('url', code, reason)])
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

/** What can be sent in a header. */
export function checkedKey(given: string): string {
  const key = given.trim()
  if (key === '') throw invalid(theAccount, [fault('key', 'no-key', enterApiKey)])
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid(theAccount, [fault('key', 'not-a-key', notAnApiKey)])
  return key
}

/** Connects, or gives the account that is there another key. `isOther`: what is kept is of another account, and that ends. */
export function connectTo(work: Work, needs: LibraryNeeds, url: string, key: string, isOther: boolean): void {
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

export function setAccount(work: Work, changes: Partial<TeamAccount>): void {
  const {team} = work.values
  const next = team && {...team, ...changes}
  if (!isSame(team, next)) work.values.team = next
}

/** Notes when the service answered that it cannot list groups; null where it listed them. */
export function noteGroupList({values}: Work, refusedAt: number | null): void {
  const {team} = values
  if (!team || (refusedAt === null && team.groupListRefusedAt === undefined)) return
  const rest = without(team, 'groupListRefusedAt') as TeamAccount
  values.team = refusedAt === null ? rest : {...team, groupListRefusedAt: refusedAt}
}

/** Ends the account. Its records stay as this device's own, or go to the trash but for those with changes that were never sent. */
export function disconnect(work: Work, needs: LibraryNeeds, keep: boolean): void {
  const ids = groupIdsOf(work)
  for (const kind of ['rule', 'group'] as const) {
    const trash = trashOf(work, kind)
    for (const kept of trash.all()) if (isTeams(kept)) trash.put(toOwn(kept))
    const shelf = shelfOf(work, kind)
    for (const kept of shelf.all()) {
      if (!isTeams(kept)) continue
      const {conflict, sent} = kept.remote
      const stays = keep || isChanged(pairedOf(kept, ids)) || conflict !== undefined || sent !== undefined
      shelf.put(toOwn(kept))
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

function conflicting(work: Work, id: string): Place {
  const found = find(work, 'rule', id) ?? find(work, 'group', id)
  if (!found?.kept.remote.conflict) throw notFound(aConflictOf(id))
  return found
}

/** Deleted here and changed there. */
function settleTrashed(work: Work, needs: LibraryNeeds, place: Place, choice: Choice): void {
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

/** Ends a conflict as somebody has decided. A version that was not chosen in all fields goes to the trash, or with 'both' stands beside it. */
export function settleConflict(work: Work, needs: LibraryNeeds, id: string, given: unknown): void {
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

/** Ends a question as the user has answered it; an answer about a candidate that is gone by now changes nothing. */
export function answerQuestion(work: Work, needs: LibraryNeeds, id: string, answer: QuestionAnswer): void {
  const [kind] = kindsOf(work, id)
  const found = kind && find(work, kind, id)
  if (!kind || !found?.kept.remote.question || work.trash.get(id)) throw notFound(aQuestionAbout(id))
  if (!answer.isSame) return rejectCandidate(work, kind, found.kept, answer.candidate)
  const kept = getCandidates(work, kind, found.kept.remote).find(each => each.id === answer.candidate)
  if (kept) unite(work, needs, kind, id, {shelf: found.shelf, kept})
}

const kindsOf = (work: Work, id: string): RecordKind[] =>
  (['rule', 'group'] as const).filter(kind => find(work, kind, id))

function unparked(work: Work, id: string): Place {
  const [kind] = kindsOf(work, id)
  const found = kind && find(work, kind, id)
  if (!found) throw notFound(ofTheTeam(id))
  const kept = {...found.kept, remote: without(found.kept.remote, 'parked') as Remote}
  found.shelf.put(kept)
  return {shelf: found.shelf, kept}
}

/** Changes what is known of a deletion of what has left the trash; false where `id` is none. */
function changeGone({values}: Work, id: string, change: (gone: Gone) => Gone[]): boolean {
  const {team} = values
  const isIt = (each: Gone) => each.id === id && each.remote.parked !== undefined
  if (!team?.gone.some(isIt)) return false
  values.team = {...team, gone: team.gone.flatMap(each => (isIt(each) ? change(each) : [each]))}
  return true
}

/** Sends again what the service refused. */
export function retry(work: Work, ids: readonly string[]): void {
  const unparkedGone = (gone: Gone) => [{...gone, remote: without(gone.remote, 'parked') as Remote}]
  for (const id of ids) if (!changeGone(work, id, unparkedGone)) unparked(work, id)
}

/** The rules of the team in a group that stays on this device alone are in the group that the team has them in. */
function leaveToDevice(work: Work, groupId: string, groups: GroupIds): void {
  for (const rule of work.rules.all())
    if (isTeams(rule) && rule.record['groupId'] === groupId) {
      const there = groups.here(rule.remote.base?.['groupId'] ?? '')
      work.rules.put({...rule, record: {...rule.record, groupId: there === groupId ? '' : there}})
    }
}

/**
 * Takes back what was changed here and could not be sent: as it is there, with the version from here in the trash, or, where it is not there, of this
 * device alone.
 */
export function drop(work: Work, needs: LibraryNeeds, ids: readonly string[]): void {
  const groups = groupIdsOf(work)
  for (const id of ids) {
    // With the next listing it is here again.
    if (changeGone(work, id, () => [])) continue
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
