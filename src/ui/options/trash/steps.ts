import type {WorkerClient} from '../../../contract/messages'
import type {TrashedView} from '../../../contract/views'
import type {LibraryState} from '../../state/library'
import {groupIdOf} from '../../state/sections'
import {common, trashWords as words} from '../../words'

/** What a person does to what was deleted. Restoring can be taken back; what is deleted for good cannot. */
export function createTrashSteps(library: LibraryState, client: WorkerClient) {
  const nameOf = ({name}: TrashedView) => name || common.untitled
  const isWithoutItsGroup = ({id, kind, from}: TrashedView) => {
    const row = library.rowOf(id)?.peek()
    return kind === 'rule' && from !== '' && row !== undefined && groupIdOf(row) === ''
  }
  const deleteAgain = ({id, kind}: TrashedView) =>
    library.run(() => (kind === 'group' ? client.ask('group.delete', {id}) : client.ask('rules.delete', {ids: [id]})))

  return {
    async restore(each: TrashedView): Promise<boolean> {
      const done = await library.run(() => client.ask('trash.restore', {ids: [each.id]}))
      if (done === undefined) return false
      const text = isWithoutItsGroup(each)
        ? words.restoredToNoGroup(nameOf(each), each.from)
        : common.restored(nameOf(each))
      library.toasts.report(text, () => deleteAgain(each))
      return true
    },
    async purge(all: readonly TrashedView[]): Promise<boolean> {
      const done = await library.run(() => client.ask('trash.purge', {ids: all.map(each => each.id)}))
      if (done === undefined) return false
      const [first] = all
      library.toasts.report(first && all.length === 1 ? words.purged(nameOf(first)) : words.emptied(all.length))
      return true
    },
  }
}
