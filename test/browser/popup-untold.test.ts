import {line, openAbout} from './about-tab'
import {expect, fetched, make, test, where} from './fixtures'

const reload = 'Nothing since this page was opened. Reload it.'
const applied = 'Applied on this tab'

test('what acts while the popup is open, and of what Chrome has not told, is not said to have done nothing', async ({
  app,
  options,
  shop,
  site,
}) => {
  const modifications = [{header: 'X-Env', type: 'Add', value: 'staging', target: 'Request'}]
  await make(options, 'Headers', [{source: where('path', 'Contains', '/api/'), modifications}], {name: 'Env'})
  await make(options, 'Response', [{source: where('path', 'Equals', '/api/items'), type: 'static', value: '{}'}], {
    name: 'Items mock',
  })
  await shop.goto(site.url('shop.test'))
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Env')).toContainText('No request seen on this tab has /api/ in its path')
  const seen: string[] = []
  await popup.exposeFunction('seen', (text: string) => seen.push(text))
  await popup.evaluate(() => {
    const {seen: tell} = globalThis as unknown as {seen(text: string): void}
    new MutationObserver(() => tell(document.body.innerText)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await fetched(shop, site.url('shop.test', '/api/user'))
  await expect.poll(async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text).toBe('{}')
  const acted = popup.getByRole('region', {name: applied})
  await expect(acted.getByRole('switch', {name: 'Items mock'})).toBeVisible()
  await expect(acted.getByRole('switch', {name: 'Env'})).toBeVisible()
  expect(site.log.filter(({path}) => path === '/api/user').map(({headers}) => headers['x-env'])).toEqual(['staging'])
  expect(seen.filter(text => text.includes(reload))).toEqual([])
})

test('an open popup follows what Chrome’s own rules do, within seconds and untouched', async ({
  app,
  options,
  shop,
  site,
}) => {
  const modifications = (value: string) => [{header: `X-${value}`, type: 'Add', value, target: 'Request'}]
  const asked = (path: string) => fetched(shop, site.url('shop.test', path))
  await make(
    options,
    'Headers',
    [{source: where('path', 'Equals', '/api/cart'), modifications: modifications('Cart')}],
    {
      name: 'Cart',
    },
  )
  await shop.goto(site.url('shop.test'))
  await asked('/api/user')
  await make(
    options,
    'Headers',
    [{source: where('path', 'Equals', '/api/user'), modifications: modifications('User')}],
    {
      name: 'User',
    },
  )
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Cart')).toContainText('No request seen on this tab has the path /api/cart')
  await expect(line(popup, 'User')).toContainText(reload)
  const acted = popup.getByRole('region', {name: applied}).getByRole('switch')
  await asked('/api/cart')
  await expect(acted).toHaveCount(1, {timeout: 15_000})
  await asked('/api/user')
  await expect(acted).toHaveCount(2, {timeout: 15_000})
  expect(
    site.log.filter(({path}) => path.startsWith('/api/')).map(({headers}) => headers['x-user'] ?? headers['x-cart']),
  ).toEqual([undefined, 'Cart', 'User'])
})

test('what a page was answered without the network is known to it, and what it does not remember is told', async ({
  app,
  options,
  shop,
  site,
}) => {
  const cart = where('path', 'Equals', '/v1/cart')
  const modifications = [{header: 'X-Token', type: 'Add', value: 'a', target: 'Request'}]
  const tell = {type: 'static', value: '{"mock":1}'}
  await make(options, 'Response', [{source: cart, ...tell, serveWithoutRequest: true}], {name: 'Cart mock'})
  await make(options, 'Headers', [{source: where('path', 'Contains', '/v1/'), modifications}], {name: 'Token'})
  const posted = where('path', 'Equals', '/v2/pay', {requestMethod: ['POST']})
  await make(options, 'Response', [{source: posted, ...tell}], {name: 'Pay by POST'})
  await make(options, 'Response', [{source: where('path', 'Equals', '/v2/pay'), ...tell}], {name: 'Pay'})
  await shop.goto(site.url('shop.test'))
  await expect.poll(async () => (await fetched(shop, site.url('shop.test', '/v1/cart')))?.text).toBe('{"mock":1}')
  await fetched(shop, site.url('shop.test', '/v2/pay'), {method: 'POST', body: 'x'})
  expect(site.log.filter(({path}) => path === '/v1/cart')).toEqual([])
  const popup = await openAbout(app, shop)
  await expect(popup.getByRole('region', {name: applied}).getByRole('switch')).toHaveCount(2)
  await expect(line(popup, 'Token')).toContainText('Cart mock answers the request first')
  await expect(line(popup, 'Pay')).toContainText(
    'Maybe hidden by “Pay by POST”: a page does not remember methods and bodies',
  )
})

test('code for an answer has done nothing where none came', async ({app, options, shop, site}) => {
  const code = {type: 'code', value: 'args => "{}"'}
  await make(options, 'Response', [{source: where('path', 'Contains', '/items'), ...code}], {name: 'Answer code'})
  const stopped = where('path', 'Equals', '/items/stopped', {
    requestPayload: {key: 'op', operator: 'Equals', value: 'Stop'},
  })
  await make(options, 'Cancel', [{source: stopped}], {name: 'Stop'})
  await shop.goto(site.url('shop.test'))
  const posted = (path: string) =>
    fetched(shop, site.url('shop.test', path), {method: 'POST', body: JSON.stringify({op: 'Stop'})})
  await expect.poll(() => posted('/items/stopped')).toBeNull()
  expect(await fetched(shop, 'http://localhost:9/items/down')).toBeNull()
  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: applied})
  await expect(acted.getByRole('switch', {name: 'Stop'})).toBeVisible()
  await expect(line(popup, 'Answer code')).toContainText('No answer came here while it was in force')
  await expect(acted.getByRole('switch')).toHaveCount(1)

  await fetched(shop, site.url('shop.test', '/items'))
  await expect(acted.getByRole('switch', {name: 'Answer code'})).toBeVisible()
  await expect(line(popup, 'Answer code')).toContainText('1 request')
})

test('code for an answer that has not come waits for it, in the popup and in Activity', async ({
  app,
  options,
  shop,
  site,
}) => {
  const code = {type: 'code', value: 'args => "changed"'}
  const slow = where('path', 'Equals', '/slow')
  await make(options, 'Response', [{source: slow, ...code}], {name: 'Slow code'})
  const modifications = [{header: 'X-Seen', type: 'Add', value: 'a', target: 'Response'}]
  await make(options, 'Headers', [{source: slow, modifications}], {name: 'Slow header'})
  await shop.goto(site.url('shop.test'))
  await expect.poll(async () => (await fetched(shop, site.url('shop.test', '/slow?ms=1')))?.text).toBe('changed')
  await shop.reload()
  const activity = await app.open('options.html#/activity')
  const row = activity.getByRole('row').filter({hasText: '/slow?ms=15000'})
  await expect(activity.getByRole('button', {name: 'Pause'})).toBeVisible()
  const answer = fetched(shop, site.url('shop.test', '/slow?ms=15000'))
  await expect(row).toContainText('Slow code')
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Slow code')).toContainText('It changes the answer, which has not come')
  await expect(line(popup, 'Slow header')).toContainText('It changes the answer, which has not come')
  await expect(row).not.toContainText('Not applied')
  expect((await answer)?.text).toBe('changed')
  await expect(line(popup, 'Slow code')).toContainText('1 request')
  await expect(line(popup, 'Slow header')).toContainText('1 request')
  await expect(row).toContainText('Applied')
})
