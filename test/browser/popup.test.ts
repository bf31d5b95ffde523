import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Page} from '@playwright/test'
import {startSite, type Site} from '../site/site'
import {ask} from './ask'
import {launchWithExtension, type LaunchedExtension} from './browser'
import {expect, fetched, make, test, where} from './fixtures'
import {field} from './form'

const onShop = where('host', 'Equals', 'shop.test')
const sets = (header: string) => [{source: onShop, modifications: [{header, type: 'Modify', value: 'staging'}]}]

/** The popup in a tab of its size. */
async function openPopup(app: LaunchedExtension): Promise<Page> {
  const popup = await app.open('popup.html')
  await popup.setViewportSize({width: 380, height: 560})
  return popup
}

/** The tab that the popup opens. It closes itself with that, perhaps before the click that did it is reported. */
async function opened(app: LaunchedExtension, popup: Page, act: () => Promise<void>): Promise<Page> {
  const tab = app.context.waitForEvent('page')
  await act().catch((error: unknown) => {
    if (!popup.isClosed()) throw error
  })
  return tab
}

/** Which of the headers X-A, X-B … the next request of the page carries. */
async function headersOf(page: Page, site: Site): Promise<string[]> {
  site.clear()
  await fetched(page, site.url('shop.test', '/echo'))
  return Object.keys(site.log[0]?.headers ?? {}).filter(name => /^x-.$/.test(name))
}

test('a switch affects the next request and survives a restart', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'switchyard-popup-'))
  const site = await startSite()
  const launch = {extension: '.output/chrome-mv3', profile}
  const first = await launchWithExtension(launch)
  const shop = await first.context.newPage()
  await shop.goto(site.url('shop.test'))
  const popup = await openPopup(first)
  await make(popup, 'Headers', sets('X-A'), {name: 'A'})
  await make(popup, 'Headers', sets('X-B'), {name: 'B'})
  const a = popup.getByRole('switch', {name: 'A', exact: true})
  await expect(a).toBeChecked()
  expect(await headersOf(shop, site)).toEqual(['x-a', 'x-b'])
  await a.click()
  await expect(a).not.toBeChecked()
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-b'])
  await a.press('Space')
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-a', 'x-b'])
  await popup.getByRole('switch', {name: 'B', exact: true}).click()
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-a'])
  await first.close()

  const second = await launchWithExtension(launch)
  const again = await second.context.newPage()
  await again.goto(site.url('shop.test'))
  expect(await headersOf(again, site)).toEqual(['x-a'])
  const reopened = await openPopup(second)
  await expect(reopened.getByRole('switch', {name: 'A', exact: true})).toBeChecked()
  await expect(reopened.getByRole('switch', {name: 'B', exact: true})).not.toBeChecked()
  await second.close()
  await site.close()
  await rm(profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 100})
})

test('“Rules on” pauses all rules and keeps each switch', async ({app, shop, site}) => {
  const popup = await openPopup(app)
  await make(popup, 'Headers', sets('X-A'), {name: 'A'})
  await make(popup, 'Headers', sets('X-B'), {name: 'B', status: 'Inactive'})
  expect(await headersOf(shop, site)).toEqual(['x-a'])
  const all = popup.getByRole('switch', {name: 'Rules on'})
  await all.click()
  await expect(popup.getByText('All rules are paused')).toBeVisible()
  await expect.poll(() => headersOf(shop, site)).toEqual([])
  await expect(popup.getByRole('switch', {name: 'A', exact: true})).toBeChecked()
  // A switch still works, and counts from the moment when all is on again.
  await popup.getByRole('switch', {name: 'B', exact: true}).click()
  await expect(popup.getByRole('switch', {name: 'B', exact: true})).toBeChecked()
  expect(await headersOf(shop, site)).toEqual([])
  await all.click()
  await expect(popup.getByText('All rules are paused')).toBeHidden()
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-a', 'x-b'])
})

test('the switch of a group turns its rules off', async ({app, shop, site}) => {
  const popup = await openPopup(app)
  const {id: groupId} = await ask(popup, 'group.create', {payload: {name: 'Checkout'}})
  await make(popup, 'Headers', sets('X-A'), {name: 'A', groupId})
  await make(popup, 'Headers', sets('X-B'), {name: 'B'})
  const group = popup.getByRole('switch', {name: 'Group Checkout'})
  await group.click()
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-b'])
  await expect(popup.getByRole('switch', {name: 'A', exact: true})).toBeChecked()
  await group.click()
  await expect.poll(() => headersOf(shop, site)).toEqual(['x-a', 'x-b'])

  await popup.getByRole('button', {name: 'Checkout 1 of 1 on'}).click()
  await expect(popup.getByRole('switch', {name: 'A', exact: true})).toBeHidden()
})

