import type {PageSender} from '../../messaging/page-messages'
import {browser} from './worker-browser'

export const isTabOpen = (id: number): Promise<boolean> =>
  browser.tabs.get(id).then(
    () => true,
    () => false,
  )

/**
 * Runs in a page. Returns whether it was in its tab at `time`, in milliseconds since 1970,
 * and makes it report when it is left.
 */
function wasOpenAt(time: number | null): boolean {
  if (time !== null) {
    const at = time - performance.timeOrigin
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const known = performance.getEntriesByType('visibility-state')
    const wasHidden = known.findLast(({startTime}) => startTime <= at)?.name === 'hidden'
    const isShownSince = known.some(({name, startTime}) => startTime > at && name === 'visible')
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

type InjectionResult = {readonly documentId?: string; readonly result: unknown}

/**
 * The document in a tab; null if it was not there at `time` (in milliseconds since 1970) or no
 * extension may see it.
 */
export async function documentSince(tabId: number, time: number | null): Promise<string | null> {
  try {
    const [injected] = await browser.scripting.executeScript({
      target: {tabId},
      func: wasOpenAt,
      args: [time],
      injectImmediately: true,
    })
    const {documentId = null, result} = (injected ?? {}) as InjectionResult
    return result === true ? documentId : null
  } catch {
    return null
  }
}

/** In milliseconds. */
const pollInterval = 50
const mostPolls = 40

/** The document in a tab after this one was left; null if no extension may see it. */
export async function documentAfter({tab, document}: PageSender): Promise<string | null> {
  for (let polls = 0; polls < mostPolls; polls++) {
    const page = await documentSince(tab, null)
    if (page !== null && page !== document) return page
    await new Promise(done => setTimeout(done, pollInterval))
  }
  return null
}
