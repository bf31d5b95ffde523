import {expect, fetched, make, where} from './fixtures'
import {addFilter, condition, done, field, save, source} from './form'
import {test} from './shared'

test('a Redirect inserts captures for the filtered methods; an empty one is reported', async ({
  options,
  shop,
  site,
}) => {
  await options.bringToFront()
  // The first rule is made from a tile of the empty list.
  await options.getByRole('link', {name: 'Redirect'}).click()
  const form = condition(options)
  const destination = field(form, 'Destination')
  await source(form, 'URL', 'matches wildcard', 'http://shop.test:*/v1/*.json')
  await destination.fill(site.url('api.test', '/api/$2?port=$1'))
  await expect(form.getByText('$2 second *')).toBeVisible()
  const methods = await addFilter(form, 'Method')
  await field(methods, 'GET').check()
  await done(methods)
  await expect(form.getByRole('button', {name: 'Method GET', exact: true})).toBeVisible()
  await save(options)
  await fetched(shop, site.url('shop.test', '/v1/cart/items.json'))
  await fetched(shop, site.url('shop.test', '/v1/cart/items.json'), {method: 'POST', body: '{}'})
  expect(site.log.map(({method, url}) => `${method} ${url}`)).toEqual([
    `GET ${site.url('api.test', `/api/cart/items?port=${site.port}`)}`,
    `POST ${site.url('shop.test', '/v1/cart/items.json')}`,
  ])

  await source(form, 'Host', 'equals', 'shop.test')
  await destination.fill(site.url('api.test', '/moved/$1'))
  await expect(destination).toHaveAccessibleDescription(/^\$1 is always empty: /)
  await save(options)
  await fetched(shop, site.url('shop.test', '/v1/cart'))
  expect(site.log.at(-1)?.url).toBe(site.url('api.test', '/moved/'))
})

test('a Headers rule adds, sets and removes, on the request and on the response', async ({quiet, shop, site}) => {
  await make(quiet, 'Headers', [
    {
      source: where('url', 'Matches', '/\\/(echo|api)\\b/'),
      modifications: [
        {header: 'X-Env', type: 'Modify', value: 'staging'},
        {header: 'Accept-Language', type: 'Remove'},
        {header: 'X-Test', type: 'Add', value: 'added', target: 'Response'},
        {header: 'X-Site', type: 'Remove', target: 'Response'},
      ],
    },
  ])
  const changed = await fetched(shop, site.url('shop.test', '/echo'))
  const untouched = await fetched(shop, site.url('shop.test', '/echoes.json'))
  expect(site.log.map(({headers}) => [headers['x-env'], headers['accept-language'] !== undefined])).toEqual([
    ['staging', false],
    [undefined, true],
  ])
  expect([changed, untouched].map(answer => [answer?.headers['x-test'], answer?.headers['x-site']])).toEqual([
    ['added', undefined],
    [undefined, 'original'],
  ])
})
