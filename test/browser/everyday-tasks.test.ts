import type {Locator, Page} from '@playwright/test'
import {openAbout} from './about-tab'
import {deleteRules, readLibrary} from './ask'
import type {LaunchedExtension} from './browser'
import {expect, fetched} from './fixtures'
import {test} from './shared'

/** Opens the popup of a page and counts the clicks until the form has saved its rule. */
async function startTask(app: LaunchedExtension, quiet: Page, page: Page) {
  // Which wakes the worker.
  await readLibrary(quiet)
  const popup = await openAbout(app, page)
  let clicks = 0
  return {
    async click(target: (page: Page) => Locator, within: Page = popup) {
      clicks++
      await target(within).click()
    },
    /** Clicks what opens a tab. */
    async clickToOpen(target: (page: Page) => Locator): Promise<Page> {
      clicks++
      const opened = app.context.waitForEvent('page')
      await Promise.all([popup.waitForEvent('close'), target(popup).click()])
      return opened
    },
    /** A list takes one click to open and one to choose. */
    async select(target: Locator, option: string) {
      clicks += 2
      await target.selectOption({label: option})
    },
    async save(form: Page): Promise<number> {
      clicks++
      await form.getByRole('button', {name: 'Save'}).click()
      await expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
      await form.close()
      return clicks
    },
  }
}

test('everyday rules work after four clicks at most', async ({app, quiet, shop, site}) => {
  const url = site.url('shop.test', '/echo?a=1')

  // An API to the own machine, with its path and query.
  const redirect = await startTask(app, quiet, shop)
  const chooser = await redirect.clickToOpen(popup => popup.getByRole('button', {name: /^From a template/}))
  await redirect.click(page => page.getByRole('link', {name: /^To localhost/}), chooser)
  await expect(chooser.getByLabel('Source value')).toHaveValue(new URL(url).host)
  await chooser.getByLabel('Destination', {exact: true}).fill(`http://localhost:${site.port}`)
  expect(await redirect.save(chooser)).toBeLessThanOrEqual(4)
  await shop.bringToFront()
  await fetched(shop, url)
  expect(site.log.at(-1)).toMatchObject({url: `http://localhost:${site.port}/echo?a=1`})
  await deleteRules(quiet)

  // A header on all sites.
  const header = await startTask(app, quiet, shop)
  const headers = await header.clickToOpen(popup => popup.getByRole('button', {name: /Headers$/}))
  await header.select(headers.getByLabel('Source key'), 'Every request')
  await headers.getByLabel('Header', {exact: true}).fill('X-Env')
  await headers.getByLabel('Value', {exact: true}).fill('staging')
  expect(await header.save(headers)).toBeLessThanOrEqual(4)
  await shop.bringToFront()
  await fetched(shop, url)
  expect(site.log.at(-1)?.headers['x-env']).toBe('staging')

  // Blocking a host, beside another rule.
  const cancel = await startTask(app, quiet, shop)
  await cancel.click(popup => popup.getByRole('button', {name: 'New rule'}))
  const blocked = await cancel.clickToOpen(popup => popup.getByRole('menuitem', {name: /^Cancel/}))
  await expect(blocked.getByLabel('Source value')).toHaveValue('shop.test')
  expect(await cancel.save(blocked)).toBeLessThanOrEqual(3)
  await shop.bringToFront()
  site.clear()
  await fetched(shop, url).catch(() => undefined)
  expect(site.log).toEqual([])
})
