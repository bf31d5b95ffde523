import type {Page} from '@playwright/test'
import {aRecord} from '../samples/workbench'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {fillLibrary} from './pages/fill-library'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const makeAll = async (page: Page, names: readonly string[]) => {
  for (const name of names) await make(page, 'Cancel', [{source: onShop}], {name})
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({has: page.getByRole('link', {name, exact: true})})
const ruleSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true})
const firstRun = (page: Page) => page.getByRole('heading', {name: 'Change live traffic, one rule at a time'})
/** Nobody who works with keys is left without a place. */
const expectKept = (page: Page) => expect(page.locator('body:focus')).toHaveCount(0)

test('deleting the last rule focuses the first-run heading; Ctrl Z restores it', async ({options}) => {
  await options.bringToFront()
  await expect(firstRun(options)).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(options.getByRole('link', {name: /^Redirect/})).toBeFocused()
  await makeAll(options, ['Alpha'])
  await row(options, 'Alpha').focus()
  await options.keyboard.press('Delete')
  await expect(firstRun(options)).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(row(options, 'Alpha')).toBeFocused()
  await options.keyboard.press('Space')
  await expect(ruleSwitch(options, 'Alpha')).not.toBeChecked()
})

test('deleting and restoring over 1,000 rules keeps the focus in the list', async ({app, quiet}) => {
  const rules = Array.from({length: 1_200}, (_, index) => aRecord('Cancel', `Rule ${index}`, [{source: onShop}]))
  // Answered once there is a store to fill.
  await ask(quiet, 'library.read', {})
  await fillLibrary(quiet, {groups: [], rules, trash: [], paused: false})
  // Answered when all of it is in force.
  await ask(quiet, 'rules.pause', {paused: false})
  const page = await app.open('options.html#/rules')
  const first = page.locator('.rule-row').first()
  await first.focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar')).toContainText('1,200 selected')
  await page.keyboard.press('Delete')
  await expect(page.locator('.rule-row')).toHaveCount(0)
  await expectKept(page)
  await page.keyboard.press('Control+z')
  await expect(first).toBeVisible()
  await expect(page.getByText('Undone: 1,200 rules moved to trash')).toBeAttached()
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
})
