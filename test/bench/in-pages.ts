import type {Page} from '@playwright/test'
import {ask} from '../browser/ask'
import {launchBrowser, launchWithExtension} from '../browser/browser'
import {make, where} from '../browser/fixtures'
import {startSite, type Site} from '../site/site'
import {measurePair, measureAlternately, median, ratio, type Figure} from './measure'
import {createFigure} from './rows'
import {recordTrace} from './trace'

const api = '/api/items?page=1'

const fetchInSequence = (page: Page, url = api) =>
  page.evaluate(async asked => {
    const started = performance.now()
    for (let round = 0; round < 100; round++) await (await fetch(asked)).text()
    return (performance.now() - started) / 100
  }, url)

const fetchInParallel = (page: Page) =>
  page.evaluate(async url => {
    const started = performance.now()
    await Promise.all(Array.from({length: 200}, async () => (await fetch(url)).text()))
    return performance.now() - started
  }, api)

const images = Array.from({length: 100}, (_, at) => `/${at}.png`).join(',')

async function loadPage(page: Page, site: Site): Promise<number> {
  await page.goto(site.url('plain.test', `/?with=${images}`))
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return (entry as PerformanceNavigationTiming).loadEventEnd
  })
}

const large = 50_000_000

const upload = (page: Page) =>
  page.evaluate(async size => {
    const body = new Blob([new Uint8Array(size)])
    const started = performance.now()
    await (await fetch('/sent.txt', {method: 'POST', body})).arrayBuffer()
    return performance.now() - started
  }, large)

const download = (page: Page) =>
  page.evaluate(async size => {
    const started = performance.now()
    await (await fetch(`/bytes?size=${size}`)).arrayBuffer()
    return performance.now() - started
  }, large)

