import {pageActsKey, type PageAct} from '../contract/page-messages'
import type {CodeFailures} from '../engine/code-failures'
import {failuresKey} from './code-failures'
import {browser} from './worker-browser'

/** Reads, changes and writes what the browser remembers until it is closed; one change after the other, whoever asks. */
async function changeKept<T>(key: string, empty: T, change: (known: T) => T): Promise<boolean> {
  return navigator.locks.request(key, async () => {
    const known = ((await browser.storage.session.get(key))[key] as T | undefined) ?? empty
    const next = change(known)
    if (next !== known) await browser.storage.session.set({[key]: next})
    return next !== known
  })
}

export const changeFailures = (change: (known: CodeFailures) => CodeFailures): Promise<boolean> =>
  changeKept<CodeFailures>(failuresKey, {}, change)

export const changeActs = (change: (known: readonly PageAct[]) => readonly PageAct[]): Promise<boolean> =>
  changeKept<readonly PageAct[]>(pageActsKey, [], change)
