import type {Page} from '@playwright/test'
import {launchWithExtension} from '../browser/browser'
import {readLibrary} from '../browser/ask'
import {fillStore} from '../browser/fill'
import {mixedRules} from '../samples/mixed-rules'
import {startSite} from '../site/site'
import {measureAlternately, ratio, type Figure} from './measure'

/** Sends 500 requests, 50 at a time. */
const fetchMany = (page: Page) =>
  page.evaluate(async () => {
    const started = performance.now()
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({length: 50}, async () => (await fetch('/api/items?page=1')).text()))
    return performance.now() - started
  })

/** Adds the same listeners as the log, which do nothing. */
const addListeners = (page: Page) =>
  page.evaluate(() => {
    type Event = {addListener(listener: () => void, filter?: {urls: string[]}, extra?: readonly string[]): void}
    const {webRequest, declarativeNetRequest} = (
      globalThis as unknown as {
        chrome: {webRequest: Record<string, Event>; declarativeNetRequest: {onRuleMatchedDebug?: Event}}
      }
    ).chrome
    const events = {
      onBeforeRequest: ['requestBody'],
      onSendHeaders: ['requestHeaders', 'extraHeaders'],
      onBeforeRedirect: [],
      onCompleted: ['responseHeaders', 'extraHeaders'],
      onErrorOccurred: [],
    }
    for (const [name, extra] of Object.entries(events))
      webRequest[name]?.addListener(() => undefined, {urls: ['<all_urls>']}, extra)
    declarativeNetRequest.onRuleMatchedDebug?.addListener(() => undefined)
  })

/**
 * The cost of Activity for a page, in browsers with the same 1,000 rules: with the log open, with
 * an extension page that only listens, and with neither. The events themselves are Chrome's cost.
 */
export async function benchActivity(): Promise<Figure[]> {
  const site = await startSite()
  const open = async () => {
    const browser = await launchWithExtension()
    const options = await browser.open('options.html')
    await fillStore(options, mixedRules(1_000))
    await readLibrary(options)
    const page = await browser.context.newPage()
    await page.goto(site.url('plain.test'))
    return {browser, options, page}
  }
  const [watched, listening, unwatched] = [await open(), await open(), await open()]
  await watched.options.evaluate(() => {
    location.hash = '#/activity'
  })
  await watched.options.getByText('Live', {exact: true}).waitFor()
  await watched.page.bringToFront()
  await listening.options.goto(listening.options.url().replace(/options\.html.*/, 'delay-page.html'))
  await addListeners(listening.options)
  await listening.page.bringToFront()
  const [ofOurs = 0, ofListener = 0, ofNone = 0] = await measureAlternately(
    21,
    [watched, listening, unwatched].map(
      ({page}) =>
        () =>
          fetchMany(page),
    ),
  )
  site.clear()
  const seen = await watched.options.getByRole('treegrid', {name: 'Activity'}).getAttribute('aria-rowcount')
  if (seen !== '1001') throw new Error(`The log holds ${seen} rows of the last thousand requests`)
  await Promise.all([...[watched, listening, unwatched].map(({browser}) => browser.close()), site.close()])
  const figure = ratio('A page of 500 requests with the log open', [ofOurs, ofNone], 1.1, ['open', 'closed'])
  const toListener = ratio('… against a page that only listens', [ofOurs, ofListener], 1.05, ['log', 'listener'])
  const isOurs = toListener.value > toListener.limit
  return [isOurs ? figure : {...figure, exemption: `Chrome’s own: ${(ofListener / ofNone).toFixed(2)}×`}, toListener]
}
