import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Page} from '@playwright/test'
import {ask} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'
import {inSteps} from '../steps'
import {sendXhr, completeEventOrder} from './send-xhr'

const onApi = where('path', 'Contains', '/api/')
const payload = (key: string, value: string) => where('path', 'Contains', '/api/', {requestPayload: {key, value}})

/** Sends a body of every kind in turn, by fetch(url, init) and by fetch(Request). */
const sendEach = (page: Page) =>
  page.evaluate(async () => {
    const form = new FormData()
    form.append('a', '1')
    const bytes = new Uint8Array([0, 255, 128, 65])
    const bodies: Record<string, BodyInit> = {
      text: 'ü',
      params: new URLSearchParams('a=1&b=ü'),
      form,
      blob: new Blob([bytes], {type: 'image/png'}),
      buffer: bytes.buffer,
    }
    for (const [name, body] of Object.entries(bodies)) {
      await fetch(`/api/${name}`, {method: 'POST', body})
      await fetch(new Request(`/api/${name}?request`, {method: 'PUT', body}))
    }
  })

test(
  'rules change request bodies, and filters read payloads, methods and types',
  inSteps({
    'request bodies of every kind are replaced and sent once': async ({quiet, shop, site}) => {
      await make(quiet, 'Request', [{source: onApi, type: 'static', value: '{"a":"ü"}'}])
      await sendEach(shop)
      const came = site.log.map(({path, body, headers}) => [
        path,
        body,
        headers['content-type'],
        headers['content-length'],
      ])
      const each = (name: string, type: string) =>
        Array.from({length: 2}, () => [`/api/${name}`, '{"a":"ü"}', type, '10'])
      expect(came).toEqual([
        ...each('text', 'text/plain;charset=UTF-8'),
        ...each('params', 'application/json'),
        ...each('form', 'application/json'),
        ...each('blob', 'image/png'),
        ...each('buffer', 'application/json'),
      ])
    },
    'a body that code returns unchanged is sent with its original bytes': async ({quiet, shop, site}) => {
      await sendEach(shop)
      const plain = (boundary: string) => boundary.replaceAll(/-{4}WebKitFormBoundary\w+/g, 'boundary')
      const log = () =>
        site.log.map(({url, method, body, headers}) => [
          url,
          method,
          plain(body),
          plain(headers['content-type'] ?? ''),
          headers['content-length'],
        ])
      const native = log()
      site.clear()
      await make(quiet, 'Request', [{source: onApi, type: 'code', value: 'args => args.body'}])
      await make(quiet, 'Response', [{source: onApi, type: 'code', value: 'args => args.response'}])
      await sendEach(shop)
      expect(log()).toEqual(native)
    },
    'a request stream is read for code, and unchanged response bytes are kept': async ({quiet, shop, site}) => {
      await make(quiet, 'Request', [{source: onApi, type: 'code', value: '({body}) => body.toUpperCase()'}])
      await make(quiet, 'Response', [
        {source: where('path', 'Equals', '/bytes'), type: 'code', value: '({response}) => response'},
      ])
      const sum = await shop.evaluate(async () => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('from a '))
            controller.enqueue(new TextEncoder().encode('stream'))
            controller.close()
          },
        })
        await fetch('/api/stream', {method: 'POST', body, duplex: 'half'} as RequestInit)
        const bytes = new Uint8Array(await (await fetch('/bytes?size=512')).arrayBuffer())
        return bytes.length === 512 && bytes.every((value, at) => value === at % 256)
      })
      expect(sum).toBe(true)
      expect(site.log[0]).toMatchObject({body: 'FROM A STREAM', headers: {'content-length': '13'}})
    },
    'the first matching condition and rule applies': async ({quiet, shop, site}) => {
      const answer = (path: string, value: string) => ({source: where('path', 'Contains', path), type: 'static', value})
      await make(quiet, 'Response', [answer('/api/a', 'first'), answer('/api/b', 'second')])
      const lower = await make(quiet, 'Response', [answer('/api/', 'lower')])
      const text = async (path: string) => (await fetched(shop, site.url('shop.test', path)))?.text
      expect([await text('/api/a'), await text('/api/b'), await text('/api/c')]).toEqual(['first', 'second', 'lower'])
      await ask(quiet, 'rules.switch', {ids: [lower], on: false})
      expect(await text('/api/c')).toContain('from')
    },
    'a payload filter reads JSON bodies and the query of a GraphQL GET, not batches': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [{source: payload('operationName', 'Users'), type: 'static', value: 'users'}])
      await make(quiet, 'Response', [{source: payload('variables.id', '7'), type: 'static', value: 'seven'}])
      const url = site.url('shop.test', '/api/graphql')
      const post = async (body: unknown) =>
        (await fetched(shop, url, {method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body)}))?.text
      expect(await post({operationName: 'Users'})).toBe('users')
      expect(await post([{operationName: 'Users'}])).toBe('users')
      // A rule would replace all answers of a batch.
      expect(await post([{operationName: 'Other'}, {operationName: 'Users'}])).toContain('site')
      expect(await post({operationName: 'Other', variables: {id: 7}})).toBe('seven')
      expect((await fetched(shop, `${url}?operationName=Users`))?.text).toBe('users')
      site.clear()
      expect(await post('no JSON')).toContain('no JSON')
      expect(site.log.map(({method, body}) => [method, body])).toEqual([['POST', 'no JSON']])
    },
    'method and resource type filters apply inside the page': async ({quiet, shop, site}) => {
      const only = (filter: object) => ({
        source: where('path', 'Contains', '/api/', filter),
        type: 'static',
        value: 'mocked',
      })
      await make(quiet, 'Response', [only({requestMethod: ['PUT']}), only({resourceType: ['image']})])
      const url = site.url('shop.test', '/api/a')
      expect((await fetched(shop, url))?.text).not.toBe('mocked')
      expect((await fetched(shop, url, {method: 'PUT', body: 'x'}))?.text).toBe('mocked')
    },
  }),
)

