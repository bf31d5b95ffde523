import type {Page} from '@playwright/test'
import {mixedRules} from '../samples/mixed-rules'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {field} from './form'
import {fillLibrary} from './pages/fill-library'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const makeAll = async (page: Page, names: readonly string[]) => {
  for (const name of names) await make(page, 'Cancel', [{source: onShop}], {name})
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({has: page.getByRole('link', {name, exact: true})})
const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true})
const ruleSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true})
const firstRun = (page: Page) => page.getByRole('heading', {name: 'Change live traffic, one rule at a time'})
/** Nobody who works with keys is left without a place. */
const expectKept = (page: Page) => expect(page.locator('body:focus')).toHaveCount(0)

test('deleting the only match focuses “Clear filters”; Ctrl Z restores rule and focus', async ({options}) => {
  await options.bringToFront()
  await makeAll(options, ['Alpha', 'Beta'])
  await expect(row(options, 'Alpha')).toBeVisible()
  await options.keyboard.press('/')
  await options.keyboard.type('alpha')
  await expect(row(options, 'Beta')).toHaveCount(0)
  await options.keyboard.press('ArrowDown')
  await expect(row(options, 'Alpha')).toBeFocused()
  await options.keyboard.press('Delete')
  await expect(button(options, 'Clear filters')).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(row(options, 'Alpha')).toBeFocused()
  await options.keyboard.press('Delete')
  await expect(button(options, 'Clear filters')).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(field(options, 'Search rules')).toBeFocused()
  await expect(row(options, 'Beta')).toBeVisible()
})

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

