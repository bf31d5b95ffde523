import type {Browser} from 'webextension-polyfill'
import type {BrowserRule} from '../contract/extension-rule'
import {pageRulesKey} from '../contract/page-plan'

/** The native object: whoever waits shall not wait for us as well. */
const {storage, runtime, declarativeNetRequest, tabs} = (globalThis as unknown as {readonly chrome: Browser}).chrome

/** The plan for pages as it is kept; undefined where there is none. */
export const keptPlan = async (): Promise<string | undefined> =>
  (await storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined

// The polyfill's types lag behind Chrome's, which takes a filter.
type ReadRules = (filter: {readonly ruleIds: readonly number[]}) => Promise<readonly BrowserRule[]>

/** The browser rules of this id. */
export async function rulesOf(id: number): Promise<readonly BrowserRule[]> {
  const {getDynamicRules, getSessionRules} = declarativeNetRequest as unknown as Record<string, ReadRules | undefined>
  const asked = {ruleIds: [id]}
  return (await Promise.all([getDynamicRules?.(asked), getSessionRules?.(asked)])).flatMap(found => found ?? [])
}

type Onward = {
  /** The ids of the rules that have acted here. */
  readonly rules: readonly string[]
  readonly url: string
  /** Undefined where the way ends here. */
  readonly to: string | undefined
  /** The browser rule that led here to wait. */
  readonly led: number | undefined
  readonly isFrame: boolean
}

/** Whether it is by itself that this page is left: one may go elsewhere meanwhile, or back. */
let isGoing = false

/** Tells which rules have acted on the way through here, and when it goes on. */
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
  // Of a frame Chrome still knows what led it here.
  const ownLed = isFrame ? undefined : led
  if (rules.length === 0 && ownLed === undefined) return
  const goesOn = {goesOn: isFrame ? 'frame' : 'tab', led: ownLed}
  addEventListener('pagehide', () => say('page.left', {counts: {}, ...(isGoing ? goesOn : {})}))
}

/** Goes there in this document. */
export function goHere(url: string): void {
  isGoing = true
  location.replace(url)
}

/** In milliseconds. */
const lookEvery = 250

/**
 * Goes there in this tab; and back, where no page comes of it: a download, an answer without content, a stop. That is seen by the tab,
 * which loads nothing any more while this page is still in it, at two looks in a row.
 */
export async function goInTab(url: string): Promise<void> {
  goHere(url)
  for (let looks = 0; looks < 2;) {
    await new Promise(done => setTimeout(done, lookEvery))
    looks = (await tabs.getCurrent()).status === 'complete' ? looks + 1 : 0
  }
  // To where one came from. A tab that was opened for this alone has nothing before.
  if (history.length > 1) history.back()
  else close()
}
