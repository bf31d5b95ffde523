import type {StoredGroup, StoredRule} from '../api/library'
import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import type {SyncedRecord, RecordKind, RemoteState, TeamEntry, PurgedRecord} from '../model/team'
import type {LibraryTransaction} from '../storage/state'
import {freeId} from '../model/pair-ids'
import type {LibraryDependencies} from '../storage/records'
import {allocateNumber, getNextRank} from '../storage/order'
import {deleteGroup, deleteRules} from '../storage/trash'

export type EntryLocation = {readonly store: RecordStore; readonly entry: LinkedEntry}

export const toLocalEntry = <Any extends StoredEntry>(entry: Any): Any => without(entry, 'remote') as Any

export function copyEntry(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {store, entry}: EntryLocation,
  record: StoredRecord,
) {
  const isTaken = (id: string) => store.get(id) !== undefined || draft.trash.get(id) !== undefined
  const type = typeof record['ruleType'] === 'string' ? record['ruleType'] : 'Group'
  const id = freeId(`${type}_${deps.suffix()}`, isTaken)
  const copy = {
    ...toLocalEntry(entry as StoredEntry),
    id,
    rank: getNextRank(draft, store.kind),
    record: {...record, id},
  }
  return store.kind === 'rule' ? {...copy, number: allocateNumber(draft)} : copy
}

export function moveToTrash(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  store: RecordStore,
  copy: StoredEntry,
): void {
  store.put(copy)
  if (store.kind === 'rule') deleteRules(draft, deps, [copy.id])
  else deleteGroup(draft, deps, copy.id)
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const toTeamEntry = (kind: RecordKind, id: string, {name, ruleType}: StoredRecord): TeamEntry => ({
  kind,
  id,
  name: toText(name),
  ruleType: typeof ruleType === 'string' ? ruleType : null,
})

export type StoredEntry = StoredRule | StoredGroup
export type LinkedEntry = StoredEntry & {readonly remote: RemoteState}

export const isLinked = <Any extends StoredEntry>(entry: Any): entry is Any & {readonly remote: RemoteState} =>
  entry.remote !== undefined

export type GroupIdMap = {toRemote(id: unknown): unknown; toLocal(id: unknown): unknown}

/** No service has such an id, so a rule in an uncreated group differs from its base. */
const toPendingId = (id: string) => `not there yet: ${id}`
export const isInPendingGroup = ({groupId}: StoredRecord): boolean =>
  typeof groupId === 'string' && groupId.startsWith('not there yet: ')

export function createGroupIdMap({groups, trash}: LibraryTransaction): GroupIdMap {
  // Rules can still name a deleted group by its remote id.
  const trashed = trash.all().flatMap(({kind, entry}) => (kind === 'group' && entry.remote?.id ? [entry] : []))
  const linked = [...groups.all(), ...trashed].filter(isLinked)
  const remoteIds = new Map(linked.map(({id, remote}) => [id, remote.id ?? toPendingId(id)]))
  const localIds = new Map(linked.map(({id, remote}) => [remote.id ?? toPendingId(id), id]))
  const lookUp = (map: ReadonlyMap<string, string>) => (id: unknown) =>
    typeof id === 'string' ? (map.get(id) ?? id) : id
  return {toRemote: lookUp(remoteIds), toLocal: lookUp(localIds)}
}

const withGroupId = (record: StoredRecord, toGroupId: (id: unknown) => unknown): StoredRecord => {
  const groupId = toGroupId(record['groupId'])
  return groupId === record['groupId'] ? record : {...record, groupId}
}

export const toSyncedRecord = ({record, remote}: LinkedEntry, ids: GroupIdMap): SyncedRecord => ({
  record: withGroupId(record, ids.toRemote),
  remote,
})

export const withSyncedRecord = <Any extends StoredEntry>(
  entry: Any,
  {record, remote}: SyncedRecord,
  ids: GroupIdMap,
): Any => ({
  ...entry,
  record: {...withGroupId(record, ids.toLocal), id: entry.id},
  remote,
})

export const withoutExtensionRules = (record: StoredRecord): StoredRecord => without(record, 'extensionRules')

export type RecordStore = {
  readonly kind: RecordKind
  get(id: string): StoredEntry | undefined
  all(): readonly StoredEntry[]
  put(entry: StoredEntry): void
}

export function getRecordStore(draft: LibraryTransaction, kind: RecordKind): RecordStore {
  const {get, all, put} = kind === 'rule' ? draft.rules : draft.groups
  return {kind, get, all, put}
}

export function getTrashStore(draft: LibraryTransaction, kind: RecordKind): RecordStore {
  const get = (id: string) => {
    const found = draft.trash.get(id)
    return found?.kind === kind ? found.entry : undefined
  }
  return {
    kind,
    get,
    all: () => draft.trash.all().flatMap(each => (each.kind === kind ? [each.entry] : [])),
    put(entry) {
      const found = draft.trash.get(entry.id)
      if (found) draft.trash.put({...found, entry} as typeof found)
    },
  }
}

export const recordKinds = ['rule', 'group'] as const

export const listLinked = (store: RecordStore): EntryLocation[] =>
  store
    .all()
    .filter(isLinked)
    .map(entry => ({store, entry}))

export const listAllLinked = (draft: LibraryTransaction, kind: RecordKind): EntryLocation[] =>
  [getRecordStore(draft, kind), getTrashStore(draft, kind)].flatMap(listLinked)

/** Updates purged records; null removes one. */
export function updatePurged({values}: LibraryTransaction, change: (gone: PurgedRecord) => PurgedRecord | null): void {
  const {team} = values
  const gone = team?.gone.flatMap(each => change(each) ?? []) ?? []
  if (team && (gone.length !== team.gone.length || gone.some((each, index) => each !== team.gone[index])))
    values.team = {...team, gone}
}
