import type {WorkerClient} from '../../../contract/messages'
import type {TrashedView} from '../../../contract/views'
import type {LibraryState} from '../../state/library'
import {groupIdOf} from '../../state/sections'
import {common, trashWords as words} from '../../words'

/** What a person does to what was deleted. Restoring can be taken back; what is deleted for good cannot. */
export function createTrashSteps(library: LibraryState, client: WorkerClient) {
  const nameOf = ({name}: Pick<TrashedView, 'name'>) => name || common.untitled
  const isWithoutItsGroup = ({id, kind, from}: TrashedView) => {
    const row = library.rowOf(id)?.peek()
    return kind === 'rule' && from !== '' && row !== undefined && groupIdOf(row) === ''
  }
  const isThere = ({id, kind}: TrashedView) =>
    kind === 'group' ? library.groups.peek().some(each => each.id === id) : library.rowOf(id) !== undefined
  const deleteAgain = async (each: TrashedView) => {
    const {id, kind, deletedAt, from, held = []} = each
    if (!isThere(each)) return 'nothing'
    const trashed = {deletedAt, from}
    return library.run(() =>
      kind === 'group'
        ? client.ask('group.delete', {id, trashed: {...trashed, held: [...held]}})
        : client.ask('rules.delete', {ids: [id], trashed}),
    )
  }

  return {
    restore: (wanted: Pick<TrashedView, 'id' | 'name'>): Promise<boolean> =>
      library.toasts.step(async ({report}) => {
        const each = await library.run(async () => {
          const lying = await client.ask('trash.list', {})
          const found = lying.find(({id}) => id === wanted.id)
          if (!found) throw new Error(words.gone(nameOf(wanted)))
          await client.ask('trash.restore', {ids: [found.id]})
          return found
        })
        if (each === undefined) return false
        const text = isWithoutItsGroup(each)
          ? words.restoredToNoGroup(nameOf(each), each.from)
          : words.restored(nameOf(each))
        report(text, () => deleteAgain(each))
        return true
      }),
    purge: (all: readonly TrashedView[]): Promise<boolean> =>
      library.toasts.step(async ({report}) => {
        const done = await library.run(() => client.ask('trash.purge', {ids: all.map(each => each.id)}))
        if (done === undefined) return false
        const [first] = all
        report(first && all.length === 1 ? words.purged(nameOf(first)) : words.emptied(all.length))
        return true
      }),
  }
}
