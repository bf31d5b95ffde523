import type {BrowserContext, Page} from '@playwright/test'
import type {CaseRecord, Origins, Runner} from './case'
import {themes} from './cases'
import type {ConformanceServer} from './server'

export type Records = ReadonlyMap<string, CaseRecord>

/** Runs every case, one page for each topic; `ready` checks a page before its cases run. */
export async function recordsOf(
  context: BrowserContext,
  server: ConformanceServer,
  ready: (page: Page) => Promise<void> = async () => {},
): Promise<Records> {
  const records = new Map<string, CaseRecord>()
  for (const theme of Object.keys(themes)) {
    const origins = theme === 'over-http2' ? server.secure : server.plain
    const page = await context.newPage()
    await page.exposeFunction('letGo', server.gates.letGo)
    await page.exposeFunction('awaitArrival', server.gates.awaitArrival)
    await page.goto(origins.page)
    await ready(page)
    const found = await page.evaluate(
      ([name, at]) => (globalThis as unknown as {conformance: Runner}).conformance.run(name, at),
      [theme, origins] as const,
    )
    await page.close()
    const taken = await server.taken()
    server.gates.reset()
    for (const [at, [title, finding]] of Object.entries(JSON.parse(found) as object).entries()) {
      const record = {...(finding as object), server: taken.get(`${theme}.${at}`) ?? []}
      records.set(`${theme}: ${title}`, JSON.parse(scrubbed(JSON.stringify(record), server)) as CaseRecord)
    }
  }
  return records
}

/** Takes away what is different each time: ports, orders in addresses, boundaries of forms. */
function scrubbed(record: string, {plain, secure}: ConformanceServer): string {
  const named = [plain, secure].flatMap((origins, at) =>
    (Object.entries(origins) as [keyof Origins, string][]).map(
      ([name, origin]) => [origin, `${at === 0 ? 'http' : 'https'}://${name}`] as const,
    ),
  )
  let text = record
  for (const [origin, name] of named)
    for (const found of [origin, encodeURIComponent(origin), origin.replace(/^https?:\/\//, '')])
      text = text.replaceAll(found, found.includes('://') ? name : name.replace(/^https?:\/\//, ''))
  return text.replaceAll(/orders=[^&#"'\\\s]*/g, 'orders').replaceAll(/----WebKitFormBoundary\w{16}/g, 'boundary')
}