test(
  'static responses and delays apply to fetch and XMLHttpRequest',
  inSteps({
    'Cancel and Redirect rules precede static and code responses': async ({quiet, shop, site}) => {
      await make(quiet, 'Cancel', [{source: where('path', 'Equals', '/api/stopped')}])
      const destination = site.url('shop.test', '/echo')
      await make(quiet, 'Redirect', [
        {source: where('path', 'Equals', '/api/moved'), destinationType: 'url', destination},
      ])
      for (const made of [
        {type: 'static', value: 'mocked'},
        {type: 'code', value: '() => "mocked"'},
      ]) {
        const id = await make(quiet, 'Response', [{source: onApi, ...made, serveWithoutRequest: true}])
        expect(await fetched(shop, site.url('shop.test', '/api/stopped'))).toBeNull()
        expect((await fetched(shop, site.url('shop.test', '/api/moved')))?.url).toBe(destination)
        expect((await fetched(shop, site.url('shop.test', '/api/other')))?.text).toBe('mocked')
        await ask(quiet, 'rules.delete', {ids: [id]})
      }
    },
    'a static response replaces a network error, but not an aborted request': async ({quiet, shop}) => {
      await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', statusCode: 503}])
      expect(await fetched(shop, 'http://shop.test:9/api/a')).toMatchObject({status: 503, text: 'mocked'})
      const aborted = await shop.evaluate(() => {
        const controller = new AbortController()
        controller.abort()
        return fetch('http://shop.test:9/api/a', {signal: controller.signal}).catch(
          (error: unknown) => (error as Error).name,
        )
      })
      expect(aborted).toBe('AbortError')
    },
    'a large static response replaces a network error and an endless response': async ({quiet, shop}) => {
      const value = 'x'.repeat(20_000)
      await make(quiet, 'Response', [{source: onApi, type: 'static', value}])
      const server = createServer((_request, response) => {
        response.writeHead(200, {'access-control-allow-origin': '*'}).write('endless')
      })
      await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
      const {port} = server.address() as AddressInfo
      const unreachable = 'http://shop.test:9/api/a'
      expect((await fetched(shop, `http://shop.test:${port}/api/a`))?.text).toBe(value)
      server.closeAllConnections()
      server.close()
      expect((await fetched(shop, unreachable))?.text).toBe(value)
      expect(await sendXhr(shop, {url: unreachable})).toMatchObject({
        status: 200,
        body: value,
        events: completeEventOrder,
      })
    },
    'a large body is loaded from storage when a rule matches': async ({quiet, shop, site}) => {
      const id = await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'x'.repeat(300_000)}])
      expect((await fetched(shop, site.url('shop.test', '/api/a')))?.text).toHaveLength(300_000)
      const kept = () =>
        quiet.evaluate(
          'chrome.storage.local.get().then(all => Object.keys(all).filter(key => key.startsWith("page-body:")).length)',
        )
      expect(await kept()).toBe(1)
      await ask(quiet, 'rules.switch', {ids: [id], on: false})
      expect(await kept()).toBe(0)
    },
    'the longer of two delays applies, and an abort ends it': async ({quiet, shop, site}) => {
      await make(quiet, 'Delay', [{source: onApi, delay: 100}])
      await make(quiet, 'Delay', [{source: onApi, delay: 500}])
      const started = Date.now()
      await fetched(shop, site.url('shop.test', '/api/a'), {method: 'POST', body: 'x'})
      expect((site.log[0]?.at ?? 0) - started).toBeGreaterThanOrEqual(500)
      site.clear()
      const ended = await shop.evaluate(() => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(new Error('enough')), 20)
        return fetch('/api/a', {signal: controller.signal}).catch((error: unknown) => (error as Error).message)
      })
      expect(ended).toBe('enough')
      await fetched(shop, site.url('shop.test', '/echo'))
      expect(site.log.map(({path}) => path)).toEqual(['/echo'])
    },
  }),
)
