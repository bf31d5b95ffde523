import type {Page} from '@playwright/test'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {openLog} from './log-rows'
import {test} from './shared'

const set = (header: string, target: 'Request' | 'Response' = 'Request') => ({
  header,
  type: 'Modify',
  target,
  value: 'b',
})
const removed = {...set('X-Powered-By', 'Response'), type: 'Remove'}
const onShop = where('host', 'Equals', 'shop.test')
const inPath = (value: string) => where('path', 'Contains', value)

const rowOf = (options: Page, text: string) => options.getByRole('row').filter({hasText: text}).first()
const about = (options: Page, name: string) =>
  options.locator('section').filter({has: options.getByRole('heading', {name: `“${name}”`})})

test('of a preflight that Chrome tells no extension of it is said that what it was for was not sent', async ({
  options,
  shop,
  site,
}) => {
  const onApi = (...requestMethod: string[]) => ({...where('host', 'Equals', 'api.test'), filters: [{requestMethod}]})
  await make(options, 'Headers', [{source: onApi('PUT'), modifications: [set('X-Put')]}], {name: 'Put'})
  await make(options, 'UserAgent', [{source: onApi('PUT'), userAgent: 'Phone'}], {name: 'Phone'})
  await make(options, 'Headers', [{source: onApi('POST'), modifications: [set('X-Post')]}], {name: 'Post'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(
    async address => {
      const headers = {'content-type': 'application/json'}
      await fetch(address, {method: 'PUT', body: 'b'}).catch(() => undefined)
      await fetch(address, {method: 'POST', headers, body: '{}'}).catch(() => undefined)
      // This one is sent, and its answer not let in.
      await fetch(address.replace('closed', 'api/shut'), {method: 'POST', body: 'b'}).catch(() => undefined)
    },
    site.url('api.test', '/closed'),
  )
  await expect(rowOf(options, '/api/shut')).toContainText('PostApplied')
  expect(site.log.slice(-3).map(({method, path}) => `${method} ${path}`)).toEqual([
    'OPTIONS /closed',
    'OPTIONS /closed',
    'POST /api/shut',
  ])
  for (const [method, ...names] of [
    ['PUT', 'Put', 'Phone'],
    ['POST', 'Post'],
  ] as const) {
    const row = options.locator('.activity-row').filter({hasText: '/closed'}).filter({hasText: method})
    await expect(row).toContainText('Failed')
    await row.click()
    for (const name of names)
      await expect(
        about(options, name).or(options.getByRole('heading', {name: 'Why was it not applied?'})),
      ).toBeVisible()
    const said = options.getByText(/^It was not sent: the browser asked the server first/)
    await expect(said).toHaveCount(names.length)
    await row.click()
  }
})

test('of a rule of which another has some headers that is said also where no answer came', async ({
  options,
  shop,
  site,
}) => {
  const both = [set('X-Env'), set('Cache-Control', 'Response')]
  const lower = await make(options, 'Headers', [{source: onShop, modifications: both}], {name: 'Lower'})
  await make(options, 'Headers', [{source: onShop, modifications: [set('X-Env')]}], {name: 'Upper'})
  await ask(options, 'rules.move', {moves: [{ids: [lower], before: null, groupId: ''}]})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    await fetch('/slow?ms=3000', {signal: stop.signal}).catch(() => undefined)
  })
  await expect(rowOf(options, '/slow')).toContainText('UpperApplied, then aborted')
  expect(site.log.at(-1)?.headers['x-env']).toBe('b')
  await rowOf(options, '/slow').click()
  await expect(about(options, 'Lower')).toContainText('Upper, which stands above, has X-Env already.')
  await expect(about(options, 'Lower')).toContainText('No answer came that it could change.')
  await expect(about(options, 'Lower')).not.toContainText('No other rule acts first')
  await expect(about(options, 'Lower').getByRole('button', {name: /^Move above/})).toBeVisible()
})

