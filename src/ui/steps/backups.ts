import type {WorkerClient} from '../../contract/messages'
import type {LibraryState} from '../state/library'
import {backupWords as words} from '../words'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}

/** Making backups, and going back to one: one step, with one undo. */
export function createBackupSteps({library, client}: Needs) {
  return {
    async make(): Promise<void> {
      const isNew = await library.run(() => client.ask('backup.make', {}))
      if (isNew !== undefined) library.toasts.report(isNew ? words.made : words.nothingNew)
    },
    restore: (at: number): Promise<void> =>
      library.toasts.step(async ({report}) => {
        const before = await library.run(() => client.ask('backup.restore', {at, undo: false}))
        if (before === undefined) return
        report(words.restored(words.date(at, Date.now())), async () => {
          await library.run(() => client.ask('backup.restore', {at: before, undo: true}))
        })
      }),
  }
}
