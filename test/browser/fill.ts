import type {Page} from '@playwright/test'
import type {StoredRecord} from '../../src/model/rule'
import {readLibrary} from './ask'
import {stopWorkers} from './browser'

/**
 * Writes records to the extension's store without any check and opens the given extension page
 * again. The worker, which caches the store, is stopped before, from a page that sends no messages:
 * any other page would start it too early.
 */
export async function fillStore(page: Page, records: readonly StoredRecord[]): Promise<void> {
  const address = page.url()
  // There is a store to write to once the worker has answered from it.
  await readLibrary(page)
  await page.goto(new URL('/delay-page.html', address).href)
  await stopWorkers(page)
  // As a text: values Playwright carries one by one.
  await page.evaluate(async text => {
    const given = JSON.parse(text) as readonly StoredRecord[]
    const database = await new Promise<IDBDatabase>((opened, failed) => {
      const request = indexedDB.open('switchyard')
      request.addEventListener('success', () => opened(request.result))
      request.addEventListener('error', () => failed(request.error))
    })
    const transaction = database.transaction(['rules', 'values'], 'readwrite')
    given.forEach((record, index) => {
      const id = typeof record['id'] === 'string' ? record['id'] : `Unknown_${index}`
      transaction.objectStore('rules').put({id, number: index + 1, rank: index + 1, record})
    })
    transaction.objectStore('values').put(given.length + 1, 'nextNumber')
    transaction.objectStore('values').put(Date.now(), 'revision')
    await new Promise<void>((done, failed) => {
      transaction.addEventListener('complete', () => done())
      transaction.addEventListener('error', () => failed(transaction.error))
    })
    database.close()
  }, JSON.stringify(records))
  await page.goto(address)
}
