import type {Ask, WorkerClient} from '../../contract/messages'
import {same} from '../same'
import type {LibraryState} from '../state/library'
import type {Left} from '../state/toasts'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}
type Made = Partial<Ask<'records.unmake'>>

/** Deletes new records. Unchanged ones do not go to the trash. */
export async function takeBack(client: WorkerClient, {rules = [], groups = [], changed = []}: Made): Promise<null> {
  if (rules.length + groups.length > 0) await client.ask('records.unmake', {rules, groups, changed})
  return null
}

export const unmake = ({library, client}: Needs, made: Made): Promise<null | undefined> =>
  library.run(() => takeBack(client, made))

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
export const isAsAnswered = (made: Told, now: Told | null | undefined): boolean =>
  now !== null && now !== undefined && told.every(name => same(said(made, name), said(now, name)))

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
