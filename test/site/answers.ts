export type SiteRequest = {
  readonly method: string
  /** The full URL that the server received. */
  readonly url: string
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  /** Header names are lowercase. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Time of arrival in milliseconds, from `Date.now()`. */
  readonly at: number
}

type SiteResponse = {
  readonly type: string
  readonly body: string | Buffer
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Milliseconds to wait before answering. */
  readonly delay?: number
  /** The body is sent every 200 ms, and the response never ends. */
  readonly isEndless?: boolean
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The response to a request, without `x-site: original` and the CORS headers. */
export function respondTo(seen: SiteRequest): SiteResponse {
  const {method, path, query} = seen
  if (method === 'OPTIONS') return {status: path === '/closed' ? 403 : 204, type: 'text/plain', body: ''}
  if (path === '/nothing') return {status: 204, type: 'text/plain', body: ''}
  if (path === '/status')
    return {status: Number(query.get('is')), type: 'text/plain', body: query.get('says') ?? 'said'}
  if (path === '/moved')
    return {
      status: Number(query.get('status') ?? 302),
      type: 'text/plain',
      body: '',
      headers: {location: query.get('to') ?? '/'},
    }
  if (path === '/echo') return json(toEcho(seen))
  if (path === '/events') return {type: 'text/event-stream', body: 'data: one\n\n', isEndless: true}
  if (path === '/endless') return {type: 'application/x-ndjson', body: '1\n', isEndless: true}
  if (path.startsWith('/api/')) return json({from: 'site', ...toEcho(seen)})
  if (path === '/answers-itself.js') return {type: 'text/javascript', body: serviceWorker}
  if (path === '/bytes') return {type: 'application/octet-stream', body: createBytes(Number(query.get('size')))}
  if (path === '/slow') return {...json({slept: Number(query.get('ms'))}), delay: Number(query.get('ms'))}
  if (path === '/' || path.endsWith('.html'))
    return {type: 'text/html; charset=utf-8', body: renderPage(seen), headers: getPageHeaders(seen)}
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const asset = assets[extension]
  if (asset) return asset(path)
  return {status: 404, type: 'text/plain', body: 'nothing here'}
}

/** A service worker that answers `/api/` itself, so those requests never reach the site. */
const serviceWorker = `
addEventListener('fetch', event => {
  if (new URL(event.request.url).pathname.startsWith('/api/')) event.respondWith(new Response('{}'))
})
addEventListener('activate', event => event.waitUntil(clients.claim()))
`

/** All byte values, so that a conversion to text and back changes them. */
const everyByte = Buffer.from(Array.from({length: 256}, (_, at) => at))
const createBytes = (size: number) => Buffer.alloc(size, everyByte)

const assets: Readonly<Record<string, (path: string) => SiteResponse>> = {
  js: path => ({type: 'text/javascript', body: `(window.ran ??= []).push(${JSON.stringify(path)})\n`}),
  css: () => ({type: 'text/css', body: 'body { color: rgb(1, 2, 3) }\n'}),
  svg: () => ({type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>\n'}),
  png: () => ({type: 'image/png', body: Buffer.from(png, 'base64')}),
  woff2: () => ({type: 'font/woff2', body: Buffer.from('wOF2 of no use')}),
  json: path => json({from: 'site', path}),
  zip: () => ({type: 'application/zip', body: 'zipped', headers: {'content-disposition': 'attachment'}}),
  txt: path => ({type: 'text/plain', body: `text of ${path}\n`}),
}

/** Headers of a page: `?policy=` sets a CSP, `?kept` allows the back/forward cache. */
const getPageHeaders = ({query}: SiteRequest): Record<string, string> => {
  const policy = query.get('policy')
  return {
    ...(policy === null ? {} : {'content-security-policy': policy}),
    ...(query.has('kept') ? {'cache-control': 'no-cache'} : {}),
  }
}

function json(value: unknown): SiteResponse {
  return {type: 'application/json', body: JSON.stringify(value)}
}

function toEcho({method, url, path, query, headers, body}: SiteRequest) {
  return {method, url, path, query: Object.fromEntries(query), headers, body}
}

/**
 * `/?with=/a.js,/b.css,http://other.test/c.png,/frame.html` loads each file by its extension.
 * `head` is a script that runs first.
 */
function renderPage({path, query}: SiteRequest): string {
  const loads = (query.get('with') ?? '').split(',').filter(Boolean).map(renderLoad)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(path)}</title><link rel="icon" href="data:,"><script>${query.get('head') ?? ''}</script>${loads.join('')}</head>
<body><h1 id="path">${escape(path)}</h1></body>
</html>
`
}

function renderLoad(url: string): string {
  const at = escape(url)
  const extension = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]
  if (extension === 'js') return `<script src="${at}"></script>`
  if (extension === 'css') return `<link rel="stylesheet" href="${at}">`
  if (extension === 'woff2') return `<link rel="preload" as="font" crossorigin href="${at}">`
  const element = extension === 'html' ? 'iframe' : 'img'
  // Neither element is allowed inside <head>.
  return `<script>addEventListener('DOMContentLoaded', () => {
    document.body.append(Object.assign(document.createElement('${element}'), {src: ${JSON.stringify(url).replaceAll('<', '\\u003c')}}))
  })</script>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
