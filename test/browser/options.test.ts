import type {Page} from '@playwright/test'
import {ask} from './ask'
import {fillStore} from './fill'
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

test('the list is searched and filtered by type, group, status and problems', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await make(options, 'Headers', sets('a'), {name: 'Token', groupId})
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'metrics.test')}], {
    name: 'No analytics',
    status: 'Inactive',
  })
  await make(options, 'Cancel', [{source: where('path', 'Equals', '/x', {requestPayload: {key: 'a', value: 'b'}})}], {
    name: 'No payments',
  })
  await expect(names(options)).toHaveText(['Token', 'No analytics', 'No payments'])

  const search = field(options, 'Search rules')
  await options.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('metrics')
  await expect(names(options)).toHaveText(['No analytics'])
  await search.fill('')
  await field(options, 'Type').selectOption('Cancel')
  await expect(names(options)).toHaveText(['No analytics', 'No payments'])
  await field(options, 'Status').selectOption('On')
  await expect(names(options)).toHaveText(['No payments'])
  await field(options, 'Group').selectOption('Checkout')
  await expect(options.getByText('No rule matches these filters.')).toBeVisible()
  await options.getByRole('button', {name: 'Clear filters'}).click()
  await expect(names(options)).toHaveCount(3)
  await options.getByRole('button', {name: '1 problem'}).click()
  await expect(names(options)).toHaveText(['No payments'])
})

test('a switch of the list takes effect at once', async ({options, shop, site}) => {
  await make(options, 'Headers', sets('a'), {name: 'Token'})
  await options.bringToFront()
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  await ruleSwitch(options, 'Token').click()
  await expect.poll(seen).toBeUndefined()
  await ruleSwitch(options, 'Token').click()
  await expect.poll(seen).toBe('a')
  await ruleSwitch(options, 'Rules on').click()
  await expect(options.getByText('All rules are paused')).toBeVisible()
  await expect.poll(seen).toBeUndefined()
})

test('moving a rule by keys, menu or grip changes which rule wins', async ({options, shop, site}) => {
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
})

test('the menu of a row duplicates, pins, moves and deletes its rule', async ({options}) => {
  await make(options, 'Headers', sets('a'), {name: 'Token'})
  await make(options, 'Delay', [{source: onShop, delay: 500}], {name: 'Slow'})
  await choose(options, 'Token', 'Duplicate')
  await expect(names(options)).toHaveText(['Token', 'Token copy', 'Slow'])
  await expect(ruleSwitch(options, 'Token copy')).not.toBeChecked()
  await choose(options, 'Slow', 'Pin')
  await expect(options.getByRole('img', {name: 'Pinned'})).toHaveCount(1)
  await choose(options, 'Slow', 'Edit')
  await expect(options.getByRole('heading', {level: 1})).toHaveText('Edit Slow')
})

test('two options pages stay in sync', async ({app, options}) => {
  await make(options, 'Headers', sets('a'), {name: 'Token'})
  const other = await app.open('options.html#/rules')
  await ruleSwitch(other, 'Token').click()
  await expect(ruleSwitch(options, 'Token')).not.toBeChecked()
  await other.getByRole('link', {name: 'Token'}).click()
  await field(other, 'Name').fill('Staging token')
  await field(condition(other), 'Value').fill('b')
  await save(other)
  await expect(names(options)).toHaveText(['Staging token'])

  // A form that nothing was typed in shows what was saved elsewhere.
  await options.bringToFront()
  await options.getByRole('link', {name: 'Staging token'}).click()
  await other.bringToFront()
  await field(condition(other), 'Value').fill('c')
  await save(other)
  await expect(field(condition(options), 'Value')).toHaveValue('c')
  await options.bringToFront()
  await ruleSwitch(options, 'Rules on').click()
  await expect(ruleSwitch(other, 'Rules on')).not.toBeChecked()
})

test('unreadable records are listed with their content and can be deleted', async ({options}) => {
  await fillStore(options, [
    {id: 'Redirect_1', ruleType: 'Redirect', name: 'no pairs', own: '<b>kept</b>'},
    {id: 'Headers_1', ruleType: 'Headers', pairs: [{source: null, modifications: 7}]},
    {id: 'Cancel_1', ruleType: 'Cancel', name: 'fine', pairs: [{source: onShop}]},
  ])
  await expect(options.getByText('Unreadable', {exact: true})).toHaveCount(2)
  await expect(options.getByText('This record has no pairs.')).toBeVisible()
  await expect(ruleSwitch(options, 'fine')).toBeChecked()
  await options.getByRole('button', {name: 'Show record'}).first().click()
  await expect(options.getByText('"own": "<b>kept</b>"')).toBeVisible()
  await options.getByRole('button', {name: 'Delete no pairs'}).click()
  await expect(options.getByText('Unreadable', {exact: true})).toHaveCount(1)
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(options.getByText('Unreadable', {exact: true})).toHaveCount(2)
})
