import type {StoredRecord} from '../contract/rule'
import {without} from '../contract/json'
import {freeId} from '../contract/pair-ids'
import type {Gone, RecordKind, Remote, TeamAccount} from '../contract/team'
import type {LibraryNeeds} from '../service/needs'
import {newNumber} from '../service/numbers'
import {lastRank} from '../service/order'
import type {Work} from '../service/state'
import {deleteGroup, deleteRules, restore} from '../service/trash'
import {
  bareOf,
  entryOf,
  groupIdsOf,
  isTeams,
  keptAs,
  pairedOf,
  shelfOf,
  trashOf,
  type GroupIds,
  type Shelf,
  type TeamKept,
} from './ids'
import {endLostCreations, offerCandidate} from './creation'
import {isSame, isSameSaid} from './merge'
import {idOf, type Listing, type Pulled} from './pull'
import {reconcile, reconcileGone} from './reconcile'
import {cameFrom, saysWhatWasSent} from './sent'

/** Not known to the service (any more): to be made there, should it be wanted again. */
export const unmade: Remote = {id: null, base: null}

type Place = {readonly shelf: Shelf; readonly kept: TeamKept}

/** Where each record of the service is kept, by the service's id. */
function placesOf(work: Work, kind: RecordKind): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const shelf of [trashOf(work, kind), shelfOf(work, kind)])
    for (const kept of shelf.all())
      if (isTeams(kept) && kept.remote.id !== null) places.set(kept.remote.id, {shelf, kept})
  return places
}

const isInTrash = (work: Work, {kept}: Place): boolean => work.trash.get(kept.id) !== undefined

/** The service's ids of the rules that are kept and did not come. */
export function missingRules(work: Work, {records, tooDeep}: Pulled['rules']): string[] {
  const come = new Set([...records, ...tooDeep].map(idOf))
  return [...placesOf(work, 'rule').keys()].filter(id => !come.has(id))
}

/** The record whose creation got no answer, and that this may be. */
function lostCreation(work: Work, kind: RecordKind, theirs: StoredRecord): Place | undefined {
  for (const shelf of [shelfOf(work, kind), trashOf(work, kind)])
    for (const kept of shelf.all())
      if (isTeams(kept) && kept.remote.id === null && kept.remote.sent)
        if (saysWhatWasSent(theirs, kept.remote.sent.record)) return {shelf, kept}
  return undefined
}

function meetInTrash({shelf, kept}: Place, theirs: StoredRecord): void {
  const {remote} = kept
  if (remote.conflict && isSame(remote.conflict.theirs, theirs)) return
  const base = cameFrom(remote, theirs)
  const known: Remote = {
    ...(without(remote, 'sent', 'question', 'conflict', 'isDeleting') as Remote),
    id: idOf(theirs),
    base,
  }
  if (remote.isHidden) shelf.put({...kept, remote: {...known, base: theirs}})
  else if (isSameSaid(base, theirs)) shelf.put({...kept, remote: {...known, base: theirs}})
  else shelf.put({...kept, remote: {...known, conflict: {theirs, was: base, fields: []}}})
}

/** Brings a kept record together with what the service says of it. */
export function meet(work: Work, place: Place, given: StoredRecord, ids = groupIdsOf(work)): void {
  const theirs = bareOf(given)
  const {shelf, kept} = place
  const {id, base, sent, isDeleting, conflict} = kept.remote
  const isOfUnknownFate = sent !== undefined || isDeleting || conflict?.theirs === null
  if (id !== null && !isOfUnknownFate && isSame(base, theirs)) return
  if (isInTrash(work, place)) return meetInTrash(place, theirs)
  shelf.put(keptAs(kept, reconcile(pairedOf(kept, ids), theirs), ids))
}

