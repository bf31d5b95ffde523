import type {WorkerClient} from '../../../contract/messages'
import type {LibraryState} from '../../state/library'
import type {KeptValues} from '../../surface'
import {ruleIdOf} from '../../state/draft-marks'
import {testedIdOf} from '../../tester/kept'
import type {DraftStore} from './draft-store'
import {isNewKey} from './new-drafts'

type Needs = {
  readonly kept: KeptValues
  readonly store: DraftStore
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly isOpen: (id: string) => boolean
}

const longest = 30 * 86_400_000

/** Old drafts go, and those of rules that are gone for good, with the URLs that were tested for them. */
export async function tidyDrafts({kept, store, library, client, isOpen}: Needs): Promise<void> {
  const old = store.all().filter(([, {at}]) => Date.now() - at > longest)
  for (const [key] of old) store.remove(key)
  const drafts = store.all().flatMap(([key]) => (isNewKey(key) ? [] : [key]))
  const tested = (await kept.keys()).flatMap(place => {
    const id = testedIdOf(place)
    const isOfNew = id !== undefined && isNewKey(id) && store.all().some(([key]) => key === id)
    return id === undefined || isOfNew ? [] : [{id, place}]
  })
  const isLost = (id: string) => library.rowOf(id) === undefined
  if (![...drafts.map(ruleIdOf), ...tested.map(({id}) => id)].some(isLost) || !library.isWhole.peek()) return
  const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
  const isGone = (id: string) => isLost(id) && !trashed.has(id) && !isOpen(id)
  for (const key of drafts.filter(each => isGone(ruleIdOf(each)))) store.remove(key)
  // What is left over is found the next time.
  for (const {place} of tested.filter(({id}) => isGone(id))) kept.remove(place).catch(() => undefined)
}
