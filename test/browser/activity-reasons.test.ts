import type {Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {openLog} from './log-rows'
import {test} from './shared'

const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]

async function open(options: Page, text: string): Promise<void> {
  await options.getByRole('row').filter({hasText: text}).first().click()
}

test('of what a server does not allow beforehand it is said that it was not sent', async ({options, shop, site}) => {
  await make(options, 'Headers', [{source: where('host', 'Equals', 'api.test'), modifications: sets}], {name: 'Env'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(
    async address => {
      await fetch(address, {method: 'PUT', body: 'b'}).catch(() => undefined)
      await fetch(address.replace('closed', 'api/open'), {method: 'PUT', body: 'b'})
    },
    site.url('api.test', '/closed'),
  )
  const rows = options.getByRole('row').filter({hasText: 'PUT'})
  await expect(rows.filter({hasText: '/api/open'})).toContainText('Applied')
  await expect(rows.filter({hasText: '/closed'})).toContainText('Failed')
  expect(site.log.map(({method, path}) => `${method} ${path}`).slice(-3)).toEqual([
    'OPTIONS /closed',
    'OPTIONS /api/open',
    'PUT /api/open',
  ])
  await rows.filter({hasText: '/closed'}).click()
  await expect(options.getByText('Why was “Env” not applied?')).toBeVisible()
  await expect(options.getByText(/^It was not sent: the browser asked the server first/)).toBeVisible()
})

test('a rule that looks at what was sent is told what is known of that, and no more', async ({options, shop}) => {
  const answer = (name: string, key: string, value: string) => {
    const filters = [{requestPayload: {key, operator: 'Equals', value}}]
    const source = {...where('path', 'Equals', '/api/graphql'), filters}
    return make(options, 'Response', [{source, type: 'static', value: `{"is":"${name}"}`}], {name})
  }
  await answer('Same', 'operationName', 'Cart')
  await answer('Menu', 'operationName', 'Menu')
  await answer('Second', 'variables.v', '2')
  await answer('Cart', 'operationName', 'Cart')
  await shop.reload()
  await openLog(options)
  const came = await shop.evaluate(async () => {
    const body = JSON.stringify({operationName: 'Cart'})
    return (await fetch('/api/graphql', {method: 'POST', body})).text()
  })
  // What is made last stands first.
  const [acting, idle] = came.includes('Same') ? ['Same', 'Cart'] : ['Cart', 'Same']
  await expect(options.getByRole('row').filter({hasText: '/api/graphql'})).toContainText(`${acting}Applied`)
  await open(options, '/api/graphql')
  const of = (name: string) =>
    options.locator('section').filter({has: options.getByRole('heading', {name: `“${name}”`})})
  await expect(of(idle)).toContainText('What is sent is what the rule looks for')
  await expect(of(idle)).toContainText('acts first')
  await expect(of(idle).getByRole('button', {name: /^Move above/})).toBeVisible()
  await expect(of('Menu')).toContainText('it has no operationName')
  await expect(of('Second')).not.toContainText('What is sent is')
  await expect(of('Second')).toContainText(/it has no variables|acts first/)
  await expect(of('Second').getByRole('button', {name: /^Move above/})).toHaveCount(0)
  await options.getByRole('button', {name: `Test this URL: ${idle}`}).click()
  await expect(options.getByText(/acts first/).first()).toBeVisible()
})

test('what a page asked for before it was left is of that page', async ({options, shop, site}) => {
  const near = {...where('path', 'Contains', '/api/'), filters: [{pageDomains: ['shop.test']}]}
  await make(options, 'Headers', [{source: near, modifications: sets}], {name: 'Near'})
  await make(
    options,
    'Response',
    [{source: where('path', 'Equals', '/api/mock'), type: 'static', value: '{}', serveWithoutRequest: true}],
    {name: 'Mock'},
  )
  await shop.reload()
  await openLog(options)
  await shop.evaluate(() => void fetch('/api/mock'))
  await shop.goto(site.url('other.test'))
  await expect(options.getByRole('row').filter({hasText: '/api/mock'})).toContainText('Applied')
  await open(options, '/api/mock')
  const section = options.locator('section').filter({hasText: '“Near”'})
  await expect(section).toContainText('Mock answers the request first')
  await expect(section).not.toContainText('other.test')
})

test('of a page that its server led on behind the waiting page it is said how its rule can act', async ({
  options,
  shop,
  site,
}) => {
  const looksAhead = where('path', 'Matches', String.raw`/^\/old\/(?!keep)/`)
  const destination = site.url('shop.test', '/landed.html')
  await make(options, 'Redirect', [{source: looksAhead, destinationType: 'url', destination}], {name: 'New'})
  await make(options, 'Delay', [{source: where('path', 'Equals', '/moved'), delay: 10}], {name: 'Late'})
  await openLog(options)
  await shop.goto(site.url('shop.test', '/moved?to=/old/a.html'))
  await expect(shop).toHaveURL(/\/old\/a\.html$/)
  await open(options, '/moved')
  await expect(options.getByText('Why was “New” not applied?')).toBeVisible()
  await expect(
    options.getByText(/A server led the page to this address, after .* open this address itself\.$/),
  ).toBeVisible()
  await shop.goto(site.url('shop.test', '/old/a.html'))
  await expect(shop).toHaveURL(destination)
})

test('a rule that leads on what a server has led there is tested with that address', async ({options, shop, site}) => {
  const onShop = where('host', 'Equals', 'shop.test')
  const clean = [{type: 'Remove', param: 'utm_source'}]
  await make(options, 'QueryParam', [{source: onShop, modifications: clean}], {name: 'Clean'})
  await make(options, 'Headers', [{source: onShop, modifications: sets}], {name: 'Env'})
  await make(options, 'Headers', [{source: where('host', 'Equals', 'other.test'), modifications: sets}], {name: 'Mail'})
  const landing = site.url('shop.test', '/landing.html?utm_source=mail&id=1')
  const from = (host: string) => site.url(host, `/moved?to=${encodeURIComponent(landing)}`)
  const asked: readonly [string, string, string][] = [
    ['other.test', 'Clean', landing],
    ['other.test', 'Env', landing],
    ['other.test', 'Mail', from('other.test')],
    // There it has nothing to change before its server leads it on.
    ['shop.test', 'Clean', landing],
    ['shop.test', 'Env', from('shop.test')],
  ]
  await openLog(options)
  for (const host of ['other.test', 'shop.test']) {
    await shop.goto(from(host))
    await expect(shop).toHaveURL(/\/landing\.html\?id=1$/)
    await expect(options.getByRole('row').filter({hasText: `${host}:${site.port}/moved`})).toContainText('Applied')
  }
  for (const [host, name, tested] of asked) {
    await openLog(options)
    await open(options, `${host}:${site.port}/moved`)
    await expect(options.getByRole('heading', {name: `What “${name}” did`})).toBeVisible()
    await options.getByRole('button', {name: `Test this URL: ${name}`}).click()
    await expect(options.getByRole('textbox', {name: 'Test a URL'})).toHaveValue(tested)
    await expect(options.getByText(/^(?:Wins|Applies|Matches)/).first()).toBeVisible()
  }
})

test('of what scripts in pages cannot have looked at it is not said what was sent', async ({options, shop, site}) => {
  const filters = [{requestPayload: {key: 'operationName', operator: 'Equals', value: 'Cart'}}]
  const answers = {type: 'static', value: '{"is":"Cart"}'}
  const graphql = where('path', 'Equals', '/api/graphql')
  await make(options, 'Headers', [{source: graphql, modifications: sets}], {name: 'Env'})
  await make(options, 'Response', [{source: graphql, ...answers}], {name: 'Fallback'})
  await make(options, 'Response', [{source: {...graphql, filters}, ...answers}], {name: 'Cart'})
  await make(options, 'Response', [{source: {...where('path', 'Equals', '/api/led'), filters}, ...answers}], {
    name: 'Led',
  })
  await shop.reload()
  await openLog(options)
  const ask = (address: string) =>
    shop.evaluate(async url => {
      const headers = {'content-type': 'application/json'}
      await fetch(url, {method: 'POST', headers, body: '{"operationName":"Cart"}'})
    }, address)
  const of = (name: string) =>
    options.locator('section').filter({has: options.getByRole('heading', {name: `“${name}”`})})
  await ask(site.url('shop.test', '/moved?status=307&to=/api/led'))
  await ask(site.url('api.test', '/api/graphql'))
  await open(options, '/moved')
  await expect(options.getByText(/^A server led the request to this address\./)).toBeVisible()
  await options.getByRole('row').filter({hasText: 'OPTIONS'}).click()
  for (const name of ['Fallback', 'Cart']) await expect(of(name)).toContainText('(a preflight)')
})

test('of where a server leads a script’s request nothing is said that a page would have made of it', async ({
  options,
  shop,
  site,
}) => {
  const ahead = where('path', 'Matches', '/^\\/v1\\/(?!admin)(.*)/')
  const destination = site.url('api.test', '/api/v2/$1')
  await make(options, 'Redirect', [{source: ahead, destinationType: 'url', destination}], {name: 'Ahead'})
  await make(options, 'Headers', [{source: where('host', 'Equals', 'api.test'), modifications: sets}], {name: 'Env'})
  await make(options, 'Headers', [{source: where('path', 'Contains', '/v1/'), modifications: sets}], {name: 'Old'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(() => fetch('/moved?to=/v1/items.json'))
  expect(site.log.at(-1)).toMatchObject({host: 'shop.test', path: '/v1/items.json'})
  await expect(options.getByRole('row').filter({hasText: '/moved'})).toContainText('OldApplied')
  await open(options, '/moved')
  await expect(options.getByRole('heading', {name: 'What “Old” did'})).toBeVisible()
  await expect(options.locator('.activity-detail')).not.toContainText('nobody saw it act: it, or')
  await expect(options.locator('.activity-detail')).not.toContainText('The host equals api.test')
})
