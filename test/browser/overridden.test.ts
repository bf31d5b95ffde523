import type {Page} from '@playwright/test'
import {ask} from './ask'
import {open} from './drafting'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save, source} from './form'
import {row} from './rules-in-list'
import {test} from './shared'

const title = 'Overridden'
const goTo = (destination: string, value: string) => [
  {source: where('url', 'Contains', value), destinationType: 'url', destination},
]
const callout = (page: Page) => page.locator('.callout').filter({hasText: title})
const verdict = (page: Page) => page.getByRole('region', {name: 'Tester'}).locator('.verdict')
const problems = (page: Page) => page.getByRole('button', {name: /problem/})

/** "API to localhost" covers every request of "Legacy API". */
async function makeBoth(options: Page): Promise<{readonly upper: string; readonly lower: string}> {
  const upper = await make(options, 'Redirect', goTo('http://localhost:3000/', 'api.shop.test/'), {
    name: 'API to localhost',
  })
  const lower = await make(options, 'Redirect', goTo('https://old.test/', 'api.shop.test/v1/'), {name: 'Legacy API'})
  await options.bringToFront()
  return {upper, lower}
}

test('an overridden rule says so in the list and in its form', async ({options}) => {
  await makeBoth(options)
  await expect(row(options, 'Legacy API').getByText('Overridden', {exact: true})).toBeVisible()
  await expect(row(options, 'Legacy API')).toHaveAccessibleDescription(/“API to localhost” acts first/)
  await expect(row(options, 'API to localhost').getByText('Overridden', {exact: true})).toBeHidden()
  await problems(options).click()
  await expect(options.locator('.rule-row')).toHaveCount(1)
  await row(options, 'Legacy API').getByRole('link').click()
  await expect(callout(options)).toContainText('“API to localhost” acts first on every request that this rule matches.')
  // The tester says the same of such a URL.
  await field(options, 'Test a URL').fill('https://api.shop.test/v1/')
  await expect(verdict(options)).toContainText('API to localhost is above this rule and acts first.')
  await callout(options).getByRole('button', {name: 'Move above it'}).click()
  await expect(callout(options)).toBeHidden()
  await expect(verdict(options)).toContainText('Matchesgoes to https://old.test/')
  await options.getByRole('button', {name: 'Undo'}).click()
  await callout(options).getByRole('button', {name: 'Show rule'}).click()
  await expect(options.getByRole('heading', {level: 1})).toHaveText('Edit API to localhost')
  await expect(callout(options)).toBeHidden()
})

test('a rule that is off overrides nothing', async ({options}) => {
  await makeBoth(options)
  const mark = row(options, 'Legacy API').getByText('Overridden', {exact: true})
  await expect(mark).toBeVisible()
  await row(options, 'API to localhost').getByRole('switch').click()
  await expect(mark).toBeHidden()
  await row(options, 'API to localhost').getByRole('switch').click()
  await expect(mark).toBeVisible()
  await row(options, 'Legacy API').getByRole('switch').click()
  await expect(mark).toBeHidden()
})

test('moving a rule above one of another group changes its group and can be undone', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await make(options, 'Redirect', goTo('http://localhost:3000/', 'api.shop.test/'), {name: 'Upper', groupId})
  const id = await make(options, 'Redirect', goTo('https://old.test/', 'api.shop.test/v1/'), {name: 'Legacy API'})
  await options.bringToFront()
  await open(options, id)
  await expect(callout(options).getByRole('button')).toHaveText(['Move above it', 'Show rule'])
  await callout(options).getByRole('button', {name: 'Move above it'}).click()
  await expect(options.getByText('“Legacy API” moved to position 1 of 2 in “Checkout”')).toBeVisible()
  await expect(callout(options)).toBeHidden()
  await expect(options.getByLabel('Group', {exact: true})).toHaveValue(groupId)
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(callout(options)).toBeVisible()
  await expect(options.getByLabel('Group', {exact: true})).toHaveValue('')
  await field(options, 'Test a URL').fill('https://api.shop.test/v1/')
  await options.getByRole('region', {name: 'Tester'}).getByRole('button', {name: 'Move above it'}).click()
  await expect(verdict(options)).toContainText('Matchesgoes to https://old.test/')
})

test('the overriding rule is reached and passed by keyboard alone', async ({options}) => {
  const {lower} = await makeBoth(options)
  await open(options, lower)
  await expect(callout(options)).toBeVisible()
  const {keyboard} = options
  await options.getByRole('button', {name: 'Add another condition'}).focus()
  await keyboard.press('Tab')
  await expect(callout(options).getByRole('button', {name: 'Move above it'})).toBeFocused()
  await keyboard.press('Tab')
  await expect(callout(options).getByRole('button', {name: 'Show rule'})).toBeFocused()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await expect(callout(options)).toBeHidden()
  await expect(options.getByLabel('Group', {exact: true})).toBeFocused()
  await keyboard.press('Control+z')
  await expect(callout(options)).toBeVisible()
})

test('of two Delays the longer one overrides the other, in any order', async ({options}) => {
  const wait = (name: string, delay: number) =>
    make(options, 'Delay', [{source: where('host', 'Equals', 'dd.test'), delay}], {name})
  const short = await wait('Short', 100)
  await wait('Long', 2_900)
  await options.bringToFront()
  await expect(row(options, 'Short').getByText('Overridden', {exact: true})).toBeVisible()
  await open(options, short)
  await expect(callout(options)).toContainText(
    '“Long” waits longer (2,900 ms) on every request that this rule matches.',
  )
  await expect(callout(options).getByRole('button')).toHaveText(['Show rule'])
  await field(condition(options), 'Delay').fill('3000')
  await save(options)
  await expect(callout(options)).toBeHidden()
})

test('a rule is marked while it is written, before it is saved', async ({options}) => {
  await makeBoth(options)
  await openForm(options, 'Redirect')
  await source(condition(options), 'url', 'Contains', 'api.shop.test/v2/')
  await field(options, 'Destination').fill('https://new.test/')
  await expect(callout(options)).toContainText(/“(?:API to localhost|Legacy API)” acts first/)
  await expect(callout(options).getByRole('button')).toHaveText(['Show rule'])
  await field(condition(options), 'Source value').fill('else.test')
  await expect(callout(options)).toBeHidden()
  await field(condition(options), 'Source value').fill('api.shop.test/v2/')
  await expect(callout(options)).toBeVisible()
  await save(options)
  await expect(callout(options).getByRole('button')).toHaveText(['Move above it', 'Show rule'])
})

test('the tester offers the fix that it names', async ({options}) => {
  const id = await make(options, 'Cancel', [{source: where('host', 'Equals', 'api.test')}], {
    name: 'Stop',
    status: 'Inactive',
  })
  await open(options, id)
  const act = (name: string) => options.getByRole('region', {name: 'Tester'}).getByRole('button', {name}).click()
  await options.getByRole('switch', {name: 'Rules on'}).click()
  await expect(verdict(options)).toContainText('All rules are paused.')
  await act('Turn rules on')
  await expect(verdict(options)).toContainText('This rule is off.')
  await expect(options.getByRole('switch', {name: 'Rules on'})).toBeChecked()
  await act('Turn it on')
  await expect(verdict(options)).toContainText('Matchesstops the request')
})
