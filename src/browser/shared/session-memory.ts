import {isRecord} from '../../model/json'
import type {FaultText} from '../../model/faults'
import {inPageMatchesKey, type InPageMatch} from '../../messaging/page-messages'
import type {CodeFailures} from '../../engine/code-failures'
import {browser} from './worker-browser'

const failuresKey = 'code-failures'
const backupFailureKey = 'backup-failure'
const lastCheckKey = 'teamLastLook'
const unfinishedKey = 'teamSyncUnfinished'

const read = async (key: string): Promise<unknown> => (await browser.storage.session.get(key))[key]
const write = (key: string, value: unknown): Promise<void> => browser.storage.session.set({[key]: value})

/** Changes a value in storage.session, in sequence; returns whether it changed. */
async function changeValue<T>(key: string, empty: T, change: (known: T) => T): Promise<boolean> {
  return navigator.locks.request(key, async () => {
    const known = ((await read(key)) as T | undefined) ?? empty
    const next = change(known)
    if (next !== known) await write(key, next)
    return next !== known
  })
}

export const changeFailures = (change: (known: CodeFailures) => CodeFailures): Promise<boolean> =>
  changeValue<CodeFailures>(failuresKey, {}, change)

export const readFailures = async (): Promise<CodeFailures | undefined> =>
  (await read(failuresKey)) as CodeFailures | undefined

export const changeInPageMatches = (
  change: (known: readonly InPageMatch[]) => readonly InPageMatch[],
): Promise<boolean> => changeValue<readonly InPageMatch[]>(inPageMatchesKey, [], change)

export const backupFailure = {
  async read(): Promise<FaultText | null> {
    const failure = await read(backupFailureKey)
    // Older versions stored a sentence.
    return isRecord(failure) ? (failure as FaultText) : null
  },
  write: (failure: FaultText | null): Promise<void> => write(backupFailureKey, failure),
}

/** When the team account was last compared with this device, in milliseconds since 1970. */
export const lastTeamCheck = {
  async read(): Promise<number | null> {
    const at = await read(lastCheckKey)
    return typeof at === 'number' ? at : null
  },
  write: (at: number | null): Promise<void> => write(lastCheckKey, at),
}

/** Whether the worker was stopped in the middle of a sync. */
export const isSyncUnfinished = async (): Promise<boolean> => (await read(unfinishedKey)) === true
export const markSyncUnfinished = (isUnfinished: boolean): Promise<void> => write(unfinishedKey, isUnfinished)
