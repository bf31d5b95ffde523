import {createServer, type IncomingHttpHeaders, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Frame, Page} from '@playwright/test'

/** Values of `navigator` in the first script of a document. */
export type Told = {
  readonly userAgent: string
  readonly appVersion: string
  readonly platform: string
  readonly vendor: string
  /** From `navigator.userAgentData`; null if it does not exist. */
  readonly data: {
    readonly brands: readonly {readonly brand: string; readonly version: string}[]
    readonly mobile: boolean
    readonly platform: string
  } | null
}

/** Reads the same values from a window. */
export const tell = `(view => {
  const {userAgent, appVersion, platform, vendor, userAgentData} = view.navigator
  return {userAgent, appVersion, platform, vendor, data: userAgentData ? userAgentData.toJSON() : null}
})`

export const toldTo = (frame: Page | Frame): Promise<Told> => frame.evaluate('told')

export type UserAgentSite = {
  /** Two trustworthy origins, since Chromium sends client hints to no others. */
  readonly one: string
  readonly other: string
  /** The headers of the requests for a path, in the order of arrival. */
  readonly headersOf: (path: string) => readonly IncomingHttpHeaders[]
  readonly close: () => Promise<void>
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><script>window.told = ${tell}(window)</script>
<title>page</title><link rel="icon" href="data:,"></head><body></body></html>`

const serviceWorker = `addEventListener('fetch', event => {
  if (event.request.mode === 'navigate')
    event.respondWith(new Response(${JSON.stringify(page)}, {headers: {'content-type': 'text/html'}}))
})`

type Answer = {readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string}

const answers: Readonly<Record<string, (request: IncomingMessage) => Answer>> = {
  '/cached': () => ({headers: {'cache-control': 'max-age=600'}}),
  '/validated': ({headers}) => ({
    status: headers['if-none-match'] === undefined ? 200 : 304,
    headers: {'cache-control': 'no-cache', etag: '"one"'},
  }),
  '/moved': () => ({status: 302, headers: {location: '/target'}}),
  '/missing': () => ({status: 404}),
  '/timed': () => ({headers: {'server-timing': 'database;dur=5;desc="of the site", cache'}}),
  '/service-worker.js': () => ({headers: {'content-type': 'text/javascript'}, body: serviceWorker}),
  '/worker.js': () => ({
    headers: {'content-type': 'text/javascript'},
    body: `postMessage(navigator.userAgent)`,
  }),
}

/** A site whose pages store `navigator` values of their first script, and a log of headers. */
export async function startUserAgentSite(): Promise<UserAgentSite> {
  const log: {readonly path: string; readonly headers: IncomingHttpHeaders}[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '')
    log.push({path, headers: request.headers})
    const {status = 200, headers = {}, body = page} = answers[path]?.(request) ?? {}
    response.writeHead(status, {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers})
    response.end(status === 304 ? undefined : body)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const {port} = server.address() as AddressInfo
  return {
    one: `http://127.0.0.1:${port}`,
    other: `http://localhost:${port}`,
    headersOf: path => log.filter(each => each.path === path).map(({headers}) => headers),
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
