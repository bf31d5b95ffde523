import type {WorkerClient} from '../../../contract/messages'
import {payloadOf} from '../../payload'
import type {LibraryState} from '../../state/library'
import {groupIdOf, nameOf} from '../../state/sections'
import {common, popupDoneWords as words} from '../../words'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}

/** What can be done to a rule of the popup beside switching it. */
export function createDeeds({library, client}: Needs) {
  const viewOf = (id: string) => library.rowOf(id)?.peek()
  const nameById = (id: string) => {
    const view = viewOf(id)
    return view ? nameOf(view, common.untitled) : common.untitled
  }
  const pin = (id: string, pinned: boolean) => library.run(() => client.ask('rules.pin', {ids: [id], pinned}))
  return {
    async pin(id: string) {
      const pinned = viewOf(id)?.rule?.isFavourite !== true
      const name = nameById(id)
      if ((await pin(id, pinned)) === undefined) return
      library.toasts.remember(words.pinned(name, pinned), () => pin(id, !pinned))
    },
    async duplicate(id: string) {
      const view = viewOf(id)
      if (!view?.rule) return
      const name = nameById(id)
      const ids = library.rows.peek().map(row => row.peek())
      const groupId = groupIdOf(view)
      const own = ids.filter(each => groupIdOf(each) === groupId)
      const before = own[own.indexOf(view) + 1]?.id ?? null
      // Pair ids are one record's own. Off, because two that do the same at once are seldom wanted.
      const pairs = view.rule.pairs.map(({id: _own, ...pair}) => pair)
      const payload = {
        ...payloadOf(view.rule),
        name: words.copyOf(name),
        status: 'Inactive',
        isFavourite: false,
        pairs,
      }
      const copy = await library.run(async () => {
        const made = await client.ask('rule.create', {payload})
        await client.ask('rules.move', {moves: [{ids: [made.id], before, groupId}]})
        return made
      })
      if (!copy) return
      library.toasts.report(words.copied(name), () => library.run(() => client.ask('rules.delete', {ids: [copy.id]})))
    },
    async remove(id: string) {
      const name = nameById(id)
      if ((await library.run(() => client.ask('rules.delete', {ids: [id]}))) === undefined) return
      library.toasts.report(words.deleted(name), () => library.run(() => client.ask('trash.restore', {ids: [id]})))
    },
  }
}
