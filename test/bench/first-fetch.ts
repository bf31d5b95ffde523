import type {Page} from '@playwright/test'
import {launchWithExtension} from '../browser/browser'
import {make, where} from '../browser/fixtures'
import {startSite, type Site} from '../site/site'
import {measurePair, ratio, type Figure} from './measure'

/** Runs before the rules have arrived, like the first script of an application. */
const inlineFetch = `const started = performance.now()
window.firstFetch = fetch('/api/items?page=1').then(answer => answer.text()).then(() => performance.now() - started)`

async function measureFirstFetch(page: Page, site: Site): Promise<number> {
  await page.goto(site.url('plain.test', `/?head=${encodeURIComponent(inlineFetch)}`))
  return page.evaluate<number>('firstFetch')
}

/**
 * A fetch that waits for the rules, against an extension that does nothing, because Chrome itself
 * takes longer for requests as soon as an extension may change them.
 */
export async function benchFirstFetch(): Promise<Figure> {
  const site = await startSite()
  const ours = await launchWithExtension()
  const bare = await launchWithExtension({extension: 'test/browser/oracle/judge-extension'})
  const quiet = await ours.open('delay-page.html')
  const source = where('path', 'Equals', '/served')
  await make(quiet, 'Response', [{source, type: 'static', value: '{"a":1}', serveWithoutRequest: true}])
  const [withRule, without] = [await ours.context.newPage(), await bare.context.newPage()]
  const times = await measurePair(
    31,
    () => measureFirstFetch(withRule, site),
    () => measureFirstFetch(without, site),
  )
  await Promise.all([ours.close(), bare.close(), site.close()])
  return ratio('The first fetch of a page', times, 1.3, [
    'with a rule that does not match',
    'with an extension that does nothing',
  ])
}
