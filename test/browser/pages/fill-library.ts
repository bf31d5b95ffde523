import type {Page} from '@playwright/test'
import type {LibraryView} from '../../../src/model/views'
import type {StoredLibrary} from '../../samples/workbench'
import {ask} from '../ask'
import {stopWorkers} from '../browser'

const ranked = (records: StoredLibrary['rules'], unknown: string) =>
  records.map((record, index) => ({
    id: typeof record['id'] === 'string' ? record['id'] : `${unknown}_${index}`,
    number: index + 1,
    rank: index + 1,
    record,
  }))

const trashed = ({trash, rules}: StoredLibrary) =>
  ranked(
    trash.map(({record}) => record),
    'Trashed',
  ).map((entry, index) => ({
    id: entry.id,
    kind: 'rule',
    entry: {...entry, number: rules.length + index + 1},
    from: trash[index]?.from ?? '',
    deletedAt: trash[index]?.deletedAt ?? 0,
  }))

/**
 * Replaces what the extension has stored by this library, without any check. `page` is an extension
 * page that shows no rules.
 */
export async function fillLibrary(page: Page, library: StoredLibrary): Promise<void> {
  await forgetPages(page)
  await stopWorkers(page)
  const stores = {
    rules: ranked(library.rules, 'Unknown'),
    groups: ranked(library.groups, 'Group'),
    trash: trashed(library),
  }
  await page.evaluate(
    async ([text, paused]) => {
      const filled = JSON.parse(text) as typeof stores
      const database = await new Promise<IDBDatabase>((opened, failed) => {
        const request = indexedDB.open('switchyard')
        request.addEventListener('success', () => opened(request.result))
        request.addEventListener('error', () => failed(request.error))
      })
      const names = ['rules', 'groups', 'trash'] as const
      const transaction = database.transaction([...names, 'values'], 'readwrite')
      for (const name of names) {
        transaction.objectStore(name).clear()
        for (const entry of filled[name]) transaction.objectStore(name).put(entry)
      }
      const values = transaction.objectStore('values')
      values.put(filled.rules.length + filled.trash.length + 1, 'nextNumber')
      values.put(paused, 'paused')
      values.put(Date.now(), 'revision')
      await new Promise<void>((done, failed) => {
        transaction.addEventListener('complete', () => done())
        transaction.addEventListener('error', () => failed(transaction.error))
      })
      database.close()
    },
    // As a text: values Playwright carries one by one.
    [JSON.stringify(stores), library.paused] as const,
  )
}

/**
 * As `fillLibrary`, and waits until the rules are in force. A late message may have started the
 * worker before all was written, so a change makes it read the store again.
 */
export async function fillInForce(page: Page, library: StoredLibrary): Promise<LibraryView> {
  await fillLibrary(page, library)
  await ask(page, 'rules.pause', {paused: library.paused})
  return ask(page, 'library.read', {})
}

/** Deletes what pages store: drafts, settings and the last rows of the popup. */
export const forgetPages = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    type Area = {clear(): Promise<void>}
    const {storage} = (globalThis as unknown as {chrome: {storage: {local: Area; session: Area}}}).chrome
    localStorage.clear()
    await Promise.all([storage.local.clear(), storage.session.clear()])
  })
