import type {Page} from '@playwright/test'
import {ask} from './ask'
import {open} from './drafting'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save, source} from './form'
import {row} from './rules-in-list'
import {test} from './shared'

const title = 'Never reached for some URLs'
const goTo = (destination: string, value: string) => [
  {source: where('url', 'Contains', value), destinationType: 'url', destination},
]
const callout = (page: Page) => page.locator('.callout').filter({hasText: title})
const verdict = (page: Page) => page.getByRole('region', {name: 'Tester'}).locator('.verdict')
const problems = (page: Page) => page.getByRole('button', {name: /problem/})

/** "API to localhost" takes a part of what "Legacy API" is for. */
async function makeBoth(options: Page): Promise<{readonly upper: string; readonly lower: string}> {
  const upper = await make(options, 'Redirect', goTo('http://localhost:3000/', 'api.shop.test/v1/'), {
    name: 'API to localhost',
  })
  const lower = await make(options, 'Redirect', goTo('https://old.test/', 'api.shop.test/'), {name: 'Legacy API'})
  await options.bringToFront()
  return {upper, lower}
}

test('a rule that another one hides says so in the list and in its form, by pointer', async ({options}) => {
  await makeBoth(options)
  await expect(row(options, 'Legacy API').getByText('Hidden', {exact: true})).toBeVisible()
  await expect(row(options, 'Legacy API')).toHaveAccessibleDescription(/“API to localhost” acts first/)
  await expect(row(options, 'API to localhost').getByText('Hidden', {exact: true})).toBeHidden()
  await problems(options).click()
  await expect(options.locator('.rule-row')).toHaveCount(1)
  await row(options, 'Legacy API').getByRole('link').click()
  await expect(callout(options)).toContainText(
    '“API to localhost” acts first and takes every URL with api.shop.test/v1/, such as https://api.shop.test/v1/.',
  )
  // The URL is a proof: the tester says the same of it.
  await field(options, 'Test a URL').fill('https://api.shop.test/v1/')
  await expect(verdict(options)).toContainText('Another redirect rule acts first: API to localhost.')
  await callout(options).getByRole('button', {name: 'Move above it'}).click()
  await expect(callout(options)).toBeHidden()
  await expect(verdict(options)).toContainText('Matchesgoes to https://old.test/')
  await options.getByRole('button', {name: 'Undo'}).click()
  await callout(options).getByRole('button', {name: 'Show it'}).click()
  await expect(options.getByRole('heading', {level: 1})).toHaveText('Edit API to localhost')
  await expect(callout(options)).toBeHidden()
})

test('what proves it is told with what filters look at', async ({options}) => {
  const goal = (destination: string, filters: readonly object[]) => [
    {source: {...where('host', 'Equals', 't.test'), filters: [...filters]}, destinationType: 'url', destination},
  ]
  await make(options, 'Redirect', goal('https://u.test/', [{resourceType: ['script']}]), {name: 'Scripts'})
  const lower = await make(options, 'Redirect', goal('https://l.test/', []), {name: 'All'})
  await options.bringToFront()
  await options.evaluate(id => {
    location.hash = `#/rules/${id}`
  }, lower)
  await expect(callout(options)).toContainText('such as https://t.test/ (script).')
})

test('what is done in pages alone takes nothing but fetch and XHR', async ({options}) => {
  const answer = (value: string, type: string, more: object) => [
    {source: where('host', 'Equals', 't.test'), type, value, ...more},
  ]
  await make(options, 'Response', answer('args => args.response', 'code', {}), {name: 'Code for all'})
  const lower = await make(options, 'Response', answer('window.made = 1', 'static', {}), {name: 'Mock'})
  await options.bringToFront()
  await options.evaluate(id => {
    location.hash = `#/rules/${id}`
  }, lower)
  await expect(callout(options)).toContainText(
    '“Code for all” acts first and takes some of its requests, such as https://t.test/ (fetch).',
  )
})

test('a rule that is off hides nothing, and one that is on again does', async ({options}) => {
  await makeBoth(options)
  const mark = row(options, 'Legacy API').getByText('Hidden', {exact: true})
  await expect(mark).toBeVisible()
  await row(options, 'API to localhost').getByRole('switch').click()
  await expect(mark).toBeHidden()
  await row(options, 'API to localhost').getByRole('switch').click()
  await expect(mark).toBeVisible()
  await row(options, 'Legacy API').getByRole('switch').click()
  await expect(mark).toBeHidden()
})

