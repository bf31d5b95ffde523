import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Page} from '@playwright/test'
import {ask} from '../browser/ask'
import {launchWithExtension} from '../browser/browser'
import {headerRules} from '../samples/mixed-rules'
import {median, ratio, type Figure} from './measure'
import {createFigure} from './rows'
import {measureWorkerMemory} from './worker-memory'

const count = 10_000
const pageSize = 75
const rounds = 3

/** Starts a local service with many rules, whose response pages are prepared in advance. */
async function startAccount() {
  const rules = headerRules(count).map((rule, index) => ({
    ...rule,
    id: `Headers_${index}`,
    status: 'Active',
    groupId: '',
  }))
  const pages = new Map<string, string>()
  for (let offset = 0; offset < count; offset += pageSize) {
    const next = offset + pageSize
    const data = rules.slice(offset, next)
    pages.set(
      String(offset),
      JSON.stringify({success: true, data, total: count, nextOffset: next < count ? next : null}),
    )
  }
  const server = createServer((request, response) => {
    const {pathname, searchParams} = new URL(request.url ?? '', 'http://localhost')
    const page = pathname === '/v1/rules' ? pages.get(searchParams.get('offset') ?? '0') : undefined
    response
      .writeHead(page === undefined ? 404 : 200, {'content-type': 'application/json'})
      .end(page ?? '{"success":false}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(done => server.close(done)),
  }
}

/** The minimum work: fetch every page in sequence and write all records in one transaction. */
const fetchAndStore = (page: Page, url: string) =>
  page.evaluate(
    async ([base, size]) => {
      const started = performance.now()
      const records: {readonly id: string}[] = []
      for (let offset: number | null = 0; offset !== null;) {
        const answer = await fetch(`${base}/v1/rules?offset=${offset}&pageSize=${size}`, {
          headers: {'x-api-key': 'key'},
        })
        const {data, nextOffset} = (await answer.json()) as {data: {id: string}[]; nextOffset: number | null}
        records.push(...data)
        offset = nextOffset
      }
      await new Promise((done, failed) => {
        const opening = indexedDB.open(`bare-${Math.random()}`, 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rules', {keyPath: 'id'}))
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('rules', 'readwrite')
          for (const record of records) transaction.objectStore('rules').put(record)
          transaction.addEventListener('complete', done)
          transaction.addEventListener('error', failed)
        })
      })
      return performance.now() - started
    },
    [url, pageSize] as const,
  )

/** Milliseconds from the key until all rules are stored, before they are installed in Chrome. */
async function connectAccount(page: Page, url: string): Promise<number> {
  const started = performance.now()
  await ask(page, 'team.connect', {url, key: 'key'})
  while ((await ask(page, 'team.view', {}))?.rules.count !== count) await new Promise(later => setTimeout(later, 20))
  return performance.now() - started
}

const megabytes = (bytes: number) => bytes / 1_000_000

const createMemoryFigure = ({before, after}: {readonly before: number; readonly after: number}): Figure => {
  const without = `${megabytes(before).toFixed(1)} MB without a rule`
  return createFigure(
    'The worker’s memory with 10,000 rules',
    without,
    megabytes(after),
    Number.POSITIVE_INFINITY,
    ' MB',
  )
}

/** The first sync of a large account, and the memory of the worker afterwards. */
export async function benchFirstSync(): Promise<Figure[]> {
  const account = await startAccount()
  const [ours, least]: [number[], number[]] = [[], []]
  const held = {before: 0, after: 0}
  for (let round = 0; round < rounds; round++) {
    const app = await launchWithExtension()
    const page = await app.open('delay-page.html')
    // A new browser takes seconds to load its policy, and nothing connects before that.
    await page.evaluate(() => chrome.storage.managed.get())
    least.push(await fetchAndStore(page, account.url))
    await ask(page, 'team.view', {})
    held.before = await measureWorkerMemory(app)
    ours.push(await connectAccount(page, account.url))
    // Changes are handled in order, so this is answered once the rules are in force.
    await ask(page, 'rules.pause', {paused: false})
    held.after = await measureWorkerMemory(app)
    await app.close()
  }
  await account.close()
  return [
    ratio('First sync of 10,000 rules', [median(ours), median(least)], 1.5, ['with', 'the requests and one bulk put']),
    createMemoryFigure(held),
  ]
}
