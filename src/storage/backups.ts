import type {BackupKind, Backups} from '../api/library'
import {thisBackup} from '../model/reasons'
import {notFound} from '../api/service-error'
import type {OpenLibrary} from './library'
import type {BackupKey, KeptBackup} from './database'
import type {LibraryNeeds} from './needs'
import {lyingOf, putBack, readShelf, textOf} from './put-back'

export type BackupNeeds = LibraryNeeds & {
  readonly library: Pick<OpenLibrary, 'change' | 'beside'>
  /** The error of the last daily backup, outside the database, since that may be full. */
  readonly failure: {read(): Promise<string | null>; write(failure: string | null): Promise<void>}
}

const most = 14
const hour = 60 * 60 * 1000
/** Less than a day, so that a browser that is opened a little earlier does not skip one. */
const leastApart = 20 * hour
/** Characters of one message: Chrome allows 64 MB. */
const portion = 8_000_000

const isDaily = ([, kind]: BackupKey) => kind === 'daily'

export function createBackups({library: {change, beside}, failure, ...needs}: BackupNeeds): Backups {
  const keys = () => beside(database => database.getAllKeys('backups'))
  const kept = (key: BackupKey) => beside(database => database.get('backups', key))

  async function found(at: number): Promise<{readonly key: BackupKey; readonly backup: KeptBackup}> {
    const key = (await keys()).find(each => each[0] === at)
    const backup = key && (await kept(key))
    if (!backup) throw notFound(thisBackup)
    return {key, backup}
  }

  async function keep(kind: BackupKind, backup: KeptBackup): Promise<number> {
    const all = await keys()
    const {rules, groups} = readShelf(backup.text)
    const made = needs.now()
    const at = Math.max(made, (all.at(-1)?.[0] ?? 0) + 1)
    const old = all
      .filter(key => isDaily(key) === (kind === 'daily'))
      .slice(0, 1 - most)
      .filter(([before]) => before !== backup.before?.at)
    await beside(async database => {
      const transaction = database.transaction('backups', 'readwrite')
      const done = [
        ...old.map(key => transaction.store.delete(key)),
        transaction.store.put(at === made ? backup : {...backup, made}, [at, kind, rules.length, groups.length]),
      ]
      await Promise.all([...done, transaction.done])
    })
    return at
  }

  async function makeNew(kind: BackupKind): Promise<boolean> {
    const last = (await keys()).at(-1)
    const text = await change(textOf)
    const {rules, groups} = readShelf(text)
    const isNew = last ? (await kept(last))?.text !== text : rules.length + groups.length > 0
    if (isNew) await keep(kind, {text})
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
        // After the clock was set back keys lie ahead of it, so the backup itself says when it was made.
        const isDue = (made: number) => Math.abs(needs.now() - made) > leastApart
        if (last === undefined || (isDue(last[0]) && isDue((await kept(last))?.made ?? last[0]))) await makeNew('daily')
        await failure.write(null)
      } catch (error) {
        await failure.write(error instanceof Error ? error.message : String(error))
      }
    },
    async restore(at, undo) {
      const {key, backup} = await found(at)
      const undone = backup.before && (await found(backup.before.at).catch(() => null))?.backup.text
      for (;;) {
        const now = await change(textOf)
        // A restored state that nobody changed is stored in its own backup.
        const isKept = undo && undone === now
        const lying = await change(work => lyingOf(work, backup.text))
        const before = isKept ? at : await keep('before', {text: now, before: {at, lying}})
        const isDone = await change(work => {
          if (textOf(work) !== now) return false
          putBack(work, needs, {text: backup.text, lying: backup.before?.lying ?? [], undone})
          return true
        })
        if (isDone && isKept) await beside(database => database.delete('backups', key))
        if (isDone) return before
      }
    },
    async read(at, from) {
      const {text} = (await found(at)).backup
      return {text: text.slice(from, from + portion), isWhole: from + portion >= text.length}
    },
  }
}
