import type {Page} from '@playwright/test'
import type {Site} from '../site/site'
import {ask} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const sets = (header: string) => [{source: onShop, modifications: [{header, type: 'Modify', value: 'staging'}]}]

/** Which of the headers X-A, X-B … the next request of the page carries. */
async function headersOf(page: Page, site: Site): Promise<string[]> {
  site.clear()
  await fetched(page, site.url('shop.test', '/echo'))
  return Object.keys(site.log[0]?.headers ?? {}).filter(name => /^x-.$/.test(name))
}

test('switches of rules, groups and all rules affect the next request', async ({app, shop, site}) => {
  const popup = await app.open('popup.html')
  await expect(popup.getByRole('heading', {name: 'Create your first rule'})).toBeVisible()
  const {id: groupId} = await ask(popup, 'group.create', {payload: {name: 'Checkout'}})
  await make(popup, 'Headers', sets('X-A'), {name: 'A', groupId})
  await make(popup, 'Headers', sets('X-B'), {name: 'B'})
  const ruleSwitch = (name: string) => popup.getByRole('switch', {name, exact: true})
  const expectHeaders = (names: readonly string[]) => expect.poll(() => headersOf(shop, site)).toEqual(names)
  await expect(ruleSwitch('A')).toBeChecked()
  await expectHeaders(['x-a', 'x-b'])
  await ruleSwitch('A').click()
  await expect(ruleSwitch('A')).not.toBeChecked()
  await expectHeaders(['x-b'])
  await ruleSwitch('A').press('Space')
  await expectHeaders(['x-a', 'x-b'])

  await popup.getByRole('switch', {name: 'Group Checkout'}).click()
  await expectHeaders(['x-b'])
  await expect(ruleSwitch('A')).toBeChecked()
  await popup.getByRole('switch', {name: 'Group Checkout'}).click()
  await expectHeaders(['x-a', 'x-b'])

  // “Rules on” pauses all rules and keeps each switch.
  await popup.getByRole('switch', {name: 'Rules on'}).click()
  await expect(popup.getByText('All rules are paused')).toBeVisible()
  await expectHeaders([])
  await expect(ruleSwitch('B')).toBeChecked()
  await ruleSwitch('B').click()
  await expect(ruleSwitch('B')).not.toBeChecked()
  expect(await headersOf(shop, site)).toEqual([])
  await popup.getByRole('switch', {name: 'Rules on'}).click()
  await expect(popup.getByText('All rules are paused')).toBeHidden()
  await expectHeaders(['x-a'])

  // The popup opens a form in a tab and closes itself.
  await popup.getByRole('button', {name: 'New rule'}).click()
  await popup.keyboard.press('h')
  const opened = app.context.waitForEvent('page')
  const closed = popup.waitForEvent('close')
  await popup.keyboard.press('Enter').catch((error: unknown) => {
    if (!popup.isClosed()) throw error
  })
  await expect((await opened).getByRole('heading', {level: 1})).toHaveText('New rule: Headers')
  await closed
})
