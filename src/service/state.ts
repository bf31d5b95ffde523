import {isRecord} from '../contract/json'
import type {KeptGroup, KeptRule, Snapshot} from '../contract/library'
import type {TeamAccount} from '../contract/team'
import type {Transaction} from './database'
import type {Trashed} from './migrations'
import {draftOf, settle, tableOf, type Draft, type Table} from './table'

type Values = {paused: boolean; nextNumber: number; userId: string; team: TeamAccount | null}
export const valueNames = ['paused', 'nextNumber', 'userId', 'team'] as const

/** All that is kept, as it stood at one revision. */
export type State = {
  revision: number
  readonly values: Values
  readonly rules: Table<KeptRule>
  readonly groups: Table<KeptGroup>
  readonly trash: Table<Trashed>
}

/** What a change works on: it reads and writes here, and nothing is kept before it has come to its end. */
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

/** Whether a record is to be written. */
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

const count = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0)
export const revisionOf = count

const isEntry = (value: unknown): boolean => isRecord(value) && typeof value['id'] === 'string'
export const isTrashed = (value: unknown): value is Trashed =>
  isRecord(value) &&
  isEntry(value['entry']) &&
  (value['kind'] === 'rule' || (value['kind'] === 'group' && Array.isArray(value['held'])))

/** Reads everything. Entries that are not even entries are left where they are. */
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
    revision: revisionOf(revision),
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
