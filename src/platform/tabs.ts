import type {PageSender} from '../contract/page-messages'
import {browser} from './worker-browser'

export const isTabOpen = (id: number): Promise<boolean> =>
  browser.tabs.get(id).then(
    () => true,
    () => false,
  )

/** Runs in a page that has none of our scripts. */
const sayWhenLeft = () =>
  addEventListener(
    'pagehide',
    () => void chrome.runtime.sendMessage({name: 'page.left', body: {counts: {}}}).catch(() => undefined),
  )

type Ran = {readonly documentId?: string}

/** In milliseconds, and how often. */
const lookEvery = 50
const mostLooks = 40

/** What stands in a tab after this document was left; null for what no extension may see. */
export async function documentAfter({tab, document}: PageSender): Promise<string | null> {
  for (let looks = 0; looks < mostLooks; looks++) {
    try {
      const ran = await browser.scripting.executeScript({
        target: {tabId: tab},
        func: sayWhenLeft,
        injectImmediately: true,
      })
      const {documentId} = (ran[0] ?? {}) as Ran
      if (documentId !== undefined && documentId !== document) return documentId
    } catch {
      // Still the waiting page, or no page of the web.
    }
    await new Promise(done => setTimeout(done, lookEvery))
  }
  return null
}
