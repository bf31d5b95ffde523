import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import {freeId} from '../model/pair-ids'
import type {RecordKind, Remote, TeamAccount} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import {allocateNumber, getNextRank} from '../storage/order'
import type {LibraryDraft} from '../storage/state'
import {deleteGroup, deleteRules, restore} from '../storage/trash'
import {bareOf, changeGone, entryOf, groupIdsOf, keptAs, pairedOf, placesIn, shelfOf, teamPlaces, trashOf} from './ids'
import type {GroupIds, Place, TeamKept} from './ids'
import {endLostCreations, offerCandidate} from './creation'
import {isSame, isSameSaid} from './merge'
import {idOf, type Listing, type Pulled} from './pull'
import {reconcile, reconcileGone} from './reconcile'
import {cameFrom, saysWhatWasSent} from './sent'

export const unmade: Remote = {id: null, base: null}

/** The team's records by an id; the one in force where the trash has it too. */
const placesBy = (work: LibraryDraft, kind: RecordKind, idIn: (remote: Remote) => string | null | undefined) =>
  new Map(
    [trashOf, shelfOf].flatMap(from =>
      placesIn(from(work, kind)).flatMap(place => {
        const id = idIn(place.kept.remote)
        return typeof id === 'string' ? [[id, place] as const] : []
      }),
    ),
  )

const placesOf = (work: LibraryDraft, kind: RecordKind) => placesBy(work, kind, ({id}) => id)

const isInTrash = (work: LibraryDraft, {kept}: Place): boolean => work.trash.get(kept.id) !== undefined

