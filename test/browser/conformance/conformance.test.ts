import {expect, test, type Page} from '@playwright/test'
import {launchBrowser, launchWithExtension} from '../browser'
import {make, where} from '../fixtures'
import {bundleCases} from './bundle'
import {themes} from './cases'
import {compare} from './compare'
import {idleDifferences, matchingDifferences, waitingInVain, type Difference} from './differences'
import {recordsOf, type Records} from './records'
import {startServer, type ConformanceServer} from './server'

// What the bare browser does is asked once for both.
test.describe.configure({mode: 'default'})

let server: ConformanceServer
let native: Records

test.beforeAll(async () => {
  server = await startServer(await bundleCases())
  const browser = await launchBrowser({trustsAnyCertificate: true})
  native = await recordsOf(browser.context, server)
  await browser.close()
})
test.afterAll(() => server.close())

/** As the server knows these cases. */
const idsOf = (names: ReadonlySet<string>) =>
  new Set(
    Object.entries(themes).flatMap(([theme, cases]) =>
      Object.keys(cases).flatMap((title, at) => (names.has(`${theme}: ${title}`) ? [`${theme}.${at}`] : [])),
    ),
  )

const proof = {type: 'static', value: 'in force', source: where('path', 'Equals', '/proof'), serveWithoutRequest: true}

/** The records of a browser with the extension and these rules, which match no case. */
async function withRules(rules: (options: Page) => Promise<unknown>): Promise<Records> {
  const app = await launchWithExtension({extension: '.output/chrome-mv3', trustsAnyCertificate: true})
  try {
    const options = await app.open('options.html#/rules')
    // The upper one wins, so that this one answers whatever the others match.
    await make(options, 'Response', [proof])
    await rules(options)
    await options.close()
    return await recordsOf(app.context, server, async page => {
      await expect.poll(() => page.evaluate(() => fetch('/proof').then(answer => answer.text()))).toBe('in force')
    })
  } finally {
    await app.close()
  }
}

function judge(here: Records, listed: readonly Difference[]): void {
  const {unexpected, stale} = compare(native, here, listed)
  const first = unexpected.slice(0, 20).map(each => JSON.stringify(each, null, 1).slice(0, 2_000))
  expect(first.join('\n'), `${unexpected.length} parts of records differ`).toBe('')
  expect(stale, 'no difference any more: take it off the list').toEqual([])
}

test('all conformance cases run to their end', () => {
  expect(native.size).toBe(Object.values(themes).reduce((sum, theme) => sum + Object.keys(theme).length, 0))
  expect(native.size).toBeGreaterThan(500)
  expect([...native].filter(([, record]) => 'broke' in record)).toEqual([])
})

test('a page sees no rule that matches none of its requests, bar listed cases', async () => {
  judge(await withRules(async () => {}), idleDifferences)
})

test('a page sees no rule that returns its input unchanged, bar listed cases', async () => {
  test.setTimeout(180_000)
  server.gates.expectInVain(idsOf(waitingInVain))
  const here = await withRules(async options => {
    await make(options, 'Request', [{type: 'code', value: 'function (args) { return args.body }'}])
    await make(options, 'Response', [{type: 'code', value: 'function (args) { return args.response }'}])
  })
  judge(here, matchingDifferences)
})
