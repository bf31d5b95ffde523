import type {Page} from '@playwright/test'
import {expect} from './fixtures'

/** Shows requests from now on. */
export async function openLog(options: Page): Promise<void> {
  await options.evaluate(() => {
    location.hash = '#/activity'
  })
  await expect(options.getByText('Live', {exact: true})).toBeVisible()
  // It listens a moment after it says so, which no hand is faster than.
  await expect.poll(() => options.evaluate('chrome.webRequest.onBeforeRequest.hasListeners()')).toBe(true)
}

/** The texts of each row of a log that shows them all, the last request on top. */
export async function cellsOf(options: Page): Promise<() => Promise<readonly (readonly string[])[]>> {
  await options.setViewportSize({width: 1280, height: 6000})
  const rows = options.getByRole('treegrid', {name: 'Activity'}).getByRole('row')
  return () =>
    rows.evaluateAll(all =>
      all.map(row => [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map(cell => cell.textContent)),
    )
}

/** As those: `path?query rules: status`. */
export async function resultsOf(options: Page): Promise<() => Promise<readonly string[]>> {
  const cells = await cellsOf(options)
  return async () =>
    (await cells()).flatMap(([, , url, , status, rules]) =>
      url ? `${url.replace(/^.*\.test(?::\d+)?/, '')} ${rules}: ${status}` : [],
    )
}
