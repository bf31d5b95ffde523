import {isRecord} from '../model/json'
import type {KeptGroup, MadeRecords, Purged, TrashPlace} from '../api/library'
import {inTheTrash} from '../model/reasons'
import {readRule} from '../model/rule'
import {notFound} from '../api/service-error'
import type {TrashedView} from '../model/views'
import {groupOf} from './groups'
import {groupIdOf, inGroup, namedGroup, ruleOf, type LibraryNeeds} from './needs'
import type {Trashed} from './database'
import {newNumber, numbersOf} from './order'
import {isTrashed, type Work} from './state'

const keptFor = 30 * 24 * 60 * 60 * 1000

const nameOf = (record: unknown): string =>
  isRecord(record) && typeof record['name'] === 'string' ? record['name'] : ''

type TrashedGroup = Trashed & {readonly kind: 'group'}
/** The deleted groups of rules in the trash or without a group, by rule id. */
function holdersIn({trash}: Work): ReadonlyMap<string, TrashedGroup> {
  const groups = trash.all().filter((each): each is TrashedGroup => each.kind === 'group')
  return new Map(groups.toReversed().flatMap(group => group.held.map(id => [id, group])))
}

export function deleteRules(work: Work, {now}: LibraryNeeds, ids: readonly string[], trashed?: TrashPlace): void {
  const holders = holdersIn(work)
  // One time for all, so that they keep their order in the trash.
  const deletedAt = now()
  for (const entry of [...new Set(ids)].map(id => ruleOf(work, id))) {
    const named = namedGroup(entry)
    const holder = named === '' ? holders.get(entry.id) : undefined
    const from = nameOf((holder?.entry ?? work.groups.get(named))?.record)
    const held = holder ? {heldBy: holder.id} : {}
    work.rules.delete(entry.id)
    work.trash.put({id: entry.id, kind: 'rule', entry, ...held, from, deletedAt, ...trashed})
  }
}

export function deleteGroup(work: Work, needs: LibraryNeeds, id: string, trashed?: TrashPlace): void {
  const entry = groupOf(work, id)
  const members = work.rules.all().filter(rule => namedGroup(rule) === id)
  const lying = work.trash
    .all()
    .filter(each => each.kind === 'rule' && (each.heldBy === id || namedGroup(each.entry) === id))
  for (const rule of members) work.rules.put(inGroup(rule, '', needs))
  work.groups.delete(id)
  // Rules that were elsewhere when the group was restored still belong to it.
  const held = [...new Set([...[...members, ...lying].map(rule => rule.id), ...(trashed?.held ?? [])])]
  work.trash.put({id, kind: 'group', entry, from: '', deletedAt: needs.now(), ...trashed, held})
}

export const listTrash = (trash: readonly Trashed[]): TrashedView[] =>
  trash.map(each => {
    const read = each.kind === 'rule' ? readRule(each.entry.record) : undefined
    return {
      id: each.id,
      kind: each.kind,
      name: nameOf(each.entry.record),
      ruleType: read?.ok === true ? read.value.ruleType : null,
      from: each.from,
      ...(each.kind === 'group' && {held: each.held}),
      deletedAt: each.deletedAt,
    }
  })

function trashedOf({trash}: Work, ids: readonly string[]): Trashed[] {
  return [...new Set(ids)].map(id => {
    const found = trash.get(id)
    if (found === undefined) throw notFound(inTheTrash(id))
    return found
  })
}

function reattach(work: Work, needs: LibraryNeeds, group: KeptGroup, held: readonly string[]): void {
  for (const id of held) {
    const rule = work.rules.get(id)
    if (rule !== undefined && groupIdOf(work, rule) === '') work.rules.put(inGroup(rule, group.id, needs))
  }
}

function wantedAgain(trashed: Trashed): Trashed {
  const {entry} = trashed
  if (!entry.remote) return trashed
  const {isHidden: _, parked, ...remote} = entry.remote
  return {...trashed, entry: {...entry, remote: {...remote, ...(parked && !parked.isDeletion && {parked})}}} as Trashed
}

