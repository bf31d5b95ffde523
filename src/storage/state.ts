import {isRecord} from '../model/json'
import type {KeptGroup, KeptRule, Snapshot} from '../api/library'
import type {TeamAccount} from '../model/team'
import type {Transaction, Trashed} from './database'

/** A store in memory. `sorted` is a new array after each change; untouched entries are the same objects. */
type Table<Entry> = {
  readonly byId: Map<string, Entry>
  sorted: readonly Entry[]
  readonly compare: (a: Entry, b: Entry) => number
}

type Identified = {readonly id: string}

const tableOf = <Entry extends Identified>(
  entries: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
): Table<Entry> => ({
  byId: new Map(entries.map(entry => [entry.id, entry])),
  sorted: entries.toSorted(compare),
  compare,
})

export type Draft<Entry> = {
  get(id: string): Entry | undefined
  all(): readonly Entry[]
  put(entry: Entry): void
  delete(id: string): void
  readonly changes: ReadonlyMap<string, Entry | null>
}

function merge<Entry extends Identified>(table: Table<Entry>, changes: ReadonlyMap<string, Entry | null>): Entry[] {
  const old = table.sorted.map(entry => (changes.has(entry.id) ? changes.get(entry.id) : entry))
  const added = [...changes].map(([id, entry]) => (table.byId.has(id) ? null : entry))
  return [...old, ...added].filter(entry => entry !== null && entry !== undefined).toSorted(table.compare)
}

function draftOf<Entry extends Identified>(table: Table<Entry>): Draft<Entry> {
  const changes = new Map<string, Entry | null>()
  let all: readonly Entry[] | undefined = table.sorted
  const change = (id: string, entry: Entry | null) => {
    changes.set(id, entry)
    all = undefined
  }
  const get = (id: string) => (changes.has(id) ? (changes.get(id) ?? undefined) : table.byId.get(id))
  return {
    get,
    all: () => (all ??= merge(table, changes)),
    put(entry) {
      if (get(entry.id) !== entry) change(entry.id, entry)
    },
    delete: id => change(id, null),
    changes,
  }
}

function settle<Entry extends Identified>(table: Table<Entry>, draft: Draft<Entry>): void {
  if (draft.changes.size === 0) return
  table.sorted = draft.all()
  for (const [id, entry] of draft.changes) {
    if (entry === null) table.byId.delete(id)
    else table.byId.set(id, entry)
  }
}

type Values = {paused: boolean; nextNumber: number; userId: string; team: TeamAccount | null}
export const valueNames = ['paused', 'nextNumber', 'userId', 'team'] as const

export type State = {
  revision: number
  readonly values: Values
  readonly rules: Table<KeptRule>
  readonly groups: Table<KeptGroup>
  readonly trash: Table<Trashed>
}

export type Work = {
  readonly values: Values
  readonly rules: Draft<KeptRule>
  readonly groups: Draft<KeptGroup>
  readonly trash: Draft<Trashed>
}

export const workOn = ({values, rules, groups, trash}: State): Work => ({
  values: {...values},
  rules: draftOf(rules),
  groups: draftOf(groups),
  trash: draftOf(trash),
})

export const hasChanges = ({rules, groups, trash}: Work): boolean =>
  [rules, groups, trash].some(({changes}) => changes.size > 0)

export function settleWork(state: State, work: Work, revision: number): void {
  settle(state.rules, work.rules)
  settle(state.groups, work.groups)
  settle(state.trash, work.trash)
  Object.assign(state.values, work.values)
  state.revision = revision
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
export const byRank = (
  a: {readonly rank: number; readonly id: string},
  b: {readonly rank: number; readonly id: string},
) => a.rank - b.rank || byText(a.id, b.id)

export const count = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0)

const isEntry = (value: unknown): boolean => isRecord(value) && typeof value['id'] === 'string'
export const isTrashed = (value: unknown): value is Trashed =>
  isRecord(value) &&
  isEntry(value['entry']) &&
  (value['kind'] === 'rule' || (value['kind'] === 'group' && Array.isArray(value['held'])))

export async function loadState(transaction: Transaction): Promise<State> {
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
    revision: count(revision),
    values: {
      paused: paused === true,
      nextNumber: count(nextNumber) || 1,
      userId: typeof userId === 'string' ? userId : '',
      team: isRecord(team) ? (team as unknown as TeamAccount) : null,
    },
    rules: tableOf(rules.filter(isEntry), byRank),
    groups: tableOf(groups.filter(isEntry), byRank),
    trash: tableOf(trash.filter(isTrashed), (a, b) => b.deletedAt - a.deletedAt || byText(a.id, b.id)),
  }
}

export const snapshotOf = ({revision, values, rules, groups, trash}: State): Snapshot => ({
  revision,
  paused: values.paused,
  rules: rules.sorted,
  groups: groups.sorted,
  trashed: trash.sorted.length,
  teamUrl: values.team?.url ?? null,
})
