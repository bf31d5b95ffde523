import type {PageSender} from '../contract/page-messages'
import {browser} from './worker-browser'

export const isTabOpen = (id: number): Promise<boolean> =>
  browser.tabs.get(id).then(
    () => true,
    () => false,
  )

/**
 * Runs in a page, which may have none of our scripts: whether it was in its tab at this time, in milliseconds since 1970; then it says when it
 * is left. One that was kept for the way back was hidden then, and is shown since.
 */
function isThereSince(time: number | null): boolean {
  if (time !== null) {
    const at = time - performance.timeOrigin
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const seen = performance.getEntriesByType('visibility-state')
    const wasHidden = seen.findLast(({startTime}) => startTime <= at)?.name === 'hidden'
    const isShownSince = seen.some(({name, startTime}) => startTime > at && name === 'visible')
    if ((navigation?.responseStart ?? 0) > at || (wasHidden && isShownSince)) return false
  }
  const world = globalThis as {saysWhenLeft?: boolean}
  if (!world.saysWhenLeft)
    addEventListener(
      'pagehide',
      () => void chrome.runtime.sendMessage({name: 'page.left', body: {counts: {}}}).catch(() => undefined),
    )
  world.saysWhenLeft = true
  return true
}

type Ran = {readonly documentId?: string; readonly result: unknown}

/** What stands in a tab, and says from now on when it is left; null for what was not there when asked for, and what no extension may see. */
async function pageIn(tabId: number, time: number | null): Promise<string | null> {
  try {
    const [ran] = await browser.scripting.executeScript({
      target: {tabId},
      func: isThereSince,
      args: [time],
      injectImmediately: true,
    })
    const {documentId = null, result} = (ran ?? {}) as Ran
    return result === true ? documentId : null
  } catch {
    // No page of the web, or one that is just being left.
    return null
  }
}

/** In milliseconds, and how often. */
const lookEvery = 50
const mostLooks = 40

/** What stands in a tab after this document was left; null for what no extension may see. */
export async function documentAfter({tab, document}: PageSender): Promise<string | null> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const page = await pageIn(tab, null)
    if (page !== null && page !== document) return page
    await new Promise(done => setTimeout(done, lookEvery))
  }
  return null
}

/** What stands in a tab, if it stood there at this time, in milliseconds since 1970; else null. */
export const documentSince = (tab: number, time: number): Promise<string | null> => pageIn(tab, time)
