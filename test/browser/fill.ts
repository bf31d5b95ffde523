import type {Page} from '@playwright/test'
import type {StoredRecord} from '../../src/contract/rule'

/** Puts records into the extension's store as they are, past every check. The worker must not hold a memory of the store: stop it. */
export async function fillStore(page: Page, records: readonly StoredRecord[]): Promise<void> {
  await page.evaluate(async given => {
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
  }, records as StoredRecord[])
}
