import type {Page} from '@playwright/test'
import {ask} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {condition, field, save} from './form'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const sets = (value: string) => [{source: onShop, modifications: [{header: 'X-Env', type: 'Modify', value}]}]

/** The rules that the list shows, from top to bottom; every row has its link. */
const names = (options: Page) => options.locator('.rule-row').getByRole('link')
const rowOf = (options: Page, name: string) =>
  options.getByRole('row').filter({has: options.getByRole('link', {name, exact: true})})
const ruleSwitch = (options: Page, name: string) => options.getByRole('switch', {name, exact: true})
const choose = async (options: Page, rule: string, item: string) => {
  await options.getByRole('button', {name: `More for ${rule}`}).click()
  await options.getByRole('menuitem', {name: item}).click()
}

test('switches and moves in the list decide which rule wins the next request', async ({app, options, shop, site}) => {
  await ask(options, 'group.create', {payload: {name: 'Above'}})
  for (const name of ['a', 'b', 'c']) await make(options, 'Headers', sets(name), {name})
  await options.bringToFront()
  const winner = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  await expect(names(options)).toHaveText(['a', 'b', 'c'])
  expect(await winner()).toBe('a')
  const b = rowOf(options, 'b')
  await b.press('Alt+ArrowUp')
  await expect(names(options)).toHaveText(['b', 'a', 'c'])
  await expect(b).toBeFocused()
  await expect.poll(winner).toBe('b')
  await choose(options, 'b', 'Move down')
  await expect(names(options)).toHaveText(['a', 'b', 'c'])
  await expect.poll(winner).toBe('a')
  await choose(options, 'a', 'Move down')
  await choose(options, 'a', 'Move down')
  await expect(names(options)).toHaveText(['b', 'c', 'a'])
  await expect.poll(winner).toBe('b')

  const rows = options.locator('.rule-row')
  await rows
    .nth(1)
    .locator('.grip')
    .dragTo(rows.nth(0), {targetPosition: {x: 200, y: 4}})
  await expect(names(options)).toHaveText(['c', 'b', 'a'])
  await expect.poll(winner).toBe('c')
  // From the top of the list it goes on into the group above.
  await rowOf(options, 'c').press('Alt+ArrowUp')
  await expect(options.getByRole('button', {name: 'Above 1 of 1 on'})).toBeVisible()
  await expect(names(options)).toHaveText(['c', 'b', 'a'])
  await expect.poll(winner).toBe('c')

  await ruleSwitch(options, 'c').click()
  await expect.poll(winner).toBe('b')
  await ruleSwitch(options, 'Rules on').click()
  await expect(options.getByText('All rules are paused')).toBeVisible()
  await expect.poll(winner).toBeUndefined()

  // A second options page shows each change of the first, and the other way round.
  const other = await app.open('options.html#/rules')
  await expect(ruleSwitch(other, 'Rules on')).not.toBeChecked()
  await ruleSwitch(other, 'c').click()
  await expect(ruleSwitch(options, 'c')).toBeChecked()
  await other.getByRole('link', {name: 'c', exact: true}).click()
  await field(other, 'Name').fill('Staging token')
  await save(other)
  await expect(names(options)).toHaveText(['Staging token', 'b', 'a'])

  // A form without unsaved changes shows what was saved elsewhere.
  await options.bringToFront()
  await options.getByRole('link', {name: 'Staging token'}).click()
  await other.bringToFront()
  await field(condition(other), 'Value').fill('d')
  await save(other)
  await expect(field(condition(options), 'Value')).toHaveValue('d')
})
