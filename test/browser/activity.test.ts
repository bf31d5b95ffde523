import type {Page} from '@playwright/test'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

const toActivity = async (options: Page) => {
  await options.evaluate(() => {
    location.hash = '#/activity'
  })
  await expect(options.getByText('Live', {exact: true})).toBeVisible()
}
const row = (options: Page, path: string) =>
  options.getByRole('treegrid', {name: 'Activity'}).getByRole('row').filter({hasText: path})
/** Whether anything of the extension listens to requests. */
const isWatched = (page: Page) =>
  page.evaluate<boolean>(
    'chrome.webRequest.onBeforeRequest.hasListeners() || chrome.declarativeNetRequest.onRuleMatchedDebug.hasListeners()',
  )

test('Activity lists the rules that applied to a request, and why one did not', async ({options, shop, site}) => {
  const path = (value: string, filter?: object) => where('path', 'Equals', value, filter)
  const destination = site.url('other.test', '/api/there')
  await make(options, 'Redirect', [{source: path('/api/here'), destinationType: 'url', destination}], {
    name: 'To there',
  })
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: path('/echo'), modifications: sets}], {name: 'Sets X-Env'})
  const posts = path('/api/orders', {requestMethod: ['POST']})
  await make(options, 'Headers', [{source: posts, modifications: sets}], {name: 'Posts only'})
  const served = {type: 'static', value: '{}', statusCode: 402, serveWithoutRequest: true}
  await make(options, 'Response', [{source: path('/api/pay'), ...served}], {name: 'Declined'})
  const code = {type: 'code', value: 'args => args.body + qty'}
  await make(options, 'Request', [{source: path('/api/items'), ...code}], {name: 'Two of each'})
  await make(options, 'Cancel', [{source: path('/echo')}], {name: 'Off', status: 'Inactive'})
  expect(await isWatched(options)).toBe(false)
  await toActivity(options)
  await expect(options.getByRole('combobox', {name: 'Tab'})).toContainText('shop.test')

  for (const each of ['/api/here', '/echo', '/api/orders', '/api/pay']) await fetched(shop, site.url('shop.test', each))
  await fetched(shop, site.url('shop.test', '/api/items'), {method: 'POST', body: '1'})
  await expect(row(options, '/api/here')).toContainText('200To there')
  await expect(row(options, '/echo')).toContainText('200Sets X-Env')
  await expect(row(options, '/api/pay')).toContainText('402Declined')
  await expect(row(options, '/api/items')).toContainText('Code failed, sent unchangedTwo of each')
  await expect(row(options, '/api/orders')).toContainText('200')

  await row(options, '/api/here').click()
  await expect(options.getByText(`Went to ${destination}`)).toBeVisible()
  await options.keyboard.press('Escape')
  await row(options, '/echo').click()
  await expect(options.getByRole('heading', {name: 'What “Sets X-Env” did'})).toBeVisible()
  await expect(options.getByText('1 matching rule is off.')).toBeVisible()
  // As they were sent, with what the rule has set.
  await expect(options.getByRole('definition').filter({hasText: /^b$/})).toBeVisible()
  await expect(options.getByRole('heading', {name: 'Response headers'})).toBeVisible()
  await options.keyboard.press('Escape')
  await row(options, '/api/items').click()
  await expect(options.getByText('qty is not defined, line 1. The request was sent unchanged.')).toBeVisible()
  await expect(options.getByRole('link', {name: 'Open code: Two of each'})).toBeVisible()
  await options.keyboard.press('Escape')
  await row(options, '/api/orders').click()
  await expect(options.getByRole('heading', {name: 'Why was “Posts only” not applied?'})).toBeVisible()
  await expect(options.getByText('Filter Method: the request is GET, the rule wants POST.')).toBeVisible()
  await options.getByRole('button', {name: /^Test this URL/}).click()
  await expect(options.getByRole('textbox', {name: 'Test a URL'})).toHaveValue(site.url('shop.test', '/api/orders'))
  // What was under way is heard to its end.
  await expect.poll(() => isWatched(options)).toBe(false)
})

