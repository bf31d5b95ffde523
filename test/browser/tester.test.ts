import type {Page} from '@playwright/test'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {field} from './form'
import {test} from './shared'

const strip = (options: Page) => options.getByRole('region', {name: 'Tester'})
const verdict = (options: Page) => strip(options).locator('.verdict')
const url = (options: Page) => options.getByLabel('Test a URL', {exact: true})
const rows = (options: Page) => options.getByRole('list', {name: 'Rules that match this request'}).getByRole('listitem')

const open = async (options: Page, id: string) => {
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(url(options)).toBeVisible()
}

const toLocalhost = {destinationType: 'url', destination: 'http://localhost:3000/'}
const redirect = (options: Page, name: string, destination = toLocalhost.destination) =>
  make(options, 'Redirect', [{...toLocalhost, destination, source: where('host', 'Equals', 'api.shop.test')}], {name})

test('a rule is tested while it is written, by keyboard alone', async ({options}) => {
  await redirect(options, 'Upper')
  const id = await redirect(options, 'Lower', 'https://old.test/')
  await open(options, id)
  const {keyboard} = options
  await field(options, 'Destination').focus()
  await keyboard.press('Control+Enter')
  await expect(url(options)).toBeFocused()
  await keyboard.type('https://api.shop.test/v1')
  await expect(verdict(options)).toContainText('Upper is above this rule and acts first.')
  await keyboard.press('Shift+Tab')
  await expect(options.getByLabel('Method', {exact: true})).toBeFocused()
  await keyboard.type('POST')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(options.getByLabel('Request type', {exact: true})).toBeFocused()
  await keyboard.type('script')
  await keyboard.press('Tab')
  await expect(options.getByLabel('Page', {exact: true})).toBeFocused()
  await keyboard.type('shop.test')
  await keyboard.press('Tab')
  await expect(strip(options).getByRole('link', {name: 'Upper'})).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(strip(options).getByRole('button', {name: '2 rules in order'})).toBeFocused()
  await keyboard.press('Enter')
  await expect(rows(options)).toHaveCount(2)
  await expect(strip(options).getByRole('status')).toContainText(
    'Not applied: Upper is above this rule and acts first.',
  )
  await keyboard.press('Control+Enter')
  await expect(field(options, 'Destination')).toBeFocused()
  await keyboard.press('Control+Enter')
  await expect(url(options)).toBeFocused()
  // Enter in the tester neither saves nor adds anything.
  await keyboard.press('Enter')
  const {rules} = await ask(options, 'library.read', {})
  expect(rules).toHaveLength(2)
  for (let stop = 0; stop < 4; stop++) await keyboard.press('Tab')
  await expect(strip(options).getByRole('button', {name: 'Move above it'})).toBeFocused()
  await keyboard.press('Enter')
  await expect(verdict(options)).toContainText('Matchesgoes to https://old.test/')
  await expect(url(options)).toBeFocused()
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(verdict(options)).toContainText('Upper is above this rule and acts first.')
})