test('deleting and restoring over 1,000 rules keeps the focus in the list', async ({app, options}) => {
  const groups = [{id: 'Group_1', name: 'Checkout', objectType: 'group', status: 'Active'}]
  // Answered once there is a store to fill.
  await ask(options, 'library.read', {})
  await fillLibrary(options, {groups, rules: mixedRules(1_200), trash: [], paused: false})
  // Answered when all of it is in force.
  await ask(options, 'rules.pause', {paused: false})
  await options.close()
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

test('after “Delete its rule too” the focus is where it was before', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await make(options, 'Cancel', [{source: onShop}], {name: 'Alpha', groupId})
  await options.bringToFront()
  await options.keyboard.press('g')
  await options.keyboard.press('g')
  await options.getByRole('row', {name: 'Checkout, 1 rule, on'}).focus()
  await options.keyboard.press('Delete')
  await expect(field(options, 'New group')).toBeFocused()
  await options.keyboard.press('Tab')
  await options.keyboard.press('Tab')
  await expect(button(options, 'Undo')).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(button(options, 'Delete its rule too')).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(options.getByText('1 rule moved to trash')).toBeVisible()
  await expect(button(options, 'Create group')).toBeFocused()
})

test('by pointer, “Delete its rule too” leaves the focus on the page as well', async ({options}) => {
  for (const name of ['Checkout', 'Later']) await ask(options, 'group.create', {payload: {name}})
  const {groups} = await ask(options, 'library.read', {})
  await make(options, 'Cancel', [{source: onShop}], {name: 'Alpha', groupId: groups[0]?.id})
  await options.bringToFront()
  await options.keyboard.press('g')
  await options.keyboard.press('g')
  await options.getByRole('row', {name: 'Checkout, 1 rule, on'}).hover()
  await button(options, 'More for Checkout').click()
  await options.getByRole('menuitem', {name: 'Delete'}).click()
  await button(options, 'Delete its rule too').click()
  await expect(options.getByText('1 rule moved to trash')).toBeVisible()
  await expectKept(options)
})

test('a row that was clicked with Ctrl held is switched by Space', async ({options}) => {
  await options.bringToFront()
  await makeAll(options, ['Alpha', 'Beta'])
  await options.getByRole('link', {name: 'Beta', exact: true}).click({modifiers: ['Control']})
  await expect(row(options, 'Beta')).toBeFocused()
  await options.keyboard.press('Space')
  await expect(ruleSwitch(options, 'Beta')).not.toBeChecked()
  await expect(ruleSwitch(options, 'Alpha')).toBeChecked()
})

test('↓ moves from the search field to the rules', async ({options}) => {
  await options.bringToFront()
  await makeAll(options, ['Alpha', 'Beta'])
  await expect(row(options, 'Beta')).toBeVisible()
  await field(options, 'Search rules').focus()
  await options.keyboard.press('ArrowDown')
  await expect(row(options, 'Alpha')).toBeFocused()
  await options.keyboard.press('ArrowDown')
  await options.keyboard.press('/')
  await options.keyboard.press('ArrowDown')
  await expect(row(options, 'Beta')).toBeFocused()
})

const openPopup = async (options: Page) => {
  const popup = await options.context().newPage()
  await popup.setViewportSize({width: 380, height: 560})
  await popup.goto(options.url().replace(/options\.html.*/, 'popup.html'))
  return popup
}

test('in the popup, deleting the only match focuses the search field', async ({options}) => {
  await makeAll(options, ['Alpha', 'Beta', 'Gamma'])
  const popup = await openPopup(options)
  await expect(ruleSwitch(popup, 'Gamma')).toBeVisible()
  await popup.keyboard.type('a')
  await popup.keyboard.press('ArrowDown')
  await expect(ruleSwitch(popup, 'Alpha')).toBeFocused()
  await popup.keyboard.press('Delete')
  await expect(ruleSwitch(popup, 'Beta')).toBeFocused()
  await popup.keyboard.press('/')
  await popup.keyboard.type('mm')
  await expect(field(popup, 'Search rules')).toHaveValue('amm')
  await popup.keyboard.press('ArrowDown')
  await expect(ruleSwitch(popup, 'Gamma')).toBeFocused()
  await popup.keyboard.press('Delete')
  await expect(field(popup, 'Search rules')).toBeFocused()
})

for (const typed of ['', 'a'])
  test(`in the popup, deleting a row focuses the next one${typed && ' of the search results'}`, async ({options}) => {
    await makeAll(options, ['Alpha', 'Beta', 'Gamma'])
    const popup = await openPopup(options)
    await expect(ruleSwitch(popup, 'Gamma')).toBeVisible()
    await popup.keyboard.type(typed)
    await popup.keyboard.press('ArrowDown')
    await ruleSwitch(popup, 'Beta').focus()
    await popup.keyboard.press('d')
    await expect(ruleSwitch(popup, 'Beta copy')).toBeVisible()
    await popup.keyboard.press('Delete')
    await expect(ruleSwitch(popup, 'Beta copy')).toBeFocused()
  })

test('the popup’s first run works with the keyboard alone', async ({app, options}) => {
  await makeAll(options, ['Alpha'])
  const popup = await openPopup(options)
  const type = (name: RegExp) => popup.getByRole('main').getByRole('button', {name})
  await ruleSwitch(popup, 'Alpha').focus()
  await popup.keyboard.press('Delete')
  await expect(type(/^Send an API/)).toBeFocused()
  await popup.keyboard.press('ArrowDown')
  await expect(type(/^Add a header/)).toBeFocused()
  await popup.keyboard.press('k')
  await popup.keyboard.press('ArrowUp')
  await expect(type(/^Send an API/)).toBeFocused()
  await popup.keyboard.press('n')
  await expect(popup.getByRole('listitem')).toHaveCount(9)
  await expect(type(/^Redirect/)).toBeFocused()
  await popup.keyboard.press('d')
  await expect(type(/^Delay/)).toBeFocused()
  await popup.keyboard.press('Escape')
  await expect(button(popup, 'All nine types')).toBeFocused()
  await popup.keyboard.press('Enter')
  await expect(type(/^Redirect/)).toBeFocused()
  await popup.keyboard.press('j')
  const opened = app.context.waitForEvent('page')
  await popup.keyboard.press('Enter').catch((error: unknown) => {
    // It closes itself with that.
    if (!popup.isClosed()) throw error
  })
  await expect(await opened).toHaveURL(/#\/rules\/new\/Cancel/)
})

test('the popup shows its shortcuts with ?, and g plus a letter opens a page', async ({app, options}) => {
  await makeAll(options, ['Alpha'])
  const popup = await openPopup(options)
  await expect(ruleSwitch(popup, 'Alpha')).toBeVisible()
  await popup.keyboard.type('?g')
  await expect(field(popup, 'Search rules')).toHaveValue('?g')
  await popup.keyboard.press('Escape')
  await ruleSwitch(popup, 'Alpha').focus()
  await popup.keyboard.press('?')
  const keys = popup.getByRole('dialog', {name: 'Keys'})
  await expect(keys.getByRole('table')).toHaveCount(2)
  await expect(keys.getByRole('row', {name: /^Groups g then g/})).toBeVisible()
  await popup.keyboard.press('d')
  await popup.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  expect(popup.isClosed()).toBe(false)
  await expect(ruleSwitch(popup, 'Alpha')).toBeFocused()
  await expect(popup.getByRole('switch')).toHaveCount(2)
  const opened = app.context.waitForEvent('page')
  await popup.keyboard.press('g')
  await popup.keyboard.press('g').catch((error: unknown) => {
    if (!popup.isClosed()) throw error
  })
  await expect((await opened).getByRole('heading', {level: 1})).toHaveText('Groups')
})