test('“Rules on”, group switches and “New rule” work by keyboard', async ({app}) => {
  const popup = await openPopup(app)
  const {keyboard} = popup
  const {id: groupId} = await ask(popup, 'group.create', {payload: {name: 'Checkout'}})
  await make(popup, 'Headers', sets('X-A'), {name: 'A', groupId})
  await expect(popup.getByRole('switch', {name: 'A', exact: true})).toBeChecked()
  await expect(field(popup, 'Search rules')).toBeFocused()
  const all = popup.getByRole('switch', {name: 'Rules on'})
  await keyboard.press('Shift+Tab')
  await expect(all).toBeFocused()
  await keyboard.press('Space')
  await expect(popup.getByText('All rules are paused')).toBeVisible()
  await keyboard.press('Control+z')
  await expect(popup.getByText('All rules are paused')).toBeHidden()
  await expect(all).toBeChecked()

  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  const group = popup.getByRole('switch', {name: 'Group Checkout'})
  const head = popup.getByRole('button', {name: 'Checkout 1 of 1 on'})
  await expect(head.or(group).and(popup.locator(':focus'))).toHaveCount(1)
  if (!(await group.evaluate(each => each === document.activeElement))) await keyboard.press('Tab')
  await expect(group).toBeFocused()
  await keyboard.press('Space')
  await expect(group).not.toBeChecked()
  await keyboard.press('Control+z')
  await expect(group).toBeChecked()

  await keyboard.press('n')
  await expect(popup.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('ArrowDown')
  const form = await opened(app, popup, () => keyboard.press('Enter'))
  await expect(form).toHaveURL(/#\/rules\/new\/Cancel/)
})

test('search finds rules by name and URL and shows their problems', async ({app}) => {
  const popup = await openPopup(app)
  await make(popup, 'Headers', sets('X-A'), {name: 'Staging token'})
  await make(popup, 'Cancel', [{source: where('host', 'Equals', 'metrics.test')}], {name: 'No analytics'})
  await make(popup, 'Cancel', [{source: where('path', 'Equals', '/pay', {requestPayload: {key: 'a', value: 'b'}})}], {
    name: 'Stop paying',
  })
  const search = field(popup, 'Search rules')
  await expect(popup.getByRole('switch')).toHaveCount(4)
  await expect(search).toBeFocused()
  await popup.keyboard.type('METRICS')
  await expect(popup.getByRole('switch')).toHaveCount(2)
  await expect(popup.getByRole('region', {name: '1 rule'}).getByRole('status')).toHaveText('1 rule')
  await popup.keyboard.press('Tab')
  await expect(popup.getByRole('button', {name: 'New rule'})).toBeFocused()

  await search.fill('pay')
  const row = popup.getByRole('listitem').filter({hasText: 'Stop paying'})
  await expect(row).toContainText('Works in part')
  await expect(popup.getByRole('switch', {name: 'Stop paying'})).toHaveAccessibleDescription(
    /Payload filters work for fetch and XHR only/,
  )

  await search.fill('nothing like it')
  await expect(popup.getByText('No rule matches “nothing like it”.')).toBeVisible()
  await search.press('Escape')
  await expect(popup.getByRole('switch')).toHaveCount(4)
  await popup.getByRole('switch', {name: 'Staging token'}).focus()
  await popup.keyboard.press('ArrowDown')
  await expect(popup.getByRole('switch', {name: 'No analytics'})).toBeFocused()

  await popup.getByRole('button', {name: 'Pin Stop paying'}).click()
  await expect(popup.getByRole('region', {name: 'Pinned'}).getByRole('switch')).toHaveCount(1)
})

test('with many rules only the list scrolls, and results start at the top', async ({app}) => {
  const popup = await openPopup(app)
  const {id: groupId} = await ask(popup, 'group.create', {payload: {name: 'A group with a name that is '.repeat(4)}})
  for (let n = 0; n < 24; n++)
    await make(popup, 'Request', [{type: 'static', value: '1'}], {name: `Rule ${n} ${'x'.repeat(n * 4)}`, groupId})
  await expect(popup.getByRole('switch')).toHaveCount(26)
  const list = popup.getByRole('main')
  await popup.getByRole('switch').last().focus()
  expect(await list.evaluate(each => [each.scrollTop > 0, each.scrollWidth - each.clientWidth])).toEqual([true, 0])
  expect(
    await popup.evaluate(() => {
      const {scrollWidth, scrollHeight} = document.documentElement
      return [scrollWidth, scrollHeight]
    }),
  ).toEqual([380, 560])
  await field(popup, 'Search rules').fill('rule')
  await expect.poll(() => list.evaluate(each => each.scrollTop)).toBe(0)
})

test('the first-run popup offers rule types that open their forms', async ({app}) => {
  const popup = await openPopup(app)
  await expect(popup.getByRole('heading', {name: 'Create your first rule'})).toBeVisible()
  await popup.getByRole('button', {name: 'All nine types'}).click()
  await expect(popup.getByRole('listitem')).toHaveCount(9)
  const form = await opened(app, popup, () => popup.getByRole('button', {name: 'Query parameters'}).click())
  await expect(form.getByRole('heading', {level: 1})).toHaveText('New rule: Query parameters')
  expect(form.url()).toBe(`chrome-extension://${app.extensionId}/options.html#/rules/new/QueryParam`)
})

test('“New rule” and rule names open their forms', async ({app}) => {
  const popup = await openPopup(app)
  await make(popup, 'Delay', [{source: onShop, delay: 500}], {name: 'Slow shop'})
  await popup.getByRole('button', {name: 'New rule'}).click()
  await expect(popup.getByRole('menuitem')).toHaveCount(9)
  // A letter leads to the type that begins with it.
  await popup.keyboard.press('h')
  const made = await opened(app, popup, () => popup.keyboard.press('Enter'))
  await expect(made.getByRole('heading', {level: 1})).toHaveText('New rule: Headers')

  const again = await openPopup(app)
  const edited = await opened(app, again, () => again.getByRole('button', {name: /^Slow shop/}).click())
  await expect(edited.getByRole('heading', {level: 1})).toHaveText('Edit Slow shop')
})
