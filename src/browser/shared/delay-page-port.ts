import type {Browser} from 'webextension-polyfill'
import type {BrowserRule} from '../../model/extension-rule'
import {pageRulesKey} from '../../model/page-rules'

/** Chrome's own object, so that the page loads without the polyfill. */
const {storage, runtime, declarativeNetRequest, tabs} = (globalThis as unknown as {readonly chrome: Browser}).chrome

export const readStoredPlan = async (): Promise<string | undefined> =>
  (await storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined

// The polyfill's types lack the filter.
type ReadRules = (filter: {readonly ruleIds: readonly number[]}) => Promise<readonly BrowserRule[]>

export async function readBrowserRules(id: number): Promise<readonly BrowserRule[]> {
  const {getDynamicRules, getSessionRules} = declarativeNetRequest as unknown as Record<string, ReadRules | undefined>
  const asked = {ruleIds: [id]}
  return (await Promise.all([getDynamicRules?.(asked), getSessionRules?.(asked)])).flatMap(found => found ?? [])
}

type DelayedNavigation = {
  readonly rules: readonly string[]
  readonly url: string
  readonly to: string | undefined
  readonly led: number | undefined
  readonly isFrame: boolean
}

/** True once this page navigates away on its own. */
let isNavigating = false

export function reportApplied({rules, url, to, led, isFrame}: DelayedNavigation): void {
  const say = (name: string, body: object) => void runtime.sendMessage({name, body}).catch(() => undefined)
  const counts = Object.fromEntries(rules.map(id => [id, 1]))
  if (to !== undefined) {
    addEventListener('pagehide', () => {
      if (!isNavigating) say('page.gave-up', {onward: to})
    })
  }
  const request = {rules, method: 'GET', url, ...(to === undefined || to === url ? {} : {to}), time: Date.now()}
  if (rules.length > 0) say('page.applied', {counts, requests: [request]})
  // In a frame Chrome still knows which rule matched.
  const ownLed = isFrame ? undefined : led
  if (rules.length === 0 && ownLed === undefined) return
  const goesOn = {goesOn: isFrame ? 'frame' : 'tab', led: ownLed}
  addEventListener('pagehide', () => say('page.left', {counts: {}, ...(isNavigating ? goesOn : {})}))
}

export function navigate(url: string): void {
  isNavigating = true
  location.replace(url)
}

/** In milliseconds. */
const pollInterval = 250

/**
 * Navigates this tab. If no page loads (a download, a 204, a stop), it goes back
 * once the tab was idle twice in a row.
 */
export async function navigateTab(url: string): Promise<void> {
  navigate(url)
  for (let idlePolls = 0; idlePolls < 2;) {
    await new Promise(done => setTimeout(done, pollInterval))
    idlePolls = (await tabs.getCurrent()).status === 'complete' ? idlePolls + 1 : 0
  }
  // A tab that was opened for this URL has no history to go back to.
  if (history.length > 1) history.back()
  else close()
}
