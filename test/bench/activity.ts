import type {Page} from '@playwright/test'
import {launchWithExtension} from '../browser/browser'
import {readLibrary} from '../browser/ask'
import {fillStore} from '../browser/fill'
import {mixedRules} from '../samples/mixed-rules'
import {startSite} from '../site/site'
import {inTurn, ratio, type Figure} from './measure'

/** A page of 500 requests, at least a thousand a second. */
const load = (page: Page) =>
  page.evaluate(async () => {
    const started = performance.now()
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({length: 50}, async () => (await fetch('/api/items?page=1')).text()))
    return performance.now() - started
  })

/** What it costs a page that its requests are watched, in two browsers with the same 1,000 rules. */
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
  const [watched, unwatched] = [await open(), await open()]
  await watched.options.evaluate(() => {
    location.hash = '#/activity'
  })
  await watched.options.getByText('Live', {exact: true}).waitFor()
  await watched.page.bringToFront()
  const figures = await inTurn(
    21,
    () => load(watched.page),
    () => load(unwatched.page),
  )
  site.clear()
  const seen = await watched.options.getByRole('treegrid', {name: 'Activity'}).getAttribute('aria-rowcount')
  if (seen !== '1001') throw new Error(`The log holds ${seen} rows of the last thousand requests`)
  await Promise.all([watched.browser.close(), unwatched.browser.close(), site.close()])
  return [ratio('A page of 500 requests with the log open', figures, 1.1, ['open', 'closed'])]
}
