import {faultText, type FaultText} from '../model/faults'
import {getRequestListener} from '@hono/node-server'
import {createServer, STATUS_CODES, type ServerResponse, type IncomingMessage} from 'node:http'
import type {AddressInfo, Socket} from 'node:net'
import type {Duplex} from 'node:stream'
import type {Database} from './database/database'
import {createApp} from './http/app'
import {toErrorBody} from './http/errors'
import type {Log} from './log'
import type {Settings} from './settings'

export type Running = {
  readonly url: string
  stop(): Promise<void>
}

/** Milliseconds. A container is killed ten seconds after it is asked to stop. */
const shutdownTimeout = 8_000

/** Without `connection: close` a proxy would send its next call into a closed connection. */
function disableKeepAlive(outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
}

export async function serve(database: Database, settings: Settings, log: Log): Promise<Running> {
  const app = createApp({database, log, settings, now: Date.now})
  const listener = getRequestListener(app.fetch, {errorHandler: respondBadRequest})
  const openResponses = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  const server = createServer({requireHostHeader: false}, (incoming, outgoing) => {
    openResponses.add(outgoing)
    outgoing.once('close', () => openResponses.delete(outgoing))
    if (!server.listening) disableKeepAlive(outgoing)
    void listener(incoming, outgoing)
  })
  server.on('clientError', refuseConnection)
  server.on('checkExpectation', refuseExpectation)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const {address, port, family} = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    stop: () =>
      new Promise(resolve => {
        const late = setTimeout(() => {
          server.closeAllConnections()
        }, shutdownTimeout)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        // Node does not count a connection without a first request as idle.
        server.closeIdleConnections()
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        openResponses.forEach(disableKeepAlive)
      }),
  }
}

const toErrorText = (code: string, reason: FaultText) => JSON.stringify(toErrorBody(code, reason))
const headers = {'content-type': 'application/json', connection: 'close'} as const

const respondBadRequest = (): Response =>
  new Response(toErrorText('bad-request', faultText('notAnHttpRequest')), {status: 400, headers})

function refuseExpectation(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(417, headers).end(toErrorText('expectation', faultText('expectationFailed')))
}

const reasons: Readonly<Record<string, readonly [number, string, FaultText]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', faultText('headersTooLong')],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too-large', faultText('tooManyPieces')],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', faultText('requestTooSlow')],
}

function refuseConnection({code}: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, name, reason] = reasons[code ?? ''] ?? [400, 'bad-request', faultText('notHttp')]
  const body = toErrorText(name, reason)
  const lines = Object.entries({...headers, 'content-length': Buffer.byteLength(body)}).map(
    ([header, value]) => `${header}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
