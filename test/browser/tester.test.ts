import type {Page} from '@playwright/test'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save, source} from './form'
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

test('a rule is tested while it is written, by pointer', async ({options}) => {
  await redirect(options, 'API to localhost')
  await openForm(options, 'Redirect')
  await expect(verdict(options)).toHaveText('Enter a URL to see what this rule does to it.')
  await source(condition(options), 'url', 'Contains', '/v1/')
  await field(options, 'Destination').fill('https://old.test/')
  await url(options).fill('https://api.shop.test/v1/cart')
  await expect(verdict(options)).toContainText('Not applied')
  await expect(verdict(options)).toContainText(
    'API to localhost is above this rule and acts first. Only the upper redirect rule applies.',
  )
  await expect(strip(options).locator('.tested-behind mark')).toHaveText('/v1/')
  await strip(options).getByRole('button', {name: '2 rules in order'}).click()
  await expect(rows(options)).toHaveText([/API to localhost.*Wins/, /this rule.*Overridden/])
  await url(options).fill('https://shop.test/v1/cart')
  await expect(verdict(options)).toHaveText('Matchesgoes to https://old.test/Only rule for this URL')
  await url(options).fill('https://shop.test/v2/cart')
  await expect(verdict(options)).toContainText('No matchThe URL does not contain /v1/, only /v')
  // What was tested is still there when the rule is kept and the page comes back.
  await save(options)
  await options.reload()
  await expect(url(options)).toHaveValue('https://shop.test/v2/cart')
  await url(options).fill('https://api.shop.test/v1/cart')
  await strip(options).getByRole('link', {name: 'API to localhost'}).click()
  await expect(options.getByRole('heading', {level: 1})).toHaveText('Edit API to localhost')
  await expect(url(options)).toHaveValue('https://api.shop.test/')
})

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

test('the tester rejects text that is not a URL', async ({options}) => {
  const id = await make(options, 'Cancel', [{source: where('host', 'Equals', 'api.test')}], {name: 'Stop'})
  await options.bringToFront()
  await open(options, id)
  for (const typed of ['hello world', 'https://me:a%20b@not here/']) {
    await url(options).fill(typed)
    await expect(verdict(options)).toHaveText('Enter a full URL, such as https://api.shop.test/v1/cart.')
  }
  await url(options).fill('https://me:a%20b@api.test/a b')
  await expect(verdict(options)).toContainText('Matches')
  await field(options, 'Source value').fill('api.test:80')
  await options.keyboard.press('Control+s')
  const undo = options.getByRole('button', {name: 'Undo'})
  await expect(undo).toBeVisible()
  await expect(undo).not.toHaveAttribute('aria-keyshortcuts')
  await options.getByRole('heading', {level: 1}).focus()
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z')
})

test('a ws: URL is tested as a WebSocket', async ({options}) => {
  const pairs = [{source: where('host', 'Equals', 'sock.test'), destinationType: 'url', destination: 'https://b.test/'}]
  await open(options, await make(options, 'Redirect', pairs))
  await field(options, 'Test a URL').fill('wss://sock.test/live')
  await expect(strip(options)).toContainText('A WebSocket can’t be redirected.')
  const type = strip(options).getByRole('combobox', {name: 'Type'})
  await expect(type).toHaveValue('websocket')
  await type.selectOption('script')
  await expect(type).toHaveValue('websocket')
  await field(options, 'Test a URL').fill('https://sock.test/live')
  await expect(strip(options)).toContainText('Matches')
  await expect(type).toHaveValue('xmlhttprequest')
})

test('the tester names filters, switches and pausing as reasons', async ({options}) => {
  const filter = {requestMethod: ['POST'], resourceType: ['script'], pageDomains: ['shop.test']}
  const id = await make(options, 'Cancel', [{source: where('host', 'Equals', 'api.test', filter)}], {name: 'Stop'})
  await open(options, id)
  // The start is a request that passes all filters.
  await expect(verdict(options)).toContainText('Matchesstops the request; the page sees a network error')
  await options.getByLabel('Method', {exact: true}).selectOption('GET')
  await expect(verdict(options)).toContainText('No matchFilter Method: the request is GET, the rule wants POST.')
  await options.getByLabel('Method', {exact: true}).selectOption('POST')
  await options.getByLabel('Request type', {exact: true}).selectOption('image')
  await expect(verdict(options)).toContainText('Filter Type: the request is image, the rule wants script.')
  await options.getByLabel('Request type', {exact: true}).selectOption('script')
  await options.getByLabel('Page', {exact: true}).fill('other.test/x')
  await expect(verdict(options)).toContainText('Filter Page: other.test/x is not on shop.test.')
  await options.getByLabel('Page', {exact: true}).fill('www.shop.test/x')
  await expect(verdict(options)).toContainText('Matches')
  await options.getByRole('switch', {name: 'Stop', exact: true}).click()
  await expect(verdict(options)).toContainText('Not appliedThis rule is off. It would match this request.')
  await options.getByRole('switch', {name: 'Rules on'}).click()
  await expect(verdict(options)).toContainText('Not appliedAll rules are paused.')
})

test('no regex and no URL blocks the page', async ({options}) => {
  const evil = where('url', 'Matches', '(a+)+$')
  const id = await make(options, 'Cancel', [{source: evil}], {name: 'Evil'})
  await open(options, id)
  await url(options).fill(`https://a.test/${'a'.repeat(3_000)}!`)
  await expect(verdict(options)).toContainText('No match')
  await url(options).fill(`https://a.test/${'a'.repeat(100_000)}`)
  await expect(verdict(options)).toHaveText('The URL is longer than 10,000 characters and can’t be tested.')
  await url(options).fill('https://a.test/aaa')
  await expect(verdict(options)).toContainText('Matches')
})

test('the browser rules can be copied', async ({options, app}) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await redirect(options, 'Copied')
  await open(options, id)
  await expect(options.getByRole('button', {name: /^Browser rules/})).toHaveText('Browser rules 1')
  await options.getByRole('button', {name: 'Copy the browser rules'}).click()
  await expect(options.getByText('Copied', {exact: true})).toBeVisible()
  const copied = JSON.parse(await options.evaluate(() => navigator.clipboard.readText())) as object
  expect(copied).toMatchObject({action: {type: 'redirect', redirect: {url: 'http://localhost:3000/'}}})
})
