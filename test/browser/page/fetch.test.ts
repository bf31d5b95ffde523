import {ask} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

const onApi = where('path', 'Contains', '/api/')

test('a static Response rule changes only the body', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: '{"mocked":true}'}])
  const answer = await fetched(shop, site.url('shop.test', '/api/items'))
  expect(answer).toMatchObject({
    status: 200,
    url: site.url('shop.test', '/api/items'),
    redirected: false,
    text: '{"mocked":true}',
  })
  expect(answer?.headers['x-site']).toBe('original')
  expect(site.log).toHaveLength(1)
  expect((await fetched(shop, site.url('shop.test', '/echo')))?.text).toContain('/echo')
})

test('a Response rule that serves without a request sends none', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [
    {
      source: onApi,
      type: 'static',
      value: '{"mocked":true}',
      serveWithoutRequest: true,
      statusCode: 404,
      statusText: 'Gone fishing',
    },
  ])
  const answer = await fetched(shop, site.url('shop.test', '/api/items#part'))
  expect(answer).toMatchObject({status: 404, url: site.url('shop.test', '/api/items'), text: '{"mocked":true}'})
  expect(answer?.headers['content-type']).toBe('application/json')
  expect(site.log).toHaveLength(0)
})

test('a served response obeys the mode of the request like a sent one', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  const seen = await shop.evaluate(async () => {
    const other = `http://other.test:${location.port}`
    const describe = async (response: Response) => {
      const copy = response.clone()
      const {type, status, ok, url, redirected, statusText, body} = response
      const shown = {type, status, ok, url, redirected, statusText, hasBody: body !== null}
      const kind = (await response.blob()).type
      return {...shown, headers: [...response.headers.keys()], kind, text: await copy.text(), copied: copy.type}
    }
    const inits = [
      {mode: 'no-cors'},
      {mode: 'no-cors', method: 'POST', body: 'x'},
      {mode: 'no-cors', redirect: 'manual'},
      {mode: 'same-origin'},
    ] as const
    const both = inits.map(init =>
      Promise.all(['/api/items', '/echo'].map(path => fetch(other + path, init).then(describe, String))),
    )
    const own = await fetch('/api/items', {mode: 'same-origin'})
    return {both: await Promise.all(both), own: await own.text()}
  })
  for (const [served, sent] of seen.both) expect(served).toEqual(sent)
  expect(seen.both[0]?.[0]).toMatchObject({type: 'opaque', status: 0, text: ''})
  expect(seen.own).toBe('mocked')
  expect(site.requests(({path}) => path.startsWith('/api/'))).toEqual([])
})

test('a static Request rule changes the request body and sends it once', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: onApi, type: 'static', value: '{"changed":"ü"}'}])
  await fetched(shop, site.url('shop.test', '/api/items'), {
    method: 'POST',
    body: '{"a":1}',
    headers: {'content-type': 'application/json'},
  })
  await fetched(shop, site.url('shop.test', '/api/items'))
  await fetched(shop, site.url('shop.test', '/api/items'), {method: 'POST'})
  expect(
    site.log.map(({method, body, headers}) => [method, body, headers['content-type'], headers['content-length']]),
  ).toEqual([
    ['POST', '{"changed":"ü"}', 'application/json', '16'],
    ['GET', '', undefined, undefined],
    ['POST', '{"changed":"ü"}', 'application/json', '16'],
  ])
})

test('Request rules do not change HEAD requests', async ({quiet, shop, site}) => {
  const head = () =>
    shop.evaluate(async () => {
      await fetch('/api/items', {method: 'HEAD', headers: {'x-own': '1'}})
      await new Promise(done => {
        const xhr = new XMLHttpRequest()
        xhr.open('HEAD', '/api/items')
        xhr.setRequestHeader('x-own', '1')
        xhr.addEventListener('loadend', done)
        xhr.send('never sent')
      })
    })
  const arrived = () => site.log.map(({at: _at, ...request}) => request)
  await head()
  const native = arrived()
  site.clear()
  await make(quiet, 'Request', [{source: onApi, type: 'static', value: 'changed'}])
  await make(quiet, 'Request', [{source: onApi, type: 'code', value: '() => "changed"'}])
  await head()
  expect(native.map(({method, body}) => [method, body])).toEqual([
    ['HEAD', ''],
    ['HEAD', ''],
  ])
  expect(arrived()).toEqual(native)
})

test('a rule takes effect in open tabs and ends there when all rules are paused', async ({quiet, shop, site}) => {
  const text = async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text
  const id = await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked'}])
  expect(await text()).toBe('mocked')
  await ask(quiet, 'rules.pause', {paused: true})
  expect(await text()).toContain('from')
  await ask(quiet, 'rules.pause', {paused: false})
  expect(await text()).toBe('mocked')
  await ask(quiet, 'rules.switch', {ids: [id], on: false})
  expect(await text()).toContain('from')
  await shop.reload()
  expect(await shop.evaluate(() => fetch.toString())).toBe('function fetch() { [native code] }')
  await ask(quiet, 'rules.switch', {ids: [id], on: true})
  expect(await text()).toBe('mocked')
})

test('a page sees no error of the extension', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked'}])
  const errors: string[] = []
  shop.on('pageerror', error => errors.push(error.message))
  await shop.reload()
  const url = site.url('shop.test', '/api/items')
  expect(await shop.evaluate(at => fetch(at).then(answer => answer.text()), url)).toBe('mocked')
  expect(errors).toEqual([])
})
