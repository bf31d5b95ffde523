import {isRecord} from '../model/json'
import type {StoredGroup, CreatedRecords, PurgeResult, TrashDetails} from '../api/library'
import {faultText} from '../model/faults'
import {readRule} from '../model/rule'
import {notFoundError} from '../api/service-error'
import type {TrashedView} from '../model/views'
import {getStoredGroup} from './groups'
import {getGroupId, withGroupId, getNamedGroupId, getStoredRule, type LibraryDependencies} from './records'
import type {TrashedEntry} from './database'
import {allocateNumber, getUsedNumbers} from './order'
import {isTrashed, type LibraryTransaction} from './state'

const retention = 30 * 24 * 60 * 60 * 1000

const getName = (record: unknown): string =>
  isRecord(record) && typeof record['name'] === 'string' ? record['name'] : ''

type TrashedGroup = TrashedEntry & {readonly kind: 'group'}
/** The deleted group of each rule that belongs to one, by rule id. */
function indexTrashedGroups({trash}: LibraryTransaction): ReadonlyMap<string, TrashedGroup> {
  const groups = trash.all().filter((each): each is TrashedGroup => each.kind === 'group')
  return new Map(groups.toReversed().flatMap(group => group.held.map(id => [id, group])))
}

export function deleteRules(
  draft: LibraryTransaction,
  {now}: LibraryDependencies,
  ids: readonly string[],
  trashed?: TrashDetails,
): void {
  const trashedGroups = indexTrashedGroups(draft)
  // All get the same time, so that they keep their order in the trash.
  const deletedAt = now()
  for (const entry of [...new Set(ids)].map(id => getStoredRule(draft, id))) {
    const groupId = getNamedGroupId(entry)
    const trashedGroup = groupId === '' ? trashedGroups.get(entry.id) : undefined
    const from = getName((trashedGroup?.entry ?? draft.groups.get(groupId))?.record)
    const heldBy = trashedGroup ? {heldBy: trashedGroup.id} : {}
    draft.rules.delete(entry.id)
    draft.trash.put({id: entry.id, kind: 'rule', entry, ...heldBy, from, deletedAt, ...trashed})
  }
}

export function deleteGroup(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  id: string,
  trashed?: TrashDetails,
): void {
  const entry = getStoredGroup(draft, id)
  const members = draft.rules.all().filter(rule => getNamedGroupId(rule) === id)
  const trashedMembers = draft.trash
    .all()
    .filter(each => each.kind === 'rule' && (each.heldBy === id || getNamedGroupId(each.entry) === id))
  for (const rule of members) draft.rules.put(withGroupId(rule, '', deps))
  draft.groups.delete(id)
  // Rules that were in another group when this group was restored still belong to it.
  const held = [...new Set([...[...members, ...trashedMembers].map(rule => rule.id), ...(trashed?.held ?? [])])]
  draft.trash.put({id, kind: 'group', entry, from: '', deletedAt: deps.now(), ...trashed, held})
}

export const listTrash = (trash: readonly TrashedEntry[]): TrashedView[] =>
  trash.map(each => {
    const read = each.kind === 'rule' ? readRule(each.entry.record) : undefined
    return {
      id: each.id,
      kind: each.kind,
      name: getName(each.entry.record),
      ruleType: read?.ok === true ? read.value.ruleType : null,
      from: each.from,
      ...(each.kind === 'group' && {held: each.held}),
      deletedAt: each.deletedAt,
    }
  })

function getTrashed({trash}: LibraryTransaction, ids: readonly string[]): TrashedEntry[] {
  return [...new Set(ids)].map(id => {
    const found = trash.get(id)
    if (found === undefined) throw notFoundError(faultText('inTheTrash', {id}))
    return found
  })
}

function reattach(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  group: StoredGroup,
  held: readonly string[],
): void {
  for (const id of held) {
    const rule = draft.rules.get(id)
    if (rule !== undefined && getGroupId(draft, rule) === '') draft.rules.put(withGroupId(rule, group.id, deps))
  }
}

function withoutDeletion(trashed: TrashedEntry): TrashedEntry {
  const {entry} = trashed
  if (!entry.remote) return trashed
  const {isHidden: _, parked, ...remote} = entry.remote
  return {
    ...trashed,
    entry: {...entry, remote: {...remote, ...(parked && !parked.isDeletion && {parked})}},
  } as TrashedEntry
}

