import {shortenName} from '../../sentences/quote'
import type {PurgeResult} from '../../../api/library'
import type {WorkerClient} from '../../../messaging/messages'
import type {TrashedView} from '../../../model/views'
import type {LibraryState} from '../../state/library'
import {getGroupId} from '../../state/sections'
import {commonTexts} from '../../../locales/common'
import {trashTexts} from '../../../locales/trash'

/** The commands of the trash. Only Undo on this page can restore purged records. */
export function createTrashCommands(library: LibraryState, client: WorkerClient) {
  const getName = ({name}: Pick<TrashedView, 'name'>) => name || commonTexts('untitled')
  const hasLostGroup = ({id, kind, from}: TrashedView) => {
    const row = library.getRow(id)?.peek()
    return kind === 'rule' && from !== '' && row !== undefined && getGroupId(row) === ''
  }
  const exists = ({id, kind}: TrashedView) =>
    kind === 'group' ? library.groups.peek().some(each => each.id === id) : library.getRow(id) !== undefined
  const deleteAgain = async (each: TrashedView) => {
    const {id, kind, deletedAt, from, held = []} = each
    if (!exists(each)) return 'nothing'
    const trashed = {deletedAt, from}
    return library.run(() =>
      kind === 'group'
        ? client.ask('group.delete', {id, trashed: {...trashed, held: [...held]}})
        : client.ask('rules.delete', {ids: [id], trashed}),
    )
  }
  const restoreToTrash = async (all: readonly PurgeResult[]) => {
    for (const {records, teamUrl} of all)
      await client.ask('trash.unpurge', {records: records.map(each => ({...each})), teamUrl})
    return null
  }
  /** Purges all or none, in several messages if there are many. */
  async function purgeAll(ids: readonly string[]): Promise<readonly PurgeResult[]> {
    const purgedRecords: PurgeResult[] = []
    try {
      for (let left = ids; left.length > 0;) {
        const purged = await client.ask('trash.purge', {ids: [...left]})
        purgedRecords.push(purged)
        left = left.slice(purged.records.length)
      }
      return purgedRecords
    } catch (error) {
      await restoreToTrash(purgedRecords)
      throw error
    }
  }

  return {
    restore: (target: Pick<TrashedView, 'id' | 'name'>): Promise<boolean> =>
      library.toasts.runStep(async ({report}) => {
        const each = await library.run(async () => {
          const trash = await client.ask('trash.list', {})
          const found = trash.find(({id}) => id === target.id)
          if (!found) throw new Error(trashTexts('gone', {name: shortenName(getName(target))}))
          await client.ask('trash.restore', {ids: [found.id]})
          return found
        })
        if (each === undefined) return false
        const text = hasLostGroup(each)
          ? trashTexts('restoredToNoGroup', {name: shortenName(getName(each)), group: shortenName(each.from)})
          : trashTexts('restored', {name: shortenName(getName(each))})
        report(text, () => deleteAgain(each))
        return true
      }),
    purge: (all: readonly TrashedView[]): Promise<boolean> =>
      library.toasts.runStep(async ({report}) => {
        const purgedRecords = await library.run(() => purgeAll(all.map(({id}) => id)))
        if (!purgedRecords) return false
        const [first] = all
        report(
          first && all.length === 1
            ? trashTexts('purged', {name: shortenName(getName(first))})
            : trashTexts('emptied', {count: all.length}),
          () => library.run(() => restoreToTrash(purgedRecords)),
        )
        return true
      }),
  }
}