test('above a rule of another group means in its group, from the form and from the tester, and can be taken back', async ({
  options,
}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await make(options, 'Redirect', goTo('http://localhost:3000/', 'api.shop.test/v1/'), {name: 'Upper', groupId})
  const id = await make(options, 'Redirect', goTo('https://old.test/', 'api.shop.test/'), {name: 'Legacy API'})
  await options.bringToFront()
  await open(options, id)
  await expect(callout(options).getByRole('button')).toHaveText(['Move above it', 'Show it'])
  await callout(options).getByRole('button', {name: 'Move above it'}).click()
  await expect(options.getByText('“Legacy API” moved to place 1 of 2 in “Checkout”')).toBeVisible()
  await expect(callout(options)).toBeHidden()
  await expect(options.getByLabel('Group', {exact: true})).toHaveValue(groupId)
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(callout(options)).toBeVisible()
  await expect(options.getByLabel('Group', {exact: true})).toHaveValue('')
  await field(options, 'Test a URL').fill('https://api.shop.test/v1/')
  await options.getByRole('region', {name: 'Tester'}).getByRole('button', {name: 'Move above it'}).click()
  await expect(verdict(options)).toContainText('Matchesgoes to https://old.test/')
})

test('what hides a rule is reached and mended by keyboard alone', async ({options}) => {
  const {lower} = await makeBoth(options)
  await open(options, lower)
  await expect(callout(options)).toBeVisible()
  const {keyboard} = options
  await options.getByRole('button', {name: 'Add another condition'}).focus()
  await keyboard.press('Tab')
  await expect(callout(options).getByRole('button', {name: 'Move above it'})).toBeFocused()
  await keyboard.press('Tab')
  await expect(callout(options).getByRole('button', {name: 'Show it'})).toBeFocused()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await expect(callout(options)).toBeHidden()
  await expect(options.getByLabel('Group', {exact: true})).toBeFocused()
  await keyboard.press('Control+z')
  await expect(callout(options)).toBeVisible()
})

test('of what a Replace needs in a URL it takes no other URL', async ({options}) => {
  const replaced = (from: string, to: string, name: string) =>
    make(options, 'Replace', [{source: where('host', 'Equals', 'shop.test'), from, to}], {name})
  await replaced('/v\\d+/', 'v2', 'Version')
  const lower = await replaced('/lang=\\w+/', 'lang=de', 'Language')
  await open(options, lower)
  await expect(callout(options)).toContainText('“Version” acts first and takes some of its requests, such as ')
})

test('of two Delays the longest is the one, which no move changes', async ({options}) => {
  const wait = (name: string, delay: number) =>
    make(options, 'Delay', [{source: where('host', 'Equals', 'dd.test'), delay}], {name})
  const short = await wait('Short', 100)
  await wait('Long', 2_900)
  await options.bringToFront()
  await expect(row(options, 'Short').getByText('Hidden', {exact: true})).toBeVisible()
  await open(options, short)
  await expect(callout(options)).toContainText('“Long” waits longer (2,900 ms) and takes every URL on dd.test')
  await expect(callout(options).getByRole('button')).toHaveText(['Show it'])
  await field(condition(options), 'Delay').fill('3000')
  await save(options)
  await expect(callout(options)).toBeHidden()
})

test('a User agent can be moved above the Headers rule that has its header', async ({options}) => {
  const on = where('host', 'Equals', 'agent.test')
  await make(options, 'Headers', [{source: on, modifications: [{type: 'Modify', header: 'User-Agent', value: 'QA'}]}], {
    name: 'Api headers',
  })
  const lower = await make(options, 'UserAgent', [{source: on, userAgent: 'Api/1'}], {name: 'Api agent'})
  await options.bringToFront()
  await open(options, lower)
  const late = options.locator('.callout').filter({hasText: 'Too late for a header'})
  await expect(late).toContainText('“Api headers”')
  await field(options, 'Test a URL').fill('https://agent.test/')
  await expect(verdict(options)).toContainText('Changedremoves sec-ch-ua, removes sec-ch-ua-mobile,')
  await expect(late.getByRole('button')).toHaveText(['Move above it', 'Show it'])
  await late.getByRole('button', {name: 'Move above it'}).click()
  await expect(late).toBeHidden()
  await expect(verdict(options)).toContainText('Matchesas Api/1')
})

test('a rule is told what hides it while it is written, before it is saved', async ({options}) => {
  await makeBoth(options)
  await openForm(options, 'Redirect')
  await source(condition(options), 'host', 'Equals', 'api.shop.test')
  await field(options, 'Destination').fill('https://new.test/')
  await expect(callout(options)).toContainText(/“(?:API to localhost|Legacy API)” acts first/)
  await expect(callout(options).getByRole('button')).toHaveText(['Show it'])
  await field(condition(options), 'Source value').fill('else.test')
  await expect(callout(options)).toBeHidden()
  await field(condition(options), 'Source value').fill('api.shop.test')
  await expect(callout(options)).toBeVisible()
  await save(options)
  await expect(callout(options).getByRole('button')).toHaveText(['Move above it', 'Show it'])
})

test('what the tester says is to be done can be done there', async ({options}) => {
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