/** It is no longer there. What would be lost with it waits for a decision; the rest goes to the trash, out of which it would be made anew. */
export function meetGone(work: Work, needs: LibraryNeeds, {shelf, kept}: Place): void {
  // Deleted from here, and put back before that was answered, it is wanted again.
  if (work.trash.get(kept.id) || kept.remote.isDeleting) return shelf.put({...kept, remote: unmade})
  if (kept.remote.conflict?.theirs === null) return
  const ids = groupIdsOf(work)
  const next = reconcileGone(pairedOf(kept, ids))
  if (next) return shelf.put(keptAs(kept, next, ids))
  if (shelf.kind === 'rule') deleteRules(work, needs, [kept.id])
  else deleteGroup(work, needs, kept.id)
  const {id} = kept.remote
  trashOf(work, shelf.kind).put({...kept, remote: {...unmade, ...(id !== null && {wasId: id})}})
}

/** What a service no longer had, by its id there: a listing can be wrong. */
function leftOf(work: Work, kind: RecordKind): Map<string, Place> {
  const left = new Map<string, Place>()
  for (const shelf of [trashOf(work, kind), shelfOf(work, kind)])
    for (const kept of shelf.all())
      if (isTeams(kept) && kept.remote.wasId !== undefined) left.set(kept.remote.wasId, {shelf, kept})
  return left
}

/** A deleted group holds no rule any more that the service has taken out of it meanwhile. */
function letGoOfMoved({rules, trash}: Work, {id, remote}: TeamKept): void {
  const lying = trash.get(id)
  if (lying?.kind !== 'group') return
  const isStill = (held: string) => {
    const base = rules.get(held)?.remote?.base
    return !base || base['groupId'] === remote.wasId
  }
  trash.put({...lying, held: lying.held.filter(isStill)})
}

/** It is there again, and here where it was, a group with the rules that it held; what was changed since it was put back by hand stays so. */
function comeBack(work: Work, needs: LibraryNeeds, {shelf, kept}: Place, given: StoredRecord, ids: GroupIds): void {
  const theirs = bareOf(given)
  const isLying = work.trash.get(kept.id) !== undefined
  const {record} = pairedOf(kept, ids)
  if (isLying) {
    letGoOfMoved(work, kept)
    restore(work, needs, [kept.id])
  }
  const met = reconcile({record, remote: {id: idOf(theirs), base: isLying ? record : theirs}}, theirs)
  shelfOf(work, shelf.kind).put(keptAs(kept, met, ids))
}

function goneOf({values}: Work): Map<string, Gone> {
  return new Map((values.team?.gone ?? []).flatMap(each => (each.remote.id === null ? [] : [[each.remote.id, each]])))
}

/** Deleted for good before its creation was answered: it is known by now what it is called there, so that it can be deleted. */
function isUnwanted({values}: Work, kind: RecordKind, theirs: StoredRecord): boolean {
  const {team} = values
  const unwanted = team?.gone.find(
    each =>
      each.kind === kind &&
      each.remote.id === null &&
      each.remote.sent &&
      saysWhatWasSent(theirs, each.remote.sent.record),
  )
  if (!team || !unwanted) return false
  const met: Gone = {...unwanted, remote: {id: idOf(theirs), base: bareOf(theirs)}}
  values.team = {...team, gone: team.gone.map(each => (each === unwanted ? met : each))}
  return true
}

/** Takes in all records of one kind. */
function takeAll(work: Work, needs: LibraryNeeds, kind: RecordKind, records: readonly StoredRecord[]): void {
  const places = placesOf(work, kind)
  const lefts = leftOf(work, kind)
  const gone = goneOf(work)
  const ids = groupIdsOf(work)
  const fresh: StoredRecord[] = []
  for (const theirs of records) {
    const id = idOf(theirs)
    if (id === '') continue
    const place = places.get(id) ?? lostCreation(work, kind, theirs)
    const left = places.has(id) ? undefined : lefts.get(id)
    if (left) comeBack(work, needs, left, theirs, ids)
    else if (place) meet(work, place, theirs, ids)
    else if (!gone.has(id) && !isUnwanted(work, kind, theirs)) fresh.push(bareOf(theirs))
  }
  if (fresh.length > 0) addAll(work, kind, fresh)
}