export function restore(draft: LibraryTransaction, deps: LibraryDependencies, ids: readonly string[]): void {
  const found = getTrashed(draft, ids).map(withoutDeletion)
  for (const each of found) {
    draft.trash.delete(each.id)
    if (each.kind === 'group') draft.groups.put(each.entry)
  }
  for (const each of found) {
    if (each.kind !== 'rule') continue
    // A group that never existed counts as none, since a sync may add it.
    const isGroupDeleted = draft.trash.get(getNamedGroupId(each.entry)) !== undefined
    const {entry, heldBy = ''} = each
    const groupId = isGroupDeleted ? '' : getNamedGroupId(entry) === '' && draft.groups.get(heldBy) ? heldBy : null
    draft.rules.put(groupId === null ? entry : withGroupId(entry, groupId, deps))
  }
  for (const each of found) {
    if (each.kind === 'group') reattach(draft, deps, each.entry, each.held)
  }
}

/** Purges an entry. The next sync deletes its record at the service, unless it is in conflict. */
export function purgeEntry({values, trash}: LibraryTransaction, {id, kind, entry}: TrashedEntry): void {
  trash.delete(id)
  const {team} = values
  const {remote} = entry
  if (team && remote && !remote.conflict && (remote.id !== null || remote.sent))
    values.team = {...team, gone: [...team.gone, {kind, id, name: getName(entry.record), remote}]}
}

/**
 * Reverts {@link purgeEntry}. If the service has deleted the record meanwhile,
 * the entry becomes local or, for the same account, a record to create again.
 */
export function restoreToTrash(
  {values, trash}: LibraryTransaction,
  trashed: TrashedEntry,
  teamUrl?: string | null,
): void {
  const {remote: oldRemote, ...own} = trashed.entry
  const {team} = values
  const pendingPurge = oldRemote && team?.gone.find(({id, kind}) => id === trashed.id && kind === trashed.kind)
  if (team && pendingPurge) values.team = {...team, gone: team.gone.filter(each => each !== pendingPurge)}
  // A POST without a response may still have created the record.
  const uncreated = {id: null, base: null, ...(oldRemote?.id === null && oldRemote.sent && {sent: oldRemote.sent})}
  const remote = pendingPurge?.remote ?? (oldRemote && team?.url === teamUrl ? uncreated : undefined)
  trash.put({...trashed, entry: {...own, ...(remote && {remote})}} as TrashedEntry)
}

/** Characters per message; Chrome allows 64 MB. */
const largestMessage = 8_000_000

export function purge(draft: LibraryTransaction, ids: readonly string[]): PurgeResult {
  let remaining = largestMessage
  // A single record fits, since a message brought it.
  const records = getTrashed(draft, ids).filter((each, index) => {
    remaining -= JSON.stringify(each).length
    return remaining >= 0 || index === 0
  })
  for (const each of records) purgeEntry(draft, each)
  return {records, teamUrl: draft.values.team?.url ?? null}
}

export function undoPurge(draft: LibraryTransaction, {records, teamUrl}: PurgeResult): void {
  const {rules, groups, trash} = draft
  const taken = getUsedNumbers(draft)
  for (const each of records) {
    if (!isTrashed(each) || [rules, groups, trash].some(({get}) => get(each.id))) continue
    // Another rule may have taken its number meanwhile.
    if (each.kind === 'rule') {
      const {entry} = each
      const number = taken.has(entry.number) ? allocateNumber(draft, taken) : entry.number
      taken.add(number)
      restoreToTrash(draft, {...each, entry: {...entry, number}}, teamUrl)
    } else restoreToTrash(draft, each, teamUrl)
  }
}

/** One transaction, since a full disk could stop the second one. */
export function undoCreate(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {rules, groups, changed}: CreatedRecords,
): void {
  deleteRules(draft, deps, rules)
  for (const id of groups) deleteGroup(draft, deps, id)
  const hasChanged = new Set(changed)
  const unchanged = [...rules, ...groups].filter(id => !hasChanged.has(id))
  for (const each of getTrashed(draft, unchanged)) purgeEntry(draft, each)
}

export function purgeExpired(draft: LibraryTransaction, {now}: LibraryDependencies): void {
  const oldest = now() - retention
  for (const each of draft.trash.all()) if (each.deletedAt <= oldest) purgeEntry(draft, each)
}
