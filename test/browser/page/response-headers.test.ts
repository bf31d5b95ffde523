import {ask} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'
import {sendXhr} from './send-xhr'

const onApi = where('path', 'Contains', '/api/')
const responseHeaders = [
  {header: 'X-Trace', value: ' 7 '},
  {header: 'Link', value: '</a>'},
  {header: 'Link', value: '</b>'},
]
const given = {link: '</a>, </b>', 'x-trace': '7'}

test('a served response has the headers of the rule in fetch and XMLHttpRequest', async ({quiet, shop, site}) => {
  const url = site.url('shop.test', '/api/items')
  await make(quiet, 'Response', [
    {source: onApi, type: 'static', value: '{"a":1}', serveWithoutRequest: true, responseHeaders},
  ])
  expect((await fetched(shop, url))?.headers).toEqual({'content-type': 'application/json', ...given})
  const all = 'content-type: application/json\r\nlink: </a>, </b>\r\nx-trace: 7\r\n'
  for (const sync of [false, true]) expect((await sendXhr(shop, {url, sync})).all).toBe(all)
  const named = await shop.evaluate(async () => {
    const request = new XMLHttpRequest()
    request.open('GET', '/api/items')
    request.send()
    await new Promise(done => {
      request.addEventListener('load', done)
    })
    return ['X-TRACE', 'content-type', 'x-none', 'constructor'].map(name => request.getResponseHeader(name))
  })
  expect(named).toEqual(['7', 'application/json', null, null])
  expect(site.log).toHaveLength(0)
})

test('a served response is parsed by the content type of the rule', async ({quiet, shop, site}) => {
  const url = site.url('shop.test', '/api/items')
  await make(quiet, 'Response', [
    {
      source: onApi,
      type: 'static',
      value: '<a/>',
      serveWithoutRequest: true,
      responseHeaders: [{header: 'Content-Type', value: 'application/atom+xml'}],
    },
  ])
  expect((await fetched(shop, url))?.headers).toEqual({'content-type': 'application/atom+xml'})
  expect((await sendXhr(shop, {url, type: 'document'})).body).toBe('<a/>')
  const kinds = await shop.evaluate(async () => (await (await fetch('/api/items')).blob()).type)
  expect(kinds).toBe('application/atom+xml')
})

test('responses from code and replaced network errors have the rule’s headers', async ({quiet, shop}) => {
  const url = 'http://shop.test:9/api/items'
  const code = {source: onApi, type: 'code', value: '() => ({a: 1})', serveWithoutRequest: true, responseHeaders}
  const id = await make(quiet, 'Response', [code])
  const expected = {'content-type': 'application/json', ...given}
  expect((await fetched(shop, url))?.headers).toEqual(expected)
  const seen = await sendXhr(shop, {url})
  expect(seen.all.split('\r\n').filter(Boolean).toSorted()).toEqual(
    Object.entries(expected)
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
  )
  await ask(quiet, 'rules.switch', {ids: [id], on: false})
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: '{}', responseHeaders}])
  expect((await fetched(shop, url))?.headers).toEqual(expected)
})

test("the headers of a server's response are kept", async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'x', responseHeaders}])
  const answer = await fetched(shop, site.url('shop.test', '/api/items'))
  expect(answer?.headers).toMatchObject({'x-site': 'original'})
  expect(answer?.headers['x-trace']).toBeUndefined()
})

test('a served page has the content type of the rule', async ({quiet, shop, site}) => {
  const made = (type: string) => ({
    source: {...where('path', 'Equals', `/made/${type.replace('/', '-')}`), filters: [{resourceType: ['main_frame']}]},
    type: 'static',
    value: '<p>text</p>',
    responseHeaders: [{header: 'content-type', value: `${type}; charset=latin1`}],
  })
  await make(quiet, 'Response', [made('text/plain'), made('text/html')])
  const read = async (path: string) => {
    await shop.goto(site.url('shop.test', path))
    return shop.evaluate(() => [document.contentType, document.body.innerText.trim()])
  }
  expect(await read('/made/text-plain')).toEqual(['text/plain', '<p>text</p>'])
  expect(await read('/made/text-html')).toEqual(['text/html', 'text'])
})
