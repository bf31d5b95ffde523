import {isRecord} from '../model/json'
import type {StoredGroup, StoredRule, Snapshot} from '../api/library'
import type {TeamAccount} from '../model/team'
import type {Transaction, TrashedEntry} from './database'

/**
 * An object store in memory. `sorted` is a new array after each change;
 * unchanged entries are the same objects.
 */
type Table<Entry> = {
  readonly byId: Map<string, Entry>
  sorted: readonly Entry[]
  readonly compare: (a: Entry, b: Entry) => number
}

type Identified = {readonly id: string}

const createTable = <Entry extends Identified>(
  entries: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
): Table<Entry> => ({
  byId: new Map(entries.map(entry => [entry.id, entry])),
  sorted: entries.toSorted(compare),
  compare,
})

export type TableDraft<Entry> = {
  get(id: string): Entry | undefined
  all(): readonly Entry[]
  put(entry: Entry): void
  delete(id: string): void
  readonly changes: ReadonlyMap<string, Entry | null>
}

function applyChanges<Entry extends Identified>(
  table: Table<Entry>,
  changes: ReadonlyMap<string, Entry | null>,
): Entry[] {
  const old = table.sorted.map(entry => (changes.has(entry.id) ? changes.get(entry.id) : entry))
  const added = [...changes].map(([id, entry]) => (table.byId.has(id) ? null : entry))
  return [...old, ...added].filter(entry => entry !== null && entry !== undefined).toSorted(table.compare)
}

function createTableDraft<Entry extends Identified>(table: Table<Entry>): TableDraft<Entry> {
  const changes = new Map<string, Entry | null>()
  let all: readonly Entry[] | undefined = table.sorted
  const change = (id: string, entry: Entry | null) => {
    changes.set(id, entry)
    all = undefined
  }
  const get = (id: string) => (changes.has(id) ? (changes.get(id) ?? undefined) : table.byId.get(id))
  return {
    get,
    all: () => (all ??= applyChanges(table, changes)),
    put(entry) {
      if (get(entry.id) !== entry) change(entry.id, entry)
    },
    delete: id => change(id, null),
    changes,
  }
}

function commitTable<Entry extends Identified>(table: Table<Entry>, draft: TableDraft<Entry>): void {
  if (draft.changes.size === 0) return
  table.sorted = draft.all()
  for (const [id, entry] of draft.changes) {
    if (entry === null) table.byId.delete(id)
    else table.byId.set(id, entry)
  }
}

type LibraryValues = {paused: boolean; nextNumber: number; userId: string; team: TeamAccount | null}
export const valueNames = ['paused', 'nextNumber', 'userId', 'team'] as const

export type LibraryMirror = {
  revision: number
  readonly values: LibraryValues
  readonly rules: Table<StoredRule>
  readonly groups: Table<StoredGroup>
  readonly trash: Table<TrashedEntry>
}

/** The library inside one transaction, with unwritten changes. */
export type LibraryTransaction = {
  readonly values: LibraryValues
  readonly rules: TableDraft<StoredRule>
  readonly groups: TableDraft<StoredGroup>
  readonly trash: TableDraft<TrashedEntry>
}

export const createDraft = ({values, rules, groups, trash}: LibraryMirror): LibraryTransaction => ({
  values: {...values},
  rules: createTableDraft(rules),
  groups: createTableDraft(groups),
  trash: createTableDraft(trash),
})

export const hasChanges = ({rules, groups, trash}: LibraryTransaction): boolean =>
  [rules, groups, trash].some(({changes}) => changes.size > 0)

export function commitDraft(state: LibraryMirror, draft: LibraryTransaction, revision: number): void {
  commitTable(state.rules, draft.rules)
  commitTable(state.groups, draft.groups)
  commitTable(state.trash, draft.trash)
  Object.assign(state.values, draft.values)
  state.revision = revision
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
export const compareRanks = (
  a: {readonly rank: number; readonly id: string},
  b: {readonly rank: number; readonly id: string},
) => a.rank - b.rank || compareText(a.id, b.id)

export const toCount = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0

const hasId = (value: unknown): boolean => isRecord(value) && typeof value['id'] === 'string'
export const isTrashed = (value: unknown): value is TrashedEntry =>
  isRecord(value) &&
  hasId(value['entry']) &&
  (value['kind'] === 'rule' || (value['kind'] === 'group' && Array.isArray(value['held'])))

export async function loadMirror(transaction: Transaction): Promise<LibraryMirror> {
  const values = transaction.objectStore('values')
  const [rules, groups, trash, revision, paused, nextNumber, userId, team] = await Promise.all([
    transaction.objectStore('rules').getAll(),
    transaction.objectStore('groups').getAll(),
    transaction.objectStore('trash').getAll(),
    values.get('revision'),
    values.get('paused'),
    values.get('nextNumber'),
    values.get('userId'),
    values.get('team'),
  ])
  return {
    revision: toCount(revision),
    values: {
      paused: paused === true,
      nextNumber: toCount(nextNumber) || 1,
      userId: typeof userId === 'string' ? userId : '',
      team: isRecord(team) ? (team as unknown as TeamAccount) : null,
    },
    rules: createTable(rules.filter(hasId), compareRanks),
    groups: createTable(groups.filter(hasId), compareRanks),
    trash: createTable(trash.filter(isTrashed), (a, b) => b.deletedAt - a.deletedAt || compareText(a.id, b.id)),
  }
}

export const toSnapshot = ({revision, values, rules, groups, trash}: LibraryMirror): Snapshot => ({
  revision,
  paused: values.paused,
  rules: rules.sorted,
  groups: groups.sorted,
  trashed: trash.sorted.length,
  teamUrl: values.team?.url ?? null,
})
