import {createServer, type AddressInfo} from 'node:net'
import {expect, make, where} from '../fixtures'
import {test} from '../shared'
import {sendXhr} from './send-xhr'

const onApi = where('path', 'Contains', '/api/')

test('a delayed request fires upload events and can be aborted or time out', async ({quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: onApi, delay: 400}])
  const url = site.url('shop.test', '/api/items')
  const started = Date.now()
  const whole = await sendXhr(shop, {url, method: 'POST', body: 'x', upload: true})
  expect((site.log[0]?.at ?? 0) - started).toBeGreaterThanOrEqual(400)
  expect(whole.events.slice(0, 6)).toEqual([
    'state 1',
    'loadstart 1',
    'upload loadstart',
    'upload progress',
    'upload load',
    'upload loadend',
  ])
  expect(whole.events.slice(-3)).toEqual(['state 4', 'load 4', 'loadend 4'])
  site.clear()
  const aborted = await sendXhr(shop, {url, method: 'POST', body: 'x', abortAfter: 20, upload: true})
  expect(aborted.events).toEqual([
    'state 1',
    'loadstart 1',
    'state 4',
    'upload abort',
    'upload loadend',
    'abort 4',
    'loadend 4',
  ])
  expect(aborted).toMatchObject({state: 0, status: 0, body: ''})
  const late = await sendXhr(shop, {url, timeout: 50})
  expect(late.events).toEqual(['state 1', 'loadstart 1', 'state 4', 'timeout 4', 'loadend 4'])
  expect(site.log).toHaveLength(0)
})

test('a served request reports the upload of each body like a sent one', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  const seen = await shop.evaluate(async () => {
    const form = new FormData()
    form.append('a', new Blob(['file']), 'a.txt')
    const document = new DOMParser().parseFromString('<p>ü', 'text/html')
    const bodies = ['ü', '', new Blob(['x'.repeat(1_000)]), new Uint8Array(5), form, document]
    const upload = (path: string, body: XMLHttpRequestBodyInit | Document) =>
      new Promise<string[]>(done => {
        const xhr = new XMLHttpRequest()
        const events: string[] = []
        for (const name of ['loadstart', 'progress', 'load', 'loadend'] as const)
          xhr.upload.addEventListener(name, ({loaded, total, lengthComputable}) =>
            events.push(`${name} ${loaded}/${total} ${lengthComputable}`),
          )
        xhr.addEventListener('loadend', () => done(events))
        xhr.open('POST', path)
        xhr.send(body)
      })
    const both = bodies.map(body => Promise.all([upload('/api/items', body), upload('/echo', body)]))
    return Promise.all(both)
  })
  for (const [served, sent] of seen) expect(served).toEqual(sent)
  expect(seen[0]?.[0]?.at(-1)).toBe('loadend 2/2 true')
  expect(site.log.map(({path}) => path)).toEqual(seen.map(() => '/echo'))
})

test('an XMLHttpRequest can be reused and rejects calls in the wrong state', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  const seen = await shop.evaluate(async () => {
    const xhr = new XMLHttpRequest()
    const states: number[] = []
    xhr.addEventListener('readystatechange', () => states.push(xhr.readyState))
    const refused = (does: () => void) => {
      try {
        does()
        return 'nothing'
      } catch (error) {
        return (error as Error).name
      }
    }
    const next = async (path: string) => {
      xhr.open('GET', path)
      xhr.send()
      const twice = refused(() => xhr.send())
      const header = refused(() => xhr.setRequestHeader('a', 'b'))
      await new Promise(done => xhr.addEventListener('loadend', done, {once: true}))
      return [xhr.responseText.slice(0, 6), twice, header]
    }
    return [await next('/api/a'), await next('/echo'), await next('/api/b'), states]
  })
  const refusals = ['InvalidStateError', 'InvalidStateError']
  expect(seen).toEqual([
    ['mocked', ...refusals],
    ['{"meth', ...refusals],
    ['mocked', ...refusals],
    [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4],
  ])
  expect(site.log).toHaveLength(1)
})

test('a timeout counts the delay and fires the upload events in order', async ({quiet, shop}) => {
  // This server accepts connections and never responds.
  const silent = createServer(socket => socket.on('error', () => socket.destroy()))
  await new Promise<void>(listening => silent.listen(0, '127.0.0.1', listening))
  const {port} = silent.address() as AddressInfo
  await make(quiet, 'Delay', [{source: onApi, delay: 200}])
  const started = Date.now()
  const url = `http://silent.test:${port}/api/items`
  const late = await sendXhr(shop, {url, method: 'POST', body: 'x', timeout: 900, upload: true})
  expect(Date.now() - started).toBeGreaterThanOrEqual(900)
  expect(late.events).toEqual([
    'state 1',
    'loadstart 1',
    'upload loadstart',
    'state 4',
    'upload timeout',
    'upload loadend',
    'timeout 4',
    'loadend 4',
  ])
  expect(late.limit).toBe(900)
  silent.close()
})

test('a waiting request rejects withCredentials, which can be set after its end', async ({quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/api/late'), delay: 100}])
  await make(quiet, 'Request', [{source: onApi, type: 'code', value: '({body}) => body + body'}])
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: '({response}) => response + response'}])
  for (const path of ['/api/late', '/api/coded']) {
    const seen = await shop.evaluate(async url => {
      const xhr = new XMLHttpRequest()
      const tried: string[] = []
      const set = (value: boolean) => {
        try {
          xhr.withCredentials = value
          tried.push(`${xhr.withCredentials}`)
        } catch (error) {
          tried.push((error as Error).name)
        }
      }
      set(true)
      xhr.open('POST', url)
      set(false)
      xhr.send('x')
      set(true)
      xhr.abort()
      set(true)
      xhr.open('POST', url)
      set(false)
      xhr.send('x')
      await new Promise(done => xhr.addEventListener('loadend', done, {once: true}))
      set(true)
      return tried
    }, path)
    const refused = 'InvalidStateError'
    expect(seen).toEqual(['true', 'false', refused, 'true', 'false', refused])
  }
  expect(site.log.map(({body}) => body)).toEqual(['xx', 'xx'])
})
