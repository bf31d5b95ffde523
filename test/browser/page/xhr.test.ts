import {expect, make, where} from '../fixtures'
import {test} from '../shared'
import {sendXhr, completeEventOrder} from './send-xhr'

const onApi = where('path', 'Contains', '/api/')

test('a static Response rule changes every response type', async ({quiet, shop, site}) => {
  const url = site.url('shop.test', '/api/items')
  const before = await sendXhr(shop, {url})
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: '{"mocked":"ü"}'}])
  const text = await sendXhr(shop, {url})
  expect(text).toMatchObject({
    events: completeEventOrder,
    status: 200,
    body: '{"mocked":"ü"}',
    url,
    header: 'original',
    state: 4,
  })
  const undated = (all: string) => all.replace(/^date:.*$/m, '')
  expect(undated(text.all)).toBe(undated(before.all))
  expect((await sendXhr(shop, {url, type: 'json'})).body).toEqual({mocked: 'ü'})
  expect(await sendXhr(shop, {url, type: 'arraybuffer'})).toMatchObject({kind: 'ArrayBuffer', body: '{"mocked":"ü"}'})
  expect((await sendXhr(shop, {url, type: 'blob'})).kind).toBe('Blob')
  expect(site.log).toHaveLength(5)
})

test('responseXML is parsed from the changed body', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/page.html'), type: 'static', value: '<p>mocked'}])
  const seen = await sendXhr(shop, {url: site.url('shop.test', '/page.html'), type: 'document'})
  expect(seen.body).toBe('<html><head></head><body><p>mocked</p></body></html>')
})

test('code changes every response type, and only the last events wait for it', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{type: 'code', value: 'args => args.response.replace("original", "of code")'}])
  const text = site.url('shop.test', '/api/items?original')
  const seen = await sendXhr(shop, {url: text})
  expect(seen.events).toEqual(completeEventOrder)
  expect(seen.body).toContain('of code')
  for (const type of ['json', 'arraybuffer', 'blob'] as const) {
    const {body, kind} = await sendXhr(shop, {url: text, type})
    expect(kind).toBe({json: 'Object', arraybuffer: 'ArrayBuffer', blob: 'Blob'}[type])
    if (type !== 'blob') expect(JSON.stringify(body)).toContain('of code')
  }
  const page = site.url('shop.test', '/page.html?with=/original.js')
  expect((await sendXhr(shop, {url: page, type: 'document'})).body).toContain('src="/of code.js"')
})

test('a request is served without a server and fires its events in order', async ({quiet, shop, site}) => {
  const url = site.url('shop.test', '/api/items')
  await make(quiet, 'Response', [
    {source: onApi, type: 'static', value: '{"a":1}', serveWithoutRequest: true, statusCode: 404, statusText: 'Nope'},
  ])
  const seen = await sendXhr(shop, {url, method: 'POST', body: 'x', upload: true})
  expect(seen).toMatchObject({
    status: 404,
    statusText: 'Nope',
    body: '{"a":1}',
    url,
    all: 'content-type: application/json\r\n',
  })
  expect(seen.events).toEqual([
    'state 1',
    'loadstart 1',
    'upload loadstart',
    'upload progress',
    'upload load',
    'upload loadend',
    'state 2',
    'state 3',
    'progress 3',
    'state 4',
    'load 4',
    'loadend 4',
  ])
  const {events, ...synchronous} = await sendXhr(shop, {url, sync: true})
  expect(synchronous).toMatchObject({status: 404, body: '{"a":1}', url})
  expect(events).toEqual(['state 1', 'state 4', 'load 4', 'loadend 4'])
  expect(site.log).toHaveLength(0)
})

test('a synchronous request receives a static body', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked'}])
  const seen = await sendXhr(shop, {url: site.url('shop.test', '/api/items'), sync: true})
  expect(seen).toMatchObject({status: 200, body: 'mocked', header: 'original'})
  expect(site.log).toHaveLength(1)
})

test('a static response replaces a network error', async ({quiet, shop}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked'}])
  const url = 'http://shop.test:9/api/items'
  expect(await sendXhr(shop, {url})).toMatchObject({status: 200, body: 'mocked', url, events: completeEventOrder})
  expect(await sendXhr(shop, {url, sync: true})).toMatchObject({status: 200, body: 'mocked'})
})

test('a static Request rule changes the request body once, if there is one', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: onApi, type: 'static', value: '{"changed":"ü"}'}])
  const url = site.url('shop.test', '/api/items')
  await sendXhr(shop, {url, method: 'POST', body: '{"a":1}', headers: {'Content-Type': 'application/json'}})
  await sendXhr(shop, {url, method: 'PUT', body: 'text'})
  await sendXhr(shop, {url})
  await sendXhr(shop, {url, method: 'POST', body: 'x', sync: true})
  expect(
    site.log.map(({method, body, headers}) => [method, body, headers['content-type'], headers['content-length']]),
  ).toEqual([
    ['POST', '{"changed":"ü"}', 'application/json', '16'],
    ['PUT', '{"changed":"ü"}', 'text/plain;charset=UTF-8', '16'],
    ['GET', '', undefined, undefined],
    ['POST', '{"changed":"ü"}', 'text/plain;charset=UTF-8', '16'],
  ])
})
