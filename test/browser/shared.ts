import type {Page} from '@playwright/test'
import {launchWithExtension, stopWorkers, type LaunchedExtension} from './browser'
import {test as alone} from './fixtures'

/**
 * One browser for many tests, emptied after each, because a start takes longer than most tests. For
 * tests that change nothing in the browser itself, such as permissions or the toolbar.
 */
export const test = alone.extend<object, {readonly kept: LaunchedExtension}>({
  kept: [
    // Playwright wants the first argument destructured, even of nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const app = await launchWithExtension()
      await use(app)
      await app.close()
    },
    {scope: 'worker'},
  ],
  app: async ({kept}, use) => {
    await use(kept)
    await empty(kept)
  },
})

/**
 * Closes the tabs of a test and clears what pages and the worker stored. The first tab stays open,
 * or the browser would end.
 */
async function empty({context, extensionId}: LaunchedExtension): Promise<void> {
  const pages = context.pages()
  // To close a tab and open another takes longer than to lead one elsewhere.
  const first = pages[0] ?? (await context.newPage())
  await Promise.all(pages.slice(1).map(page => page.close()))
  await first.goto(`chrome-extension://${extensionId}/delay-page.html`)
  await stopWorkers(first)
  await forget(first)
  await context.clearCookies()
  await context.clearPermissions()
  await first.goto('about:blank')
}

/** Forgets past the worker, which is dead and knows nothing but what is kept here. */
const forget = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    type Area = {clear(): Promise<void>}
    type Rule = {readonly id: number}
    type Changed = {readonly removeRuleIds: readonly number[]}
    const {alarms, storage, scripting, declarativeNetRequest, offscreen} = (
      globalThis as unknown as {
        readonly chrome: {
          readonly alarms: {clearAll(): Promise<void>}
          readonly storage: {readonly local: Area; readonly session: Area}
          readonly scripting: {unregisterContentScripts(): Promise<void>}
          readonly offscreen: {closeDocument(): Promise<void>}
          readonly declarativeNetRequest: {
            getDynamicRules(): Promise<readonly Rule[]>
            getSessionRules(): Promise<readonly Rule[]>
            updateDynamicRules(change: Changed): Promise<void>
            updateSessionRules(change: Changed): Promise<void>
          }
        }
      }
    ).chrome
    localStorage.clear()
    // Rejected where there is none.
    await offscreen.closeDocument().catch(() => undefined)
    const [dynamic, session] = await Promise.all([
      declarativeNetRequest.getDynamicRules(),
      declarativeNetRequest.getSessionRules(),
    ])
    await Promise.all([
      declarativeNetRequest.updateDynamicRules({removeRuleIds: dynamic.map(({id}) => id)}),
      declarativeNetRequest.updateSessionRules({removeRuleIds: session.map(({id}) => id)}),
      scripting.unregisterContentScripts(),
      // One would wake a worker that a later test has stopped.
      alarms.clearAll(),
      storage.local.clear(),
      storage.session.clear(),
    ])
    await new Promise<void>((done, failed) => {
      const request = indexedDB.deleteDatabase('switchyard')
      request.addEventListener('success', () => done())
      request.addEventListener('error', () => failed(request.error))
    })
  })
