import type {KeptGroup, KeptRule} from '../contract/library'
import type {StoredRecord} from '../contract/rule'
import {without} from '../contract/json'
import type {Paired, RecordKind, Remote, TeamEntry} from '../contract/team'
import type {Work} from '../service/state'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A record as the account page lists it. */
export const entryOf = (kind: RecordKind, id: string, {name, ruleType}: StoredRecord): TeamEntry => ({
  kind,
  id,
  name: textOf(name),
  ruleType: typeof ruleType === 'string' ? ruleType : null,
})

export type Kept = KeptRule | KeptGroup
export type TeamKept = Kept & {readonly remote: Remote}

export const isTeams = <Any extends Kept>(kept: Any): kept is Any & {readonly remote: Remote} =>
  kept.remote !== undefined

/** What the service calls a group, and what it is called here. */
export type GroupIds = {there(id: unknown): unknown; here(id: unknown): unknown}

/** No service has such an id: a rule in a group that the service does not know yet differs from its base until the group is made there. */
const pending = (id: string) => `not there yet: ${id}`
export const isPending = ({groupId}: StoredRecord): boolean =>
  typeof groupId === 'string' && groupId.startsWith('not there yet: ')

export function groupIdsOf({groups, trash}: Work): GroupIds {
  // One that is deleted on both sides holds no rule here: a rule that names it names what it is called there.
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

/** A kept record as the service would say it, but for its id. */
export const pairedOf = ({record, remote}: TeamKept, ids: GroupIds): Paired => ({
  record: inGroup(record, ids.there),
  remote,
})

export const keptAs = <Any extends Kept>(kept: Any, {record, remote}: Paired, ids: GroupIds): Any => ({
  ...kept,
  record: {...inGroup(record, ids.here), id: kept.id},
  remote,
})

/** A record of the service as it is kept: what it becomes in browsers is worked out here. */
export const bareOf = (record: StoredRecord): StoredRecord => without(record, 'extensionRules')

/** The entries of one kind, wherever they are kept. */
export type Shelf = {
  readonly kind: RecordKind
  get(id: string): Kept | undefined
  all(): readonly Kept[]
  put(kept: Kept): void
}

export function shelfOf(work: Work, kind: RecordKind): Shelf {
  const draft = kind === 'rule' ? work.rules : work.groups
  return {kind, get: draft.get, all: draft.all, put: draft.put}
}

/** What lies in the trash, the same way. */
export function trashOf(work: Work, kind: RecordKind): Shelf {
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