export function missingRules(work: LibraryDraft, {records, tooDeep}: Pulled['rules']): string[] {
  const come = new Set([...records, ...tooDeep].map(idOf))
  return [...placesOf(work, 'rule').keys()].filter(id => !come.has(id))
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

export function meet(work: LibraryDraft, place: Place, given: StoredRecord, ids = groupIdsOf(work)): void {
  const theirs = bareOf(given)
  const {shelf, kept} = place
  const {id, base, sent, isDeleting, conflict} = kept.remote
  const isOfUnknownFate = sent !== undefined || isDeleting || conflict?.theirs === null
  if (id !== null && !isOfUnknownFate && isSame(base, theirs)) return
  if (isInTrash(work, place)) return meetInTrash(place, theirs)
  shelf.put(keptAs(kept, reconcile(pairedOf(kept, ids), theirs), ids))
}

/** The record is gone at the service. Local changes become a conflict; otherwise it goes to the trash. */
export function meetGone(work: LibraryDraft, needs: LibraryDependencies, {shelf, kept}: Place): void {
  // Restored while its deletion was on the way, it is to be created again.
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

/** A deleted group forgets the rules that the service has moved out of it meanwhile. */
function letGoOfMoved({rules, trash}: LibraryDraft, {id, remote}: TeamKept): void {
  const lying = trash.get(id)
  if (lying?.kind !== 'group') return
  const isStill = (held: string) => {
    const base = rules.get(held)?.remote?.base
    return !base || base['groupId'] === remote.wasId
  }
  trash.put({...lying, held: lying.held.filter(isStill)})
}

/** The record is there again, so it is restored, a group with its rules. */
function comeBack(
  work: LibraryDraft,
  needs: LibraryDependencies,
  {shelf, kept}: Place,
  given: StoredRecord,
  ids: GroupIds,
): void {
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

/** A record that was deleted for good before its POST got a response: its id is known now, so it can be deleted. */
function isUnwanted(work: LibraryDraft, kind: RecordKind, theirs: StoredRecord): boolean {
  const unwanted = work.values.team?.gone.find(
    gone =>
      gone.kind === kind &&
      gone.remote.id === null &&
      gone.remote.sent &&
      saysWhatWasSent(theirs, gone.remote.sent.record),
  )
  const remote = {id: idOf(theirs), base: bareOf(theirs)}
  changeGone(work, gone => (gone === unwanted ? {...gone, remote} : gone))
  return unwanted !== undefined
}

function takeAll(
  work: LibraryDraft,
  needs: LibraryDependencies,
  kind: RecordKind,
  records: readonly StoredRecord[],
): void {
  const places = placesOf(work, kind)
  const unsent = new Set(teamPlaces(work, kind).filter(({kept: {remote}}) => remote.id === null && remote.sent))
  // A list can lack a record for a while.
  const returning = placesBy(work, kind, ({wasId}) => wasId)
  const gone = new Set((work.values.team?.gone ?? []).map(({remote}) => remote.id))
  const ids = groupIdsOf(work)
  const fresh: StoredRecord[] = []
  for (const theirs of records) {
    const id = idOf(theirs)
    if (id === '') continue
    const arrived = ({kept: {remote}}: Place) => remote.sent && saysWhatWasSent(theirs, remote.sent.record)
    const place = places.get(id) ?? [...unsent].find(arrived)
    const left = places.has(id) ? undefined : returning.get(id)
    if (left) comeBack(work, needs, left, theirs, ids)
    else if (place) {
      unsent.delete(place)
      meet(work, place, theirs, ids)
    } else if (!gone.has(id) && !isUnwanted(work, kind, theirs)) fresh.push(bareOf(theirs))
  }
  if (fresh.length > 0) addAll(work, kind, fresh)
}

function addAll(work: LibraryDraft, kind: RecordKind, records: readonly StoredRecord[]): void {
  const shelf = shelfOf(work, kind)
  const ids = groupIdsOf(work)
  const isTaken = (id: string) => shelf.get(id) !== undefined || work.trash.get(id) !== undefined
  let rank = getNextRank(work, kind)
  for (const base of records) {
    const id = freeId(idOf(base), isTaken)
    const remote: Remote = {id: idOf(base), base}
    const kept = keptAs({id, rank: rank++, record: base, remote}, {record: base, remote}, ids)
    shelf.put(kind === 'rule' ? {...kept, number: allocateNumber(work)} : kept)
    offerCandidate(work, kind, {...kept, remote})
  }
}

/** Stands for a group of which only the id is known; its rules are on. */
const toPlaceholder = (id: string): StoredRecord => ({id, objectType: 'group', name: id, status: 'Active'})

export const isGroupStateUnknown = ({id, base}: Remote): boolean => id !== null && isSame(base, toPlaceholder(id))

function namedGroups(work: LibraryDraft, records: readonly StoredRecord[]): StoredRecord[] {
  const known = placesOf(work, 'group')
  const names = new Set(records.map(({groupId}) => groupId))
  return [...names].flatMap(id =>
    typeof id === 'string' && id !== '' && !known.has(id) && work.groups.get(id) === undefined
      ? [toPlaceholder(id)]
      : [],
  )
}

/** `gone` are the service's ids of deleted rules, `at` is when the list was requested. */
export type Seen = Pulled & {readonly gone: ReadonlySet<string>; readonly at: number}

export function leftOut({rules, groups}: Seen): Pick<TeamAccount, 'unnamed' | 'tooDeep' | 'received'> {
  const entries = (kind: RecordKind, {tooDeep}: Listing) => tooDeep.map(record => entryOf(kind, idOf(record), record))
  return {
    received: rules.short,
    unnamed: rules.records.filter(record => idOf(record) === '').length,
    tooDeep: [...entries('rule', rules), ...(groups ? entries('group', groups) : [])],
  }
}

/** Merges the whole account into the stored records. Groups that a complete list lacks are deleted. */
export function takeIn(work: LibraryDraft, needs: LibraryDependencies, {rules, groups, gone, at}: Seen): void {
  takeAll(work, needs, 'group', groups?.records ?? namedGroups(work, rules.records))
  const before = placesOf(work, 'rule')
  takeAll(work, needs, 'rule', rules.records)
  for (const id of gone) {
    const place = before.get(id)
    if (place) meetGone(work, needs, place)
  }
  if (groups?.isWhole) {
    // A group that rules name exists, whatever the list of groups says.
    const come = new Set([
      ...[...groups.records, ...groups.tooDeep].map(idOf),
      ...rules.records.map(({groupId}) => groupId),
    ])
    for (const [id, place] of placesOf(work, 'group')) if (!come.has(id)) meetGone(work, needs, place)
  }
  endLostCreations(work, at, {rule: rules.short === null, group: groups?.isWhole === true})
  changeGone(work, each => (each.remote.id !== null && gone.has(each.remote.id) ? null : each))
  noteGone(work, rules.records)
}

function noteGone(work: LibraryDraft, records: readonly StoredRecord[]): void {
  const come = new Map(records.map(record => [idOf(record), record]))
  changeGone(work, gone => {
    const theirs = come.get(gone.remote.id ?? '')
    if (!theirs || !gone.remote.isHidden) return gone
    const base = bareOf(theirs)
    return isSame(gone.remote.base, base) ? gone : {...gone, remote: {...gone.remote, base}}
  })
}