/** New records stand below what is there, in the order in which they came. */
function addAll(work: Work, kind: RecordKind, records: readonly StoredRecord[]): void {
  const shelf = shelfOf(work, kind)
  const ids = groupIdsOf(work)
  const isTaken = (id: string) => shelf.get(id) !== undefined || work.trash.get(id) !== undefined
  let rank = lastRank(work, kind)
  for (const base of records) {
    const id = freeId(idOf(base), isTaken)
    const remote: Remote = {id: idOf(base), base}
    const kept = keptAs({id, rank: rank++, record: base, remote}, {record: base, remote}, ids)
    shelf.put(kind === 'rule' ? {...kept, number: newNumber(work)} : kept)
    offerCandidate(work, kind, {...kept, remote})
  }
}

/** A group of which only its id is known. It acts as if it were on. */
const toPlaceholder = (id: string): StoredRecord => ({id, objectType: 'group', name: id, status: 'Active'})

/** Whether the service never gave the group itself, so that nobody knows whether it is on. */
export const isGroupStateUnknown = ({id, base}: Remote): boolean => id !== null && isSame(base, toPlaceholder(id))

/** Groups that rules name, of a service that cannot list them: they are called what their id is until somebody names them. */
function namedGroups(work: Work, records: readonly StoredRecord[]): StoredRecord[] {
  const known = placesOf(work, 'group')
  const names = new Set(records.map(({groupId}) => groupId))
  return [...names].flatMap(id =>
    typeof id === 'string' && id !== '' && !known.has(id) && work.groups.get(id) === undefined
      ? [toPlaceholder(id)]
      : [],
  )
}

/** What was seen of the whole account: `gone` are the service's ids of the rules that are no longer there, `at` is when it was asked for. */
export type Seen = Pulled & {readonly gone: ReadonlySet<string>; readonly at: number}

/** The records that are not stored, and how many rules the list lacks. */
export function leftOut({rules, groups}: Seen): Pick<TeamAccount, 'unnamed' | 'tooDeep' | 'received'> {
  const entries = (kind: RecordKind, {tooDeep}: Listing) => tooDeep.map(record => entryOf(kind, idOf(record), record))
  return {
    received: rules.short,
    unnamed: rules.records.filter(record => idOf(record) === '').length,
    tooDeep: [...entries('rule', rules), ...(groups ? entries('group', groups) : [])],
  }
}

/** Makes what is kept say what the service says, but for what was changed here. Where all groups came, those that did not are no longer there. */
export function takeIn(work: Work, needs: LibraryNeeds, {rules, groups, gone, at}: Seen): void {
  takeAll(work, needs, 'group', groups?.records ?? namedGroups(work, rules.records))
  const before = placesOf(work, 'rule')
  takeAll(work, needs, 'rule', rules.records)
  for (const id of gone) {
    const place = before.get(id)
    if (place) meetGone(work, needs, place)
  }
  if (groups?.isWhole) {
    // A group that rules are still in is there, whatever the list of groups says.
    const come = new Set([
      ...[...groups.records, ...groups.tooDeep].map(idOf),
      ...rules.records.map(({groupId}) => groupId),
    ])
    for (const [id, place] of placesOf(work, 'group')) if (!come.has(id)) meetGone(work, needs, place)
  }
  endLostCreations(work, at, {rule: rules.short === null, group: groups?.isWhole === true})
  forgetGone(work, gone)
  noteGone(work, rules.records)
}

/** What is hidden here is still there, where others may change it. */
function noteGone({values}: Work, records: readonly StoredRecord[]): void {
  const {team} = values
  if (!team?.gone.some(({remote}) => remote.isHidden)) return
  const come = new Map(records.map(record => [idOf(record), record]))
  const noted = team.gone.map(each => {
    const theirs = come.get(each.remote.id ?? '')
    return theirs && each.remote.isHidden ? {...each, remote: {...each.remote, base: bareOf(theirs)}} : each
  })
  if (!isSame(noted, team.gone)) values.team = {...team, gone: noted}
}

function forgetGone({values}: Work, gone: ReadonlySet<string>): void {
  const {team} = values
  if (team?.gone.some(({remote}) => remote.id !== null && gone.has(remote.id)))
    values.team = {...team, gone: team.gone.filter(({remote}) => remote.id === null || !gone.has(remote.id))}
}
