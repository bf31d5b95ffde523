import {shortenName} from '../../sentences/quote'
import type {PurgeResult} from '../../../api/library'
import type {WorkerClient} from '../../../messaging/messages'
import type {TrashedView} from '../../../model/views'
import type {LibraryState} from '../../state/library'
import {getGroupId} from '../../state/sections'
import {commonTexts} from '../../../locales/common'
import {trashTexts} from '../../../locales/trash'

/** Steps of the trash. Only this page can restore purged records, while it remembers the step. */
export function createTrashSteps(library: LibraryState, client: WorkerClient) {
  const nameOf = ({name}: Pick<TrashedView, 'name'>) => name || commonTexts('untitled')
  const isWithoutItsGroup = ({id, kind, from}: TrashedView) => {
    const row = library.getRow(id)?.peek()
    return kind === 'rule' && from !== '' && row !== undefined && getGroupId(row) === ''
  }
  const isThere = ({id, kind}: TrashedView) =>
    kind === 'group' ? library.groups.peek().some(each => each.id === id) : library.getRow(id) !== undefined
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
  const lieAgain = async (all: readonly PurgeResult[]) => {
    for (const {records, teamUrl} of all)
      await client.ask('trash.unpurge', {records: records.map(each => ({...each})), teamUrl})
    return null
  }
  /** All or none, in as many messages as it takes. */
  async function purgeAll(ids: readonly string[]): Promise<readonly PurgeResult[]> {
    const gone: PurgeResult[] = []
    try {
      for (let left = ids; left.length > 0;) {
        const purged = await client.ask('trash.purge', {ids: [...left]})
        gone.push(purged)
        left = left.slice(purged.records.length)
      }
      return gone
    } catch (error) {
      await lieAgain(gone)
      throw error
    }
  }

  return {
    restore: (wanted: Pick<TrashedView, 'id' | 'name'>): Promise<boolean> =>
      library.toasts.runStep(async ({report}) => {
        const each = await library.run(async () => {
          const lying = await client.ask('trash.list', {})
          const found = lying.find(({id}) => id === wanted.id)
          if (!found) throw new Error(trashTexts('gone', {name: shortenName(nameOf(wanted))}))
          await client.ask('trash.restore', {ids: [found.id]})
          return found
        })
        if (each === undefined) return false
        const text = isWithoutItsGroup(each)
          ? trashTexts('restoredToNoGroup', {name: shortenName(nameOf(each)), group: shortenName(each.from)})
          : trashTexts('restored', {name: shortenName(nameOf(each))})
        report(text, () => deleteAgain(each))
        return true
      }),
    purge: (all: readonly TrashedView[]): Promise<boolean> =>
      library.toasts.runStep(async ({report}) => {
        const gone = await library.run(() => purgeAll(all.map(({id}) => id)))
        if (!gone) return false
        const [first] = all
        report(
          first && all.length === 1
            ? trashTexts('purged', {name: shortenName(nameOf(first))})
            : trashTexts('emptied', {count: all.length}),
          () => library.run(() => lieAgain(gone)),
        )
        return true
      }),
  }
}