const fetchInSandboxedFrame = (page: Page, site: Site) =>
  page.evaluate(
    url =>
      new Promise<number>(done => {
        const frame = document.createElement('iframe')
        addEventListener(
          'message',
          ({data}: MessageEvent<number>) => {
            frame.remove()
            done(data)
          },
          {once: true},
        )
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<script>(async () => {
          await (await fetch('${url}')).text()
          const started = performance.now()
          for (let round = 0; round < 50; round++) await (await fetch('${url}')).text()
          parent.postMessage((performance.now() - started) / 50, '*')
        })()</script>`
        document.body.append(frame)
      }),
    site.url('plain.test', api),
  )

/** The thread time of our scripts before the first script of a page runs. */
async function measureStart(page: Page, site: Site): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < 15; round++)
    times.push((await recordTrace(page, () => page.goto(site.url('plain.test')))).scriptTime(/\/page-[\w-]+\.js$/))
  if (!(median(times) > 0)) throw new Error('The trace tells nothing of scripts in pages')
  return createFigure(
    'Scripts in pages at document_start',
    `${times.length} loads, thread time`,
    median(times),
    1,
    ' ms',
  )
}

/** One page per browser: with an in-page rule, without one, with an idle extension, with none. */
type Pages = {readonly withRule: Page; readonly idle: Page; readonly bare: Page; readonly none: Page}

/** Milliseconds until the worker has updated all pages and is idle. */
const settleTime = 300

/** Switches the only rule. */
type SwitchRule = (on: boolean) => Promise<void>

/**
 * Compares with a browser without extensions. Chrome itself needs time for every extension that may
 * change requests, so the limit may also hold against an extension that does nothing.
 */
function compareWithNone(limit: number, ours: number, bare: number, none: number): Figure {
  const figure = ratio('… against no extension', [ours, none], limit, ['with', 'without'])
  return ours / bare <= limit ? {...figure, exemption: `Chrome’s own: ${(bare / none).toFixed(2)}×`} : figure
}

/** Without an in-page rule there are no scripts of ours in pages. */
async function measureWithoutRules({idle, bare, none}: Pages, options: Page): Promise<Figure[]> {
  const scripts = await options.evaluate<number>(
    'chrome.scripting.getRegisteredContentScripts().then(all => all.length)',
  )
  await options.close()
  const [ours = 0, ofBare = 0, ofNone = 0] = await measureAlternately(
    21,
    [idle, bare, none].map(page => () => fetchInSequence(page)),
  )
  const names = ['with', 'with an extension that does nothing'] as const
  return [
    createFigure('Scripts in pages without a rule for them', 'registered', scripts, 0, ''),
    ratio('Fetches in a row without a rule for pages', [ours, ofBare], 1.05, names),
    compareWithNone(1.05, ours, ofBare, ofNone),
  ]
}

/**
 * The cost of one in-page rule that never matches, against the same page while the rule is off, and
 * against no extension. Two equal browsers differ by more than the limit.
 */
async function measureWithRule({withRule, bare, none}: Pages, turn: SwitchRule, site: Site): Promise<Figure[]> {
  const things: readonly (readonly [string, number, number, (page: Page) => Promise<number>])[] = [
    ['Fetches in a row', 1.05, 15, fetchInSequence],
    ['200 fetches at once', 1.1, 15, fetchInParallel],
    ['A sandboxed frame’s fetches', 1.05, 15, page => fetchInSandboxedFrame(page, site)],
    ['Sending 50 MB', 1.05, 9, upload],
    ['Receiving 50 MB', 1.05, 21, download],
    ['A page with 100 resources', 1.05, 9, page => loadPage(page, site)],
  ]
  const figures: Figure[] = []
  for (const [what, limit, rounds, take] of things) {
    const turned = async (on: boolean) => {
      await turn(on)
      return take(withRule)
    }
    const [ours = 0, without = 0, ofBare = 0, ofNone = 0] = await measureAlternately(rounds, [
      () => turned(true),
      () => turned(false),
      () => take(bare),
      () => take(none),
    ])
    site.clear()
    const names = ['with a rule that does not match', 'without'] as const
    figures.push(ratio(what, [ours, without], limit, names), compareWithNone(limit, ours, ofBare, ofNone))
  }
  return figures
}

export async function benchInPages(): Promise<Figure[]> {
  const site = await startSite()
  const nothing = {extension: 'test/browser/oracle/judge-extension'}
  const [ours, same] = [await launchWithExtension(), await launchWithExtension()]
  const browsers = [ours, same, await launchWithExtension(nothing), await launchBrowser()] as const
  const options = await ours.open('options.html')
  // Only for fetch and XHR, so that the rule acts in pages only.
  const source = where('path', 'Equals', '/served', {resourceType: ['xmlhttprequest']})
  const id = await make(options, 'Response', [{source, type: 'static', value: '{"a":1}', serveWithoutRequest: true}])
  await options.close()
  const quiet = await ours.open('delay-page.html')
  const turn: SwitchRule = async on => {
    await ask(quiet, 'rules.switch', {ids: [id], on})
    await quiet.waitForTimeout(settleTime)
  }
  const [withRule, idle, bare, none] = await Promise.all(
    browsers.map(async ({context}) => {
      const page = await context.newPage()
      await page.goto(site.url('plain.test'))
      return page
    }),
  )
  if (!withRule || !idle || !bare || !none) throw new Error('There are four browsers')
  const pages = {withRule, idle, bare, none}
  const figures = [
    ...(await measureWithoutRules(pages, await same.open('options.html'))),
    await measureStart(withRule, site),
    ...(await measureWithRule(pages, turn, site)),
  ]
  await turn(true)
  const served = await measurePair(
    15,
    () => fetchInSequence(withRule, '/served'),
    () => fetchInSequence(withRule),
  )
  await Promise.all([...browsers.map(browser => browser.close()), site.close()])
  return [...figures, ratio('An answer without a request', served, 1, ['served', 'by the network'])]
}
