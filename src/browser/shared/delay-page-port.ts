import type {Browser} from 'webextension-polyfill'
import type {BrowserRule} from '../../model/extension-rule'
import {pageRulesKey} from '../../model/page-rules'

/** Chrome's own object, so that the page loads without the polyfill. */
const {storage, runtime, declarativeNetRequest, tabs} = (globalThis as unknown as {readonly chrome: Browser}).chrome

export const keptPlan = async (): Promise<string | undefined> =>
  (await storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined

// The polyfill's types lack the filter.
type ReadRules = (filter: {readonly ruleIds: readonly number[]}) => Promise<readonly BrowserRule[]>

export async function rulesOf(id: number): Promise<readonly BrowserRule[]> {
  const {getDynamicRules, getSessionRules} = declarativeNetRequest as unknown as Record<string, ReadRules | undefined>
  const asked = {ruleIds: [id]}
  return (await Promise.all([getDynamicRules?.(asked), getSessionRules?.(asked)])).flatMap(found => found ?? [])
}

type Onward = {
  readonly rules: readonly string[]
  readonly url: string
  readonly to: string | undefined
  readonly led: number | undefined
  readonly isFrame: boolean
}

/** True once this page navigates away on its own. */
let isGoing = false

export function sayApplied({rules, url, to, led, isFrame}: Onward): void {
  const say = (name: string, body: object) => void runtime.sendMessage({name, body}).catch(() => undefined)
  const counts = Object.fromEntries(rules.map(id => [id, 1]))
  if (to !== undefined) {
    addEventListener('pagehide', () => {
      if (!isGoing) say('page.gave-up', {onward: to})
    })
  }
  const request = {rules, method: 'GET', url, ...(to === undefined || to === url ? {} : {to}), time: Date.now()}
  if (rules.length > 0) say('page.applied', {counts, requests: [request]})
  // In a frame Chrome still knows which rule matched.
  const ownLed = isFrame ? undefined : led
  if (rules.length === 0 && ownLed === undefined) return
  const goesOn = {goesOn: isFrame ? 'frame' : 'tab', led: ownLed}
  addEventListener('pagehide', () => say('page.left', {counts: {}, ...(isGoing ? goesOn : {})}))
}

export function goHere(url: string): void {
  isGoing = true
  location.replace(url)
}

/** In milliseconds. */
const lookEvery = 250

/**
 * Navigates this tab. If no page loads (a download, a 204, a stop), it goes back
 * once the tab was idle twice in a row.
 */
export async function goInTab(url: string): Promise<void> {
  goHere(url)
  for (let looks = 0; looks < 2;) {
    await new Promise(done => setTimeout(done, lookEvery))
    looks = (await tabs.getCurrent()).status === 'complete' ? looks + 1 : 0
  }
  // A tab that was opened for this URL has no history to go back to.
  if (history.length > 1) history.back()
  else close()
}
