import type {Page} from '@playwright/test'
import {launchBrowser, launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {ask, readLibrary} from '../browser/ask'
import {fillStore} from '../browser/fill'
import {mixedRules} from '../samples/mixed-rules'
import {startSite} from '../site/site'
import {measurePair, ratio, type Figure} from './measure'

const fetchInSequence = (page: Page) =>
  page.evaluate(async () => {
    const started = performance.now()
    for (let round = 0; round < 100; round++) await (await fetch('/api/items?page=1')).text()
    return (performance.now() - started) / 100
  })

async function launchOurExtension(): Promise<LaunchedExtension> {
  const browser = await launchWithExtension()
  const options = await browser.open('options.html')
  await fillStore(options, mixedRules(1_000))
  const {rules} = await readLibrary(options)
  await ask(options, 'rules.switch', {ids: [rules[0]?.id ?? ''], on: true})
  await options.close()
  return browser
}

/** An extension with one header rule that never matches, to measure the cost of Chrome itself. */
async function launchBareExtension(): Promise<LaunchedExtension> {
  const browser = await launchWithExtension({extension: 'test/browser/oracle/judge-extension'})
  const worker = await browser.worker()
  await worker.evaluate(async () => {
    const action = {type: 'modifyHeaders', requestHeaders: [{header: 'x-a', operation: 'set', value: '1'}]}
    const condition = {urlFilter: '|https://nowhere.test/', resourceTypes: ['xmlhttprequest']}
    await chrome.declarativeNetRequest.updateDynamicRules({addRules: [{id: 1, action, condition}]})
  })
  return browser
}

/**
 * A fetch with 1,000 rules of all types in force, against an extension with a single header rule
 * and against a browser without extensions. Chrome routes all requests through its browser process
 * as soon as an extension may use declarativeNetRequest, and once more for header rules.
 */
export async function benchFetching(): Promise<Figure[]> {
  const site = await startSite()
  const browsers = [await launchOurExtension(), await launchBareExtension(), await launchBrowser()] as const
  const [ours, bare, none] = await Promise.all(
    browsers.map(async ({context}) => {
      const page = await context.newPage()
      await page.goto(site.url('plain.test'))
      return page
    }),
  )
  if (!ours || !bare || !none) throw new Error('There are three browsers')
  const toBare = await measurePair(
    25,
    () => fetchInSequence(ours),
    () => fetchInSequence(bare),
  )
  const toNone = await measurePair(
    25,
    () => fetchInSequence(ours),
    () => fetchInSequence(none),
  )
  const floor = await measurePair(
    25,
    () => fetchInSequence(bare),
    () => fetchInSequence(none),
  )
  await Promise.all([...browsers.map(browser => browser.close()), site.close()])
  return [
    {
      ...ratio('A fetch with 1,000 rules in force', toNone, 1.1, ['with', 'without the extension']),
      exemption: `Chrome alone: ${(floor[0] / floor[1]).toFixed(2)}×`,
    },
    ratio('… what 1,000 rules add to that', toBare, 1.1, ['with', 'with a bare extension and one rule']),
  ]
}
