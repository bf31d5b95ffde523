import {createServer, type ServerResponse} from 'node:http'
import type {AddressInfo, Socket} from 'node:net'
import {getRequestListener} from '@hono/node-server'
import type {Database} from './database/database'
import {createApp} from './http/app'
import {refuseConnection, refusedRequest, refuseExpectation} from './http/before-the-app'
import type {Log} from './log'
import type {Settings} from './settings'

export type Running = {
  /** The address that it answers at, such as `http://127.0.0.1:8484`. */
  readonly url: string
  /** Takes no new calls, answers those that came, and ends. */
  stop(): Promise<void>
}

/** How long calls that came may take after the stop, in milliseconds: a container is killed after ten seconds, and the database is closed before. */
const patience = 8_000

/** Says with its answer that the connection ends, or a proxy would send its next call into a closed one. */
function endsConnection(outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
}

/** Rejects where the address is taken. */
export async function serve(database: Database, settings: Settings, log: Log): Promise<Running> {
  const app = createApp({database, log, settings, now: Date.now})
  const listener = getRequestListener(app.fetch, {errorHandler: refusedRequest})
  const answering = new Set<ServerResponse>()
  const connected = new Set<Socket>()
  // Node would refuse a request without a host in its own words.
  const server = createServer({requireHostHeader: false}, (incoming, outgoing) => {
    answering.add(outgoing)
    outgoing.once('close', () => answering.delete(outgoing))
    if (!server.listening) endsConnection(outgoing)
    void listener(incoming, outgoing)
  })
  server.on('clientError', refuseConnection)
  server.on('checkExpectation', refuseExpectation)
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
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
        }, patience)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        // A connection kept open for a call that may come would hold the stop, and Node counts as none the one that has yet to bring its first.
        server.closeIdleConnections()
        for (const socket of connected) if (socket.bytesRead === 0) socket.destroy()
        answering.forEach(endsConnection)
      }),
  }
}
