import {ask} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string) => where('path', 'Equals', path)
const fixed = (path: string, value: string, more: object = {}) => ({source: at(path), type: 'static', value, ...more})

for (const [type, does, to] of [
  ['Redirect', {destinationType: 'url', destination: 'http://$1/api/new?x=1'}, '/api/new?x=1'],
  ['Replace', {from: 'old', to: 'new'}, '/api/new?x=1'],
  ['QueryParam', {modifications: [{type: 'Modify', param: 'x', value: '2'}]}, '/api/old?x=2'],
] as const)
  test(`rules for bodies and Delay rules apply to the target of a ${type} rule`, async ({quiet, shop, site}) => {
    const isQuery = type === 'QueryParam'
    await make(quiet, type, [{source: where('url', 'Matches', '^http://([^/]*)/api/old\\?x=1$'), ...does}])
    const there = isQuery ? where('url', 'Contains', 'x=2') : at('/api/new')
    const url = site.url('shop.test', '/api/old?x=1')
    const send = () => fetched(shop, url, {method: 'POST', body: 'sent'})
    await make(quiet, 'Request', [{source: there, type: 'static', value: 'changed'}])
    await make(quiet, 'Response', [{source: there, type: 'code', value: '({url, response}) => url'}])
    const lands = site.url('shop.test', to)
    expect(await send()).toMatchObject({url: lands, redirected: true, text: lands})
    expect(site.log.map(({url: seen, body}) => [seen, body])).toEqual([[lands, 'changed']])
    site.clear()
    const served = await make(quiet, 'Response', [
      {source: there, type: 'static', value: 'served', serveWithoutRequest: true},
    ])
    const [, , code] = (await ask(quiet, 'library.read', {})).rules.map(({id}) => id)
    await ask(quiet, 'rules.move', {moves: [{ids: [served], before: code ?? '', groupId: ''}]})
    expect(await send()).toMatchObject({url: lands, redirected: true, text: 'served'})
    expect(site.log).toEqual([])
    await make(quiet, 'Delay', [{source: there, delay: 600}])
    const from = Date.now()
    await send()
    expect(Date.now() - from).toBeGreaterThanOrEqual(600)
  })

test('a redirect precedes a static response; code receives the final response', async ({quiet, shop, site}) => {
  await make(quiet, 'Redirect', [
    {source: at('/api/old'), destinationType: 'url', destination: site.url('shop.test', '/echo')},
  ])
  await make(quiet, 'Response', [fixed('/api/old', 'mocked')])
  const url = site.url('shop.test', '/api/old')
  expect((await fetched(shop, url))?.text).toContain('/echo')
  await make(quiet, 'Response', [
    {source: at('/api/old'), type: 'code', value: '({url, response}) => url + response.length'},
  ])
  expect((await fetched(shop, url))?.text).toMatch(new RegExp(`^${url}\\d+$`))
})

test('the upper rule in a redirect chain responds, and a loop is ignored', async ({quiet, shop, site}) => {
  const goes = (from: string, to: string) =>
    make(quiet, 'Redirect', [{source: at(from), destinationType: 'url', destination: site.url('shop.test', to)}])
  await goes('/api/one', '/api/two')
  await goes('/api/two', '/api/three')
  await make(quiet, 'Response', [fixed('/api/three', 'upper')])
  await make(quiet, 'Response', [{source: at('/api/one'), type: 'code', value: '() => "lower"'}])
  const url = site.url('shop.test', '/api/one')
  expect(await fetched(shop, url)).toMatchObject({text: 'upper', url: site.url('shop.test', '/api/three')})
  expect(site.log.map(({path}) => path)).toEqual(['/api/three'])
  await goes('/api/three', '/api/one')
  expect((await fetched(shop, url))?.text).toBe('upper')
})

test('rules apply to the redirect target of an XMLHttpRequest', async ({quiet, shop, site}) => {
  await make(quiet, 'Redirect', [
    {source: at('/api/old'), destinationType: 'url', destination: site.url('shop.test', '/api/new')},
  ])
  await make(quiet, 'Response', [fixed('/api/new', 'served', {serveWithoutRequest: true})])
  const answer = await shop.evaluate(
    url =>
      new Promise<readonly string[]>(done => {
        const xhr = new XMLHttpRequest()
        xhr.open('GET', url)
        xhr.addEventListener('load', () => done([xhr.responseText, xhr.responseURL]))
        xhr.send()
      }),
    site.url('shop.test', '/api/old'),
  )
  expect(answer).toEqual(['served', site.url('shop.test', '/api/new')])
  expect(site.log).toEqual([])
})

test('redirects start and stop in open tabs without a reload', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [fixed('/api/new', 'mocked')])
  const text = async () => (await fetched(shop, site.url('shop.test', '/api/old')))?.text
  expect(await text()).toContain('from')
  const id = await make(quiet, 'Redirect', [
    {source: at('/api/old'), destinationType: 'url', destination: site.url('shop.test', '/api/new')},
  ])
  expect(await text()).toBe('mocked')
  await ask(quiet, 'rules.switch', {ids: [id], on: false})
  expect(await text()).toContain('from')
  await ask(quiet, 'rules.switch', {ids: [id], on: true})
  await shop.reload()
  expect(await text()).toBe('mocked')
})