test('of a request that was not sent to an address, or for want of an answer beforehand, that is said and no more', async ({
  options,
  shop,
  site,
}) => {
  const onApi = {...where('host', 'Equals', 'api.test'), filters: [{requestMethod: ['GET', 'POST', 'PUT']}]}
  const both = [set('X-Post'), set('X-Answer', 'Response')]
  await make(options, 'Headers', [{source: onApi, modifications: both}], {name: 'Api'})
  const conditions = [inPath('/moved'), inPath('/api/')].map((source, at) => ({
    source,
    modifications: [set(`X-${at}`)],
  }))
  await make(options, 'Headers', conditions, {name: 'Two'})
  await make(options, 'Headers', [{source: inPath('/api/'), modifications: [set('X-There')]}], {name: 'There'})
  await shop.reload()
  const down = 'http://api.test:9/down'
  await openLog(options)
  await shop.evaluate(
    async ({nobody, refused}) => {
      const json = {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'}
      await fetch(nobody, json).catch(() => undefined)
      await fetch(`${nobody}?simple`).catch(() => undefined)
      await fetch('/moved?to=/api/manual', {redirect: 'manual'})
      await fetch(refused, {method: 'PUT', body: 'b'}).catch(() => undefined)
    },
    {nobody: down, refused: site.url('shop.test', `/moved?status=307&to=${site.url('api.test', '/closed')}`)},
  )
  const rows = options.locator('.activity-row')
  const [posted, simple] = [rows.filter({hasText: 'POST'}), rows.filter({hasText: '?simple'})]
  const [manual, refused] = [rows.filter({hasText: '/manual'}), rows.filter({hasText: 'status=307'})]
  const detail = options.locator('.activity-detail')
  await expect(refused).toContainText('TwoApplied')
  expect(site.log.filter(({path}) => /manual|closed/.test(path)).map(({method}) => method)).toEqual(['OPTIONS'])
  await expect(posted).toContainText('Failed')
  await posted.click()
  await expect(detail).toContainText('(a preflight, an OPTIONS request), and no answer came.')
  await expect(simple).toContainText('ApiApplied, then')
  await simple.click()
  await expect(detail).toContainText('sets X-Post')
  await expect(detail).not.toContainText('X-Answer')
  await manual.click()
  await expect(about(options, 'Two')).toContainText('sets X-0')
  await expect(about(options, 'There')).toContainText('It was not sent to that address')
  await refused.click()
  await expect(about(options, 'Two')).toContainText('sets X-0')
  await expect(detail).not.toContainText('sets X-1')
})

test('a rule that acts where its server leads a request, too, says both, and of removed headers no more than is known', async ({
  options,
  shop,
  site,
}) => {
  const led = site.url('shop.test', '/api/x')
  const moved = where('path', 'Equals', '/moved')
  const agents = ['First', 'Second'].map((userAgent, at) => ({
    source: inPath(at === 0 ? '/moved' : '/api/'),
    userAgent,
  }))
  const query = (path: string, param: string) => ({
    source: {...inPath(path), filters: [{resourceType: ['xmlhttprequest']}]},
    modifications: [{type: 'Add', param, value: '1'}],
  })
  await make(options, 'UserAgent', agents, {name: 'Agents'})
  await make(options, 'QueryParam', [query('/moved', 'm'), query('/api/', 'debug')], {name: 'Query'})
  const strips = [
    {source: moved, modifications: [removed]},
    {source: inPath('/api/'), modifications: [set('Authorization')]},
  ]
  await make(options, 'Headers', strips, {name: 'Strip'})
  const sets = [
    {source: moved, modifications: [set('X-M')]},
    {source: inPath('/api/'), modifications: [set('X-A')]},
  ]
  await make(options, 'Headers', sets, {name: 'Sets'})
  await make(options, 'Headers', [{source: onShop, modifications: [set('X-All')]}], {name: 'All'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(() => fetch('/moved?to=/api/x'))
  await expect(rowOf(options, '/moved')).toContainText('Applied')
  await expect.poll(() => site.log.at(-1)?.url).toBe(`${led}?debug=1`)
  const {headers} = site.log.at(-1) ?? {headers: {}}
  expect(headers).toMatchObject({authorization: 'b', 'x-a': 'b', 'x-all': 'b', 'user-agent': 'Second'})
  expect(site.log.at(-2)?.headers).toMatchObject({'x-m': 'b', 'x-all': 'b', 'user-agent': 'First'})
  await rowOf(options, '/moved').click()
  const thereIt = `Where the server led it, at ${led}: `
  await expect(about(options, 'Sets')).toHaveCount(2)
  await expect(about(options, 'Sets').first()).toContainText('sets X-M')
  await expect(about(options, 'Sets').last()).toContainText(`${thereIt}sets X-A`)
  await expect(about(options, 'Agents').first()).toContainText('as First')
  await expect(about(options, 'Agents').last()).toContainText(`${thereIt}as Second`)
  await expect(about(options, 'Query').first()).toContainText('m=1')
  await expect(about(options, 'Query').last()).toContainText(`${thereIt}becomes`)
  await expect(about(options, 'Query').last()).toContainText('debug=1')
  await expect(about(options, 'All')).toHaveCount(1)
  await expect(about(options, 'Strip')).toHaveCount(1)
  await expect(about(options, 'Strip')).toContainText('sets Authorization')
  await about(options, 'Strip').getByRole('button', {name: 'Test this URL: Strip'}).click()
  await expect(options.getByRole('textbox', {name: 'Test a URL'})).toHaveValue(led)
})

test('of a user agent in whose place another one is sent it is not said that it acted', async ({
  options,
  shop,
  site,
}) => {
  const lower = await make(options, 'UserAgent', [{source: onShop, userAgent: 'Tablet/1'}], {name: 'Tablet'})
  await make(options, 'UserAgent', [{source: inPath('/m.html'), userAgent: 'Phone/1'}], {name: 'Phone'})
  await ask(options, 'rules.move', {moves: [{ids: [lower], before: null, groupId: ''}]})
  await openLog(options)
  for (const path of ['/m.html', '/other.html']) await shop.goto(site.url('shop.test', path))
  expect(site.log.slice(-2).map(({headers}) => headers['user-agent'])).toEqual(['Phone/1', 'Tablet/1'])
  await expect(rowOf(options, '/other.html')).toContainText('TabletApplied')
  await expect(rowOf(options, '/m.html')).toContainText('PhoneApplied')
  await shop.goto(site.url('other.test', `/moved?to=${site.url('shop.test', '/m.html')}`))
  await expect(rowOf(options, 'other.test')).toContainText('PhoneApplied')
  await options
    .locator('.activity-row')
    .filter({hasText: /\d\/m\.html/})
    .last()
    .click()
  await expect(about(options, 'Tablet')).toContainText('Phone, which stands above, has user-agent already.')
  await expect(options.getByRole('heading', {name: 'What “Phone” did'})).toBeVisible()
})

test('of an answer that did not come from where a server led it is not said that it was changed', async ({
  options,
  shop,
}) => {
  const both = [set('X-Sent'), set('X-Answer', 'Response')]
  await make(options, 'Headers', [{source: where('host', 'Equals', 'api.test'), modifications: both}], {name: 'There'})
  await make(options, 'Headers', [{source: onShop, modifications: both}], {name: 'Here'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(() => fetch('/moved?to=http://api.test:39741/x').catch(() => undefined))
  await expect(rowOf(options, '/moved')).toContainText('Applied, then')
  await rowOf(options, '/moved').click()
  await expect(about(options, 'Here')).toContainText('sets X-Answer in the answer')
  await expect(about(options, 'There')).toContainText('sets X-Sent')
  await expect(about(options, 'There')).not.toContainText('X-Answer')
})
