import type {BackupKind, Backups} from '../api/library'
import {faultText, getReason, type FaultText} from '../model/faults'
import {notFoundError} from '../api/service-error'
import type {OpenLibrary} from './library'
import type {BackupKey, StoredBackup} from './database'
import type {LibraryDependencies} from './records'
import {listTrashedInBackup, restoreBackup, parseBackup, serializeOwnEntries} from './restore-backup'

export type BackupDependencies = LibraryDependencies & {
  readonly library: Pick<OpenLibrary, 'change' | 'withDatabase'>
  /** The error of the last daily backup, outside the database, since that may be full. */
  readonly failure: {read(): Promise<FaultText | null>; write(failure: FaultText | null): Promise<void>}
}

const mostBackups = 14
const hour = 60 * 60 * 1000
/** Less than a day, so that a browser that is opened a little earlier does not skip one. */
const shortestInterval = 20 * hour
/** Characters of one message: Chrome allows 64 MB. */
const largestPart = 8_000_000

const isDaily = ([, kind]: BackupKey) => kind === 'daily'

export function createBackups({library: {change, withDatabase}, failure, ...deps}: BackupDependencies): Backups {
  const keys = () => withDatabase(database => database.getAllKeys('backups'))
  const readBackup = (key: BackupKey) => withDatabase(database => database.get('backups', key))

  async function findBackup(at: number): Promise<{readonly key: BackupKey; readonly backup: StoredBackup}> {
    const key = (await keys()).find(each => each[0] === at)
    const backup = key && (await readBackup(key))
    if (!backup) throw notFoundError(faultText('thisBackup'))
    return {key, backup}
  }

  async function storeBackup(kind: BackupKind, backup: StoredBackup): Promise<number> {
    const all = await keys()
    const {rules, groups} = parseBackup(backup.text)
    const madeAt = deps.now()
    const at = Math.max(madeAt, (all.at(-1)?.[0] ?? 0) + 1)
    const old = all
      .filter(key => isDaily(key) === (kind === 'daily'))
      .slice(0, 1 - mostBackups)
      .filter(([before]) => before !== backup.before?.at)
    await withDatabase(async database => {
      const transaction = database.transaction('backups', 'readwrite')
      const requests = [
        ...old.map(key => transaction.store.delete(key)),
        transaction.store.put(at === madeAt ? backup : {...backup, made: madeAt}, [
          at,
          kind,
          rules.length,
          groups.length,
        ]),
      ]
      await Promise.all([...requests, transaction.done])
    })
    return at
  }

  async function makeNew(kind: BackupKind): Promise<boolean> {
    const last = (await keys()).at(-1)
    const text = await change(serializeOwnEntries)
    const {rules, groups} = parseBackup(text)
    const isNew = last ? (await readBackup(last))?.text !== text : rules.length + groups.length > 0
    if (isNew) await storeBackup(kind, {text})
    return isNew
  }

  return {
    async list() {
      const all = (await keys()).toReversed()
      return {
        backups: all.map(([at, kind, rules, groups]) => ({at, kind, rules, groups})),
        failure: await failure.read(),
      }
    },
    make: () => makeNew('asked'),
    async makeDaily() {
      try {
        const last = (await keys()).findLast(isDaily)
        // After the clock was set back, keys are later than the real time of a backup.
        const isDue = (madeAt: number) => Math.abs(deps.now() - madeAt) > shortestInterval
        if (last === undefined || (isDue(last[0]) && isDue((await readBackup(last))?.made ?? last[0])))
          await makeNew('daily')
        await failure.write(null)
      } catch (error) {
        await failure.write(getReason(error))
      }
    },
    async restore(at, undo) {
      const {key, backup} = await findBackup(at)
      const undone = backup.before && (await findBackup(backup.before.at).catch(() => null))?.backup.text
      for (;;) {
        const now = await change(serializeOwnEntries)
        // A restored state that nobody changed is stored in its own backup.
        const isUnchanged = undo && undone === now
        const trashed = await change(draft => listTrashedInBackup(draft, backup.text))
        const before = isUnchanged ? at : await storeBackup('before', {text: now, before: {at, lying: trashed}})
        const isDone = await change(draft => {
          if (serializeOwnEntries(draft) !== now) return false
          restoreBackup(draft, deps, {text: backup.text, trashed: backup.before?.lying ?? [], undoneText: undone})
          return true
        })
        if (isDone && isUnchanged) await withDatabase(database => database.delete('backups', key))
        if (isDone) return before
      }
    },
    async read(at, from) {
      const {text} = (await findBackup(at)).backup
      return {text: text.slice(from, from + largestPart), isWhole: from + largestPart >= text.length}
    },
  }
}
