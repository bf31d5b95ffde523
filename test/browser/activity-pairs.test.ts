import type {Page} from '@playwright/test'
import {openAbout} from './about-tab'
import {expect, make, where} from './fixtures'
import {cellsOf, openLog} from './log-rows'
import {test} from './shared'

/** One rule of several conditions, by the operation that is sent. */
const on = (path: string, name: string) => ({
  ...where('path', 'Equals', path),
  filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value: name}}],
})

const send = (page: Page, path: string, name: string) =>
  page.evaluate(
    async ([address, operationName]) => {
      const answer = await fetch(address, {method: 'POST', body: JSON.stringify({operationName})})
      return `${answer.status} ${await answer.text()}`
    },
    [path, name] as const,
  )

test('activity shows which of several payload conditions matched', async ({app, options, shop, site}) => {
  const fixed = (value: string, statusCode: number) => ({type: 'static', value, statusCode})
  const answers = (path: string, serveWithoutRequest = false) => [
    {source: on(path, 'Cart'), ...fixed('{"cart":1}', 200), serveWithoutRequest},
    {source: on(path, 'User'), ...fixed('{"errors":1}', 500)},
  ]
  await make(options, 'Response', answers('/api/asked'), {name: 'Asked'})
  await make(options, 'Response', answers('/api/made', true), {name: 'Made'})
  const seven = {requestPayload: {key: 'variables.n', operator: 'Equals', value: '7'}}
  const sevens = {...where('path', 'Equals', '/api/made'), filters: [seven]}
  await make(options, 'Request', [{source: sevens, type: 'static', value: 'seven'}], {name: 'Seven'})
  await make(
    options,
    'Delay',
    [
      {source: on('/api/late', 'Cart'), delay: 50},
      {source: on('/api/late', 'User'), delay: 600},
    ],
    {name: 'Late'},
  )
  const led = (name: string, to: string) => ({
    source: on('/api/led', name),
    destinationType: 'url',
    destination: site.url('shop.test', to),
  })
  await make(options, 'Redirect', [led('Cart', '/api/led-cart'), led('User', '/api/led-user')], {name: 'Led'})
  const adds = (name: string, param: string, path = '/api/query') => ({
    source: on(path, name),
    modifications: [{type: 'Add', param, value: '1'}],
  })
  await make(options, 'QueryParam', [adds('Cart', 'c'), adds('User', 'u')], {name: 'Adds'})
  const anyMixed = {
    source: where('path', 'Contains', '/api/mix'),
    modifications: [{type: 'Add', param: 'd', value: '1'}],
  }
  // What the payload does not keep the browser does by itself, and no page tells of.
  await make(options, 'QueryParam', [adds('Menu', 'm', '/api/mixed'), anyMixed], {name: 'Mixed'})
  await make(
    options,
    'Request',
    [
      {source: on('/api/body', 'Cart'), type: 'static', value: 'short'},
      {source: on('/api/body', 'User'), type: 'code', value: 'args => "by code"'},
    ],
    {name: 'Body'},
  )
  const answered = (name: string, value: string) => ({source: on('/api/coded', name), type: 'code', value})
  const codes = [answered('Cart', 'args => "fine"'), answered('User', 'args => nowhere.is')]
  await make(options, 'Response', codes, {name: 'Coded'})
  await shop.reload()
  await openLog(options)
  const cells = await cellsOf(options)

  const all = [
    '/api/asked',
    '/api/made',
    '/api/late',
    '/api/led',
    '/api/query',
    '/api/body',
    '/api/coded',
    '/api/mixed',
  ]
  for (const path of all)
    for (const name of ['User', 'Cart']) {
      const came = await send(shop, path, name)
      if (/asked|made/.test(path)) expect(came).toBe(name === 'User' ? '500 {"errors":1}' : '200 {"cart":1}')
    }
  expect(site.log.filter(({path}) => path === '/api/body').map(({body}) => body)).toEqual(['by code', 'short'])

  const rows = async () =>
    (await cells()).slice(1).map(([, , url, , status, rule]) => `${url?.replace(/^.*\/api/, '')} ${rule} ${status}`)
  await expect
    .poll(async () => (await rows()).toReversed())
    .toEqual([
      '/asked Asked 500',
      '/asked Asked 200',
      '/made Made 500',
      '/made Made 200',
      '/late Late 200',
      '/late Late 200',
      '/led Led 200',
      '/led Led 200',
      '/query Adds 200',
      '/query Adds 200',
      '/body Body 200',
      '/body Body 200',
      '/coded Coded Code failed, response unchanged',
      '/coded Coded 200',
      '/mixed Mixed 200',
      '/mixed Mixed 200',
    ])
  const said = [
    ['answers 500, JSON, 12 B', 'answers 200, JSON, 10 B'],
    ['answers 500, JSON, 12 B', 'answers 200, JSON, 10 B'],
    ['waits 600 ms', 'waits 50 ms'],
    [/goes to \S+\/api\/led-user/, /goes to \S+\/api\/led-cart/],
    [/becomes \S+\/api\/query\?u=1 /, /becomes \S+\/api\/query\?c=1 /],
    ['runs code', 'sends text, 5 B'],
    ['nowhere is not defined', 'runs code'],
    [/becomes \S+\/api\/mixed\?d=1/, /becomes \S+\/api\/mixed\?d=1/],
  ] as const
  // A tab behind another one is drawn once a second.
  await options.bringToFront()
  for (const [at, path] of all.entries())
    for (const [nth, text] of (said[at] ?? []).toReversed().entries()) {
      const row = options.getByRole('row').filter({hasText: path}).nth(nth)
      await row.click()
      await expect(options.locator('.activity-detail')).toContainText(text)
    }
  // In the popup it is one rule.
  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('listitem')
  for (const [name, counted] of [
    ['Asked', '2 requests'],
    ['Late', '2 requests'],
    ['Led', '2 requests'],
    ['Coded', '2 requests · Code failed'],
  ] as const)
    await expect(acted.filter({has: popup.getByRole('switch', {name, exact: true})})).toContainText(counted)
  await popup.close()
  // The tester of a row has what was sent.
  await options.getByRole('row').filter({hasText: '/api/asked'}).nth(1).click()
  await options.getByRole('button', {name: /^Test this URL/}).click()
  await expect(options.getByRole('textbox', {name: 'Payload'})).toHaveValue(/User/)
})
