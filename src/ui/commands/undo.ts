import type {MessageBody, WorkerClient} from '../../messaging/messages'
import {isJsonEqual} from '../json-equality'
import type {LibraryState} from '../state/library'
import {groupIdOf} from '../state/sections'
import type {Left} from '../state/toasts'

/** Deletes new records. Unchanged ones do not go to the trash. */
export async function takeBack(
  client: WorkerClient,
  {rules = [], groups = [], changed = []}: Partial<MessageBody<'records.unmake'>>,
): Promise<null> {
  if (rules.length + groups.length > 0) await client.ask('records.unmake', {rules, groups, changed})
  return null
}

const told = ['name', 'description', 'status', 'isFavourite', 'groupId', 'pairs'] as const
type Told = Readonly<Partial<Record<(typeof told)[number], unknown>>>

/** The worker adds pair ids and default values. */
function said(record: Told, name: (typeof told)[number]): unknown {
  const value = record[name]
  if (name === 'isFavourite') return value ?? false
  if (name !== 'pairs' || !Array.isArray(value)) return value
  return value.map((pair: object) => ({...pair, id: null}))
}

/** Whether nobody has changed the record since it was created. */
const isAsAnswered = (made: Told, now: Told | null | undefined): boolean =>
  now !== null && now !== undefined && told.every(name => isJsonEqual(said(made, name), said(now, name)))

type Created = {
  readonly rules?: readonly (Told & {readonly id: string})[]
  readonly groups?: readonly (Told & {readonly id: string})[]
}

/** Undoes a creation as far as the records are still there. Changed records, and groups with other rules, go to the trash. */
export function undoCreate(
  {library, client}: {readonly library: LibraryState; readonly client: WorkerClient},
  {rules = [], groups = []}: Created,
): Promise<null | undefined> {
  const created = new Set(rules.map(({id}) => id))
  const ruleNow = (id: string) => library.rowOf(id)?.peek()
  const groupNow = (id: string) => library.groups.peek().find(each => each.id === id)
  const isUsed = (groupId: string) =>
    library.rows.peek().some(row => groupIdOf(row.peek()) === groupId && !created.has(row.peek().id))
  const rulesLeft = rules.filter(({id}) => ruleNow(id))
  const groupsLeft = groups.filter(({id}) => groupNow(id))
  // Where nothing is left, the worker refuses the request, and a toast says so.
  const left = rulesLeft.length + groupsLeft.length > 0 ? {rules: rulesLeft, groups: groupsLeft} : {rules, groups}
  const changed = [
    ...left.rules.filter(rule => !isAsAnswered(rule, ruleNow(rule.id)?.rule)),
    ...left.groups.filter(group => isUsed(group.id) || !isAsAnswered(group, groupNow(group.id))),
  ]
  const idsOf = (records: readonly {readonly id: string}[]) => records.map(({id}) => id)
  return library.run(() =>
    takeBack(client, {rules: idsOf(left.rules), groups: idsOf(left.groups), changed: idsOf(changed)}),
  )
}

export const leftOf = (all: readonly unknown[], left: readonly unknown[]): Left | undefined =>
  left.length === 0 ? 'nothing' : left.length < all.length ? 'part' : undefined

export async function restoreLeft(
  {run, client}: {readonly run: LibraryState['run']; readonly client: WorkerClient},
  ids: readonly string[],
): Promise<Left | undefined> {
  const left = await run(async () => {
    const lying = new Set((await client.ask('trash.list', {})).map(({id}) => id))
    const found = ids.filter(id => lying.has(id))
    if (found.length > 0) await client.ask('trash.restore', {ids: found})
    return found
  })
  return left && leftOf(ids, left)
}
