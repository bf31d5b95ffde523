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

/** Tells which rules have acted here. */
export const sayApplied = (rules: readonly string[]): void => {
  if (rules.length === 0) return
  const counts = Object.fromEntries(rules.map(id => [id, 1]))
  void runtime.sendMessage({name: 'page.applied', body: {counts}}).catch(() => undefined)
  addEventListener(
    'pagehide',
    () => void runtime.sendMessage({name: 'page.left', body: {counts: {}}}).catch(() => undefined),
  )
}

/** In milliseconds. */
const lookEvery = 250

/**
 * Goes there in this tab; and back, where no page comes of it: a download, an answer without content, a stop. That is seen by the tab,
 * which loads nothing any more while this page is still in it, at two looks in a row.
 */
export async function goInTab(url: string): Promise<void> {
  location.replace(url)
  for (let looks = 0; looks < 2;) {
    await new Promise(done => setTimeout(done, lookEvery))
    looks = (await tabs.getCurrent()).status === 'complete' ? looks + 1 : 0
  }
  // To where one came from. A tab that was opened for this alone has nothing before.
  if (history.length > 1) history.back()
  else close()
}
