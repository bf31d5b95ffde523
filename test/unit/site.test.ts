import {get} from 'node:http'
import {text} from 'node:stream/consumers'
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {startSite, type Site} from '../site/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
beforeEach(() => site.clear())
afterAll(() => site.close())

/** Sends a request like Chromium does: the host in its header, the connection to localhost. */
function ask(host: string, path: string): Promise<string> {
  return new Promise((answered, failed) => {
    const headers = {host: `${host}:${site.port}`}
    get(
      {host: '127.0.0.1', port: site.port, path, headers},
      response => void text(response).then(answered, failed),
    ).once('error', failed)
  })
}

it('the test site records every request with its host, headers and body', async () => {
  await ask('shop.test', '/a.html?b=c')
  await fetch(`http://127.0.0.1:${site.port}/api/cart`, {method: 'POST', body: '{"a":1}', headers: {'X-Env': 'qa'}})
  expect(site.log).toHaveLength(2)
  expect(site.log[0]).toMatchObject({method: 'GET', url: site.url('shop.test', '/a.html?b=c'), host: 'shop.test'})
  const [posted] = site.requests(({method}) => method === 'POST')
  expect(posted).toMatchObject({path: '/api/cart', body: '{"a":1}'})
  expect(posted?.headers['x-env']).toBe('qa')
})

it('the test site echoes a request', async () => {
  const echo: unknown = JSON.parse(await ask('shop.test', '/echo?b=c'))
  expect(echo).toMatchObject({method: 'GET', path: '/echo', query: {b: 'c'}})
})

it.each([
  ['/', 'text/html; charset=utf-8'],
  ['/frame.html', 'text/html; charset=utf-8'],
  ['/script.js', 'text/javascript'],
  ['/style.css', 'text/css'],
  ['/image.svg', 'image/svg+xml'],
  ['/image.png', 'image/png'],
  ['/font.woff2', 'font/woff2'],
  ['/api/cart', 'application/json'],
])('the test site serves %s as %s', async (path, type) => {
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('x-site')).toBe('original')
})

it('the test site escapes URLs in its pages', async () => {
  const page = await ask('shop.test', '/?with=/%22%3E%3Cscript%3E.css')
  expect(page).toContain('href="/&quot;>&lt;script>.css"')
})

it('the test site allows all cross-origin requests', async () => {
  const headers = {
    origin: 'http://a.test',
    'access-control-request-headers': 'x-env',
    'access-control-request-method': 'PUT',
  }
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/cart`, {method: 'OPTIONS', headers})
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-methods')).toBe('PUT')
  expect(answer.headers.get('access-control-allow-headers')).toBe('x-env')
})

it('the test site delays /slow', async () => {
  const started = performance.now()
  await ask('shop.test', '/slow?ms=60')
  expect(performance.now() - started).toBeGreaterThanOrEqual(55)
})