export function restore(work: Work, needs: LibraryNeeds, ids: readonly string[]): void {
  const found = trashedOf(work, ids).map(wantedAgain)
  for (const each of found) {
    work.trash.delete(each.id)
    if (each.kind === 'group') work.groups.put(each.entry)
  }
  for (const each of found) {
    if (each.kind !== 'rule') continue
    // A group that was never known counts as none, and may become known.
    const isGroupDeleted = work.trash.get(namedGroup(each.entry)) !== undefined
    const {entry, heldBy = ''} = each
    const groupId = isGroupDeleted ? '' : namedGroup(entry) === '' && work.groups.get(heldBy) ? heldBy : null
    work.rules.put(groupId === null ? entry : inGroup(entry, groupId, needs))
  }
  for (const each of found) {
    if (each.kind === 'group') reattach(work, needs, each.entry, each.held)
  }
}

/** Deletes for good; the team's service hears of it later, unless the record is in conflict. */
export function forget({values, trash}: Work, {id, kind, entry}: Trashed): void {
  trash.delete(id)
  const {team} = values
  const {remote} = entry
  if (team && remote && !remote.conflict && (remote.id !== null || remote.sent))
    values.team = {...team, gone: [...team.gone, {kind, id, name: nameOf(entry.record), remote}]}
}

/** Takes {@link forget} back. If the service has deleted the record meanwhile, it becomes this device's own or, for the same account, a new one. */
export function lieAgain({values, trash}: Work, trashed: Trashed, teamUrl?: string | null): void {
  const {remote: known, ...own} = trashed.entry
  const {team} = values
  const waiting = known && team?.gone.find(({id, kind}) => id === trashed.id && kind === trashed.kind)
  if (team && waiting) values.team = {...team, gone: team.gone.filter(each => each !== waiting)}
  // A POST without a response is still open.
  const unmade = {id: null, base: null, ...(known?.id === null && known.sent && {sent: known.sent})}
  const remote = waiting?.remote ?? (known && team?.url === teamUrl ? unmade : undefined)
  trash.put({...trashed, entry: {...own, ...(remote && {remote})}} as Trashed)
}

/** Characters of one message: Chrome allows 64 MB. */
const largestAnswer = 8_000_000

export function purge(work: Work, ids: readonly string[]): Purged {
  let room = largestAnswer
  // A single record is no larger than the message that brought it.
  const records = trashedOf(work, ids).filter((each, index) => {
    room -= JSON.stringify(each).length
    return room >= 0 || index === 0
  })
  for (const each of records) forget(work, each)
  return {records, teamUrl: work.values.team?.url ?? null}
}

export function unpurge(work: Work, {records, teamUrl}: Purged): void {
  const {rules, groups, trash} = work
  const taken = numbersOf(work)
  for (const each of records) {
    if (!isTrashed(each) || [rules, groups, trash].some(({get}) => get(each.id))) continue
    // Another rule may have its number by now.
    if (each.kind === 'rule') {
      const {entry} = each
      const number = taken.has(entry.number) ? newNumber(work, taken) : entry.number
      taken.add(number)
      lieAgain(work, {...each, entry: {...entry, number}}, teamUrl)
    } else lieAgain(work, each, teamUrl)
  }
}

/** In one step, since a full disk could stop it halfway. */
export function unmakeRecords(work: Work, needs: LibraryNeeds, {rules, groups, changed}: MadeRecords): void {
  deleteRules(work, needs, rules)
  for (const id of groups) deleteGroup(work, needs, id)
  const hasChanged = new Set(changed)
  const missed = [...rules, ...groups].filter(id => !hasChanged.has(id))
  for (const each of trashedOf(work, missed)) forget(work, each)
}

export function expire(work: Work, {now}: LibraryNeeds): void {
  const oldest = now() - keptFor
  for (const each of work.trash.all()) if (each.deletedAt <= oldest) forget(work, each)
}
