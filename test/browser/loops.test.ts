import type {Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {open} from './drafting'
import {expect, fetched, make, where} from './fixtures'
import {condition, field, openForm, save, source} from './form'
import {test} from './shared'

const leadsTo = (destination: string, from: string) => [
  {source: where('host', 'Equals', from), destinationType: 'url', destination},
]
const verdict = (page: Page) => page.getByRole('region', {name: 'Tester'}).locator('.verdict')
const callout = (page: Page) => page.getByText('Ignored: it would redirect in a loop', {exact: true})
const leftOut = async (page: Page) =>
  (await readLibrary(page)).rules.flatMap(({rule, problems}) =>
    problems.some(({code}) => code === 'loop') ? [rule?.name] : [],
  )

test('the upper rule of a loop names the rule that it disables', async ({options}) => {
  const upper = await make(options, 'Redirect', leadsTo('https://c.test/', 'b.test'), {name: 'Upper'})
  const lower = await make(options, 'Redirect', leadsTo('https://b.test/', 'a.test'), {name: 'Lower'})
  await open(options, upper)
  await field(options, 'Destination').fill('https://a.test/')
  const says = 'Matchesgoes to https://a.test/. Lower is ignored, because both together would redirect in a loop.'
  await expect(verdict(options)).toContainText(says)
  expect(await leftOut(options)).toEqual([])
  await save(options)
  await expect.poll(() => leftOut(options)).toEqual(['Lower'])
  await expect(verdict(options)).toContainText(says)
  await expect(callout(options)).toBeHidden()

  // Written so that it leads elsewhere again, the lower one would act.
  await field(options, 'Destination').fill('https://c.test/')
  await field(options, 'Test a URL').fill('https://a.test/')
  await options.getByRole('button', {name: 'Applies with 1 other rule'}).click()
  const rules = options.getByRole('list', {name: 'Rules that match this request'})
  await expect(rules.getByRole('listitem').filter({hasText: 'Lower'})).toContainText('Wins')
  await save(options)
  await expect.poll(() => leftOut(options)).toEqual([])
  await open(options, lower)
  await expect(callout(options)).toBeHidden()
})

test('a loop through a rule that leaves the URL unchanged is found', async ({quiet, shop, site}) => {
  const there = (path: string) => site.url('api.test', path)
  await make(
    quiet,
    'Redirect',
    [{source: where('url', 'Contains', 'api.test'), destinationType: 'url', destination: there('/a')}],
    {name: 'All to a'},
  )
  await make(
    quiet,
    'Redirect',
    [{source: where('url', 'Equals', there('/a')), destinationType: 'url', destination: there('/b')}],
    {name: 'A to b'},
  )
  expect(await leftOut(quiet)).toEqual(['A to b'])
  await fetched(shop, there('/zzz'))
  expect(site.log.map(({path}) => path)).toEqual(['/a'])
})

test('a rule disabled by a loop says so until it is moved above the others', async ({options}) => {
  await make(options, 'Redirect', leadsTo('https://b.test/', 'a.test'), {name: 'First'})
  await ask(options, 'group.create', {payload: {name: 'Checkout', objectType: 'group', status: 'Active'}})
  const last = await make(options, 'Redirect', leadsTo('https://a.test/', 'b.test'), {name: 'Last'})
  await open(options, last)
  await expect(callout(options)).toBeVisible()
  await field(options, 'Group').selectOption('Checkout')
  await expect(verdict(options)).toContainText('Matchesgoes to https://a.test/. First is ignored')
  await expect(callout(options)).toBeHidden()
  await save(options)
  await expect.poll(() => leftOut(options)).toEqual(['First'])
  await expect(verdict(options)).toContainText('Matchesgoes to https://a.test/. First is ignored')
})

test('a new rule that closes a loop says so before and after saving', async ({options}) => {
  await make(options, 'Redirect', leadsTo('https://b.test/', 'a.test'), {name: 'There'})
  await openForm(options, 'Redirect')
  await source(condition(options), 'host', 'Equals', 'b.test')
  await field(options, 'Destination').fill('https://c.test/')
  const worksFor = options.locator('.rail-line').filter({hasText: 'Works for'})
  await expect(worksFor).not.toContainText('Nothing')
  await field(options, 'Destination').fill('https://a.test/')
  await expect(callout(options)).toBeVisible()
  await expect(options.locator('.rail').getByText('a.test (this rule)')).toBeVisible()
  await expect(worksFor).toContainText('Nothing')
  const before = await options.locator('.rail').innerText()
  expect(await leftOut(options)).toEqual([])
  await save(options)
  await expect.poll(() => leftOut(options)).toHaveLength(1)
  await expect(callout(options)).toBeVisible()
  expect(await options.locator('.rail').innerText()).toBe(before)
})
