import type {WorkerClient} from '../../contract/messages'
import type {LibraryState} from '../state/library'
import type {Left} from '../state/toasts'

type Needs = {readonly run: LibraryState['run']; readonly client: WorkerClient}

/** How much is left of what a step had changed, for the answer of its undo. */
export const leftOf = (all: readonly unknown[], left: readonly unknown[]): Left | undefined =>
  left.length === 0 ? 'nothing' : left.length < all.length ? 'part' : undefined

/** Brings back those that still lie in the trash. */
export async function restoreLeft({run, client}: Needs, ids: readonly string[]): Promise<Left | undefined> {
  const left = await run(async () => {
    const lying = new Set((await client.ask('trash.list', {})).map(({id}) => id))
    const found = ids.filter(id => lying.has(id))
    if (found.length > 0) await client.ask('trash.restore', {ids: found})
    return found
  })
  return left && leftOf(ids, left)
}
