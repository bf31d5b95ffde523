import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {createSecureServer, type Http2ServerRequest, type Http2ServerResponse} from 'node:http2'
import type {AddressInfo, Server} from 'node:net'
import type {Orders, Origins} from './case'
import {selfSigned} from './certificate'
import {openGates, type Gates} from './gates'
import {answerPreflight, headersOf, sendBody} from './obey'
import {seenOf, type Seen} from './seen'

type Asked = IncomingMessage | Http2ServerRequest
type Answer = ServerResponse | Http2ServerResponse

type Entry = {
  readonly id: string
  readonly seen: Promise<Seen>
  /** The page did not do what it does only with what it has got so far. */
  waitedInVain: boolean
}

export type ConformanceServer = {
  /** Of pages over HTTP/1.1, and of those over HTTP/2. */
  readonly plain: Origins
  readonly secure: Origins
  readonly gates: Gates
  /** What was seen of each case since the last time, once nothing is under way any more. */
  taken(): Promise<ReadonlyMap<string, readonly Seen[]>>
  close(): Promise<void>
}

/**
 * A server that follows the instructions in each URL and records requests. `script` runs in pages.
 */
export async function startServer(script: string): Promise<ConformanceServer> {
  const gates = openGates()
  const log: Entry[] = []
  const working = new Set<Promise<void>>()
  const cutBefore = new Set<string>()

  async function answer(request: Asked, response: Answer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://server')
    const id = /^\/case\/([^/]+)\//.exec(url.pathname)?.[1]
    if (id === undefined) return sendPage(url.pathname, response)
    const orders = JSON.parse(url.searchParams.get('orders') ?? '{}') as Orders
    const entry: Entry = {id, seen: seenOf(request, orders.deaf !== true), waitedInVain: false}
    const isCut = orders.cuts === 'at once' || orders.deaf
    if (!orders.luck && !(isCut && cutBefore.has(url.href))) log.push(entry)
    // Chromium asks anew, more or less often, where a connection that it had kept is cut.
    if (isCut) cutBefore.add(url.href)
    gates.arrive(id)
    await obey(request, response, orders, entry)
  }

  async function obey(request: Asked, response: Answer, orders: Orders, entry: Entry) {
    if (request.method === 'OPTIONS' && 'access-control-request-method' in request.headers)
      return answerPreflight(request, response as ServerResponse, orders)
    if (orders.cuts === 'at once') return cut(request)
    // A connection that is not read does not tell that it was closed.
    if (orders.deaf) {
      await gates.pass(entry.id)
      return cut(request)
    }
    const gone = closed(response)
    const turn = async () => {
      if ((await Promise.race([gone, gates.pass(entry.id)])) === false) entry.waitedInVain = true
    }
    const asked = await entry.seen
    if (orders.held) await turn()
    if (response.destroyed) return
    const body = bodyOf(orders, asked)
    if (orders.statusText !== undefined) response.statusMessage = orders.statusText
    ;(response as ServerResponse).writeHead(orders.status ?? 200, headersOf(request, orders, body))
    await sendBody(request, response as ServerResponse, orders, body, turn)
  }

  function sendPage(path: string, response: Answer): void {
    const isScript = path === '/cases.js'
    response.statusCode = path === '/' || isScript ? 200 : 404
    response.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8')
    response.end(isScript ? script : page)
  }

  const listener = (request: Asked, response: Answer) => {
    const work = answer(request, response)
      .catch(() => {
        request.socket.destroy()
      })
      .finally(() => working.delete(work))
    working.add(work)
  }
  const plain = createServer(listener)
  const secure = createSecureServer(selfSigned('page.test'), listener)
  const open = new Set<{destroy(): void}>()
  for (const server of [plain, secure])
    server.on('connection', (socket: {destroy(): void}) => {
      open.add(socket)
    })
  const [plainPort, securePort] = [await listening(plain), await listening(secure)]

  return {
    plain: originsOf('http', plainPort),
    secure: originsOf('https', securePort),
    gates,
    async taken() {
      while (working.size > 0) await Promise.all(working)
      const byCase = new Map<string, Seen[]>()
      cutBefore.clear()
      for (const {id, seen, waitedInVain} of log.splice(0)) {
        const entry = {...(await seen), ...(waitedInVain ? {waited: 'in vain' as const} : {})}
        byCase.set(id, [...(byCase.get(id) ?? []), entry])
      }
      return byCase
    },
    async close() {
      for (const socket of open) socket.destroy()
      await Promise.all([plain, secure].map(server => new Promise(done => server.close(done))))
    },
  }
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Cases</title><link rel="icon" href="data:,"><script src="/cases.js"></script></head>
<body></body>
</html>
`

const originsOf = (scheme: string, port: number): Origins => ({
  page: `${scheme}://page.test:${port}`,
  sibling: `${scheme}://api.page.test:${port}`,
  stranger: `${scheme}://other.test:${port}`,
})

function bodyOf({status = 200, hex, echo, body = ''}: Orders, {method, headers, body: sent}: Seen): Buffer {
  // What Chromium does not read for this status, it may take for the start of the next answer.
  if (status === 205) return Buffer.alloc(0)
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  return Buffer.from(echo ? JSON.stringify({method, headers, body: sent}) : body)
}

function cut(request: Asked): void {
  request.socket.destroy()
}

const closed = (response: Answer): Promise<void> =>
  new Promise(done => {
    response.once('close', done)
  })

function listening(server: Server): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })
}
