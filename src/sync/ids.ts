import type {StoredGroup, StoredRule} from '../api/library'
import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import type {Paired, RecordKind, Remote, TeamEntry, Gone} from '../model/team'
import type {LibraryDraft} from '../storage/state'
import {freeId} from '../model/pair-ids'
import type {LibraryDependencies} from '../storage/needs'
import {allocateNumber, getNextRank} from '../storage/order'
import {deleteGroup, deleteRules} from '../storage/trash'

export type Place = {readonly shelf: Shelf; readonly kept: TeamKept}

export const toOwn = <Any extends Kept>(kept: Any): Any => without(kept, 'remote') as Any

export function copyEntry(work: LibraryDraft, needs: LibraryDependencies, {shelf, kept}: Place, record: StoredRecord) {
  const isTaken = (id: string) => shelf.get(id) !== undefined || work.trash.get(id) !== undefined
  const type = typeof record['ruleType'] === 'string' ? record['ruleType'] : 'Group'
  const id = freeId(`${type}_${needs.suffix()}`, isTaken)
  const copy = {...toOwn(kept as Kept), id, rank: getNextRank(work, shelf.kind), record: {...record, id}}
  return shelf.kind === 'rule' ? {...copy, number: allocateNumber(work)} : copy
}

export function moveToTrash(work: LibraryDraft, needs: LibraryDependencies, shelf: Shelf, copy: Kept): void {
  shelf.put(copy)
  if (shelf.kind === 'rule') deleteRules(work, needs, [copy.id])
  else deleteGroup(work, needs, copy.id)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const entryOf = (kind: RecordKind, id: string, {name, ruleType}: StoredRecord): TeamEntry => ({
  kind,
  id,
  name: textOf(name),
  ruleType: typeof ruleType === 'string' ? ruleType : null,
})

export type Kept = StoredRule | StoredGroup
export type TeamKept = Kept & {readonly remote: Remote}

export const isTeams = <Any extends Kept>(kept: Any): kept is Any & {readonly remote: Remote} =>
  kept.remote !== undefined

export type GroupIds = {there(id: unknown): unknown; here(id: unknown): unknown}

/** No service has such an id, so a rule in an uncreated group differs from its base. */
const pending = (id: string) => `not there yet: ${id}`
export const isPending = ({groupId}: StoredRecord): boolean =>
  typeof groupId === 'string' && groupId.startsWith('not there yet: ')

export function groupIdsOf({groups, trash}: LibraryDraft): GroupIds {
  // Rules can still name a deleted group by its id at the service.
  const lying = trash.all().flatMap(({kind, entry}) => (kind === 'group' && entry.remote?.id ? [entry] : []))
  const teams = [...groups.all(), ...lying].filter(isTeams)
  const there = new Map(teams.map(({id, remote}) => [id, remote.id ?? pending(id)]))
  const here = new Map(teams.map(({id, remote}) => [remote.id ?? pending(id), id]))
  const by = (map: ReadonlyMap<string, string>) => (id: unknown) => (typeof id === 'string' ? (map.get(id) ?? id) : id)
  return {there: by(there), here: by(here)}
}

const inGroup = (record: StoredRecord, groupIdOf: (id: unknown) => unknown): StoredRecord => {
  const groupId = groupIdOf(record['groupId'])
  return groupId === record['groupId'] ? record : {...record, groupId}
}

export const pairedOf = ({record, remote}: TeamKept, ids: GroupIds): Paired => ({
  record: inGroup(record, ids.there),
  remote,
})

export const keptAs = <Any extends Kept>(kept: Any, {record, remote}: Paired, ids: GroupIds): Any => ({
  ...kept,
  record: {...inGroup(record, ids.here), id: kept.id},
  remote,
})

/** A record without `extensionRules`, which are computed here. */
export const bareOf = (record: StoredRecord): StoredRecord => without(record, 'extensionRules')

export type Shelf = {
  readonly kind: RecordKind
  get(id: string): Kept | undefined
  all(): readonly Kept[]
  put(kept: Kept): void
}

export function shelfOf(work: LibraryDraft, kind: RecordKind): Shelf {
  const draft = kind === 'rule' ? work.rules : work.groups
  return {kind, get: draft.get, all: draft.all, put: draft.put}
}

export function trashOf(work: LibraryDraft, kind: RecordKind): Shelf {
  const get = (id: string) => {
    const found = work.trash.get(id)
    return found?.kind === kind ? found.entry : undefined
  }
  return {
    kind,
    get,
    all: () => work.trash.all().flatMap(each => (each.kind === kind ? [each.entry] : [])),
    put(kept) {
      const found = work.trash.get(kept.id)
      if (found) work.trash.put({...found, entry: kept} as typeof found)
    },
  }
}

export const recordKinds = ['rule', 'group'] as const

export const placesIn = (shelf: Shelf): Place[] =>
  shelf
    .all()
    .filter(isTeams)
    .map(kept => ({shelf, kept}))

export const teamPlaces = (work: LibraryDraft, kind: RecordKind): Place[] =>
  [shelfOf(work, kind), trashOf(work, kind)].flatMap(placesIn)

/** Changes what is known of records that were deleted for good; null removes one. */
export function changeGone({values}: LibraryDraft, change: (gone: Gone) => Gone | null): void {
  const {team} = values
  const gone = team?.gone.flatMap(each => change(each) ?? []) ?? []
  if (team && (gone.length !== team.gone.length || gone.some((each, index) => each !== team.gone[index])))
    values.team = {...team, gone}
}