test('Activity can be filtered and read with the keyboard alone', async ({options, shop, site}) => {
  const to = (host: string) => [
    {source: where('path', 'Equals', '/api/two'), destinationType: 'url', destination: site.url(host)},
  ]
  await make(options, 'Redirect', to('upper.test'), {name: 'Upper'})
  await make(options, 'Redirect', to('lower.test'), {name: 'Lower'})
  await options.keyboard.press('g')
  await options.keyboard.press('a')
  await expect(options.getByRole('heading', {level: 1, name: 'Activity'})).toBeFocused()
  await expect(options.getByText('Live', {exact: true})).toBeVisible()
  await fetched(shop, site.url('shop.test', '/api/one'))
  await fetched(shop, site.url('shop.test', '/api/two'))
  await expect(row(options, '/api/two')).toContainText('Upper')
  await options.keyboard.press('/')
  await options.keyboard.type('lower api/two')
  await expect(options.getByText('No request matches these filters.')).toBeVisible()
  await options.keyboard.press('Escape')
  await options.keyboard.type('upper')
  await expect(row(options, '/api/one')).toHaveCount(0)
  await options.keyboard.press('ArrowDown')
  await options.keyboard.press('Enter')
  await expect(options.getByRole('heading', {name: 'Why was “Lower” not applied?'})).toBeVisible()
  await options.keyboard.press('Tab')
  // What acted comes first.
  await expect(options.getByRole('link', {name: 'Edit rule: Upper'})).toBeFocused()
  await expect(options.getByRole('link', {name: 'Upper', exact: true})).toBeVisible()
})

test('a code failure is shown on its request, and on the last of several hops', async ({options, shop, site}) => {
  const path = (value: string) => where('path', 'Equals', value)
  const to = (value: string) => site.url('other.test', value)
  const goes = (from: string, destination: string) =>
    make(options, 'Redirect', [{source: path(from), destinationType: 'url', destination: to(destination)}])
  await goes('/api/a', '/api/b')
  await goes('/api/b', '/api/c')
  const value = 'args => { if (args.url.endsWith("bad")) throw new Error("boom"); return "changed" }'
  await make(options, 'Response', [{source: where('path', 'Contains', '/api/some'), type: 'code', value}], {
    name: 'Some',
  })
  await toActivity(options)
  await expect(options.getByRole('combobox', {name: 'Tab'})).toContainText('shop.test')
  for (const name of ['one', 'bad', 'two']) await fetched(shop, site.url('shop.test', `/api/some-${name}`))
  await expect(row(options, '/api/some-bad')).toContainText('Code failed, response unchangedSome')
  for (const name of ['one', 'two']) await expect(row(options, `/api/some-${name}`)).toContainText('200Some')
  await fetched(shop, site.url('shop.test', '/api/a'))
  await row(options, '/api/a').click()
  await expect(options.getByText(`Went to ${to('/api/c')}`)).toBeVisible()
})

test('late page reports are recorded, even after pausing or leaving', async ({options, shop, site}) => {
  const source = where('path', 'Equals', '/api/poll')
  await make(options, 'Response', [{source, type: 'static', value: '{}'}], {name: 'Mocked'})
  await shop.reload()
  await toActivity(options)
  const poll = () => fetched(shop, site.url('shop.test', '/api/poll'))
  const leave = async (how: 'Pause' | 'Groups') => {
    // Pages gather for a second what they tell.
    for (let count = 0; count < 3; count++) await poll()
    if (how === 'Pause') await options.getByRole('button', {name: how}).click()
    else await options.getByRole('link', {name: how}).click()
  }
  const applied = row(options, '/api/poll').filter({hasText: '200Mocked'})
  await leave('Pause')
  await expect(applied).toHaveCount(3)
  await options.getByRole('button', {name: 'Resume'}).click()
  await leave('Groups')
  await toActivity(options)
  await expect(applied).toHaveCount(6)
  await leave('Pause')
  await options.getByRole('button', {name: 'Clear'}).click()
  await options.getByRole('button', {name: 'Resume'}).click()
  await poll()
  await expect(applied).toHaveCount(1)
  await expect(row(options, '/api/poll')).toHaveCount(1)
})

test('a mocked script that the page rejects is shown as failed', async ({options, shop, site}) => {
  const served = {type: 'static', value: 'window.ran = ["mock"]', statusCode: 200, serveWithoutRequest: true}
  await make(options, 'Response', [{source: where('path', 'Equals', '/a.js', {resourceType: ['script']}), ...served}], {
    name: 'Mock',
  })
  // What is read ahead of the page and refused is asked for again.
  const script = row(options, site.url('shop.test', '/a.js')).first()
  await toActivity(options)
  await shop.goto(site.url('shop.test', '/?with=/a.js'))
  await expect(script).toContainText('200Mock')
  await options.getByRole('button', {name: 'Clear'}).click()
  const policy = encodeURIComponent(`script-src 'self' 'unsafe-inline'`)
  await shop.goto(site.url('shop.test', `/?with=/a.js&policy=${policy}`))
  await expect(script).toContainText('Failed, abortedMock')
  await options.getByRole('button', {name: 'Clear'}).click()

  const destination = site.url('other.test', '/b.js')
  await make(options, 'Redirect', [{source: where('path', 'Equals', '/a.js'), destinationType: 'url', destination}])
  await shop.reload()
  await expect(script).toContainText('Failed, aborted')
  await script.click()
  await expect(options.getByText(`Went to ${destination}`)).toBeVisible()
})
