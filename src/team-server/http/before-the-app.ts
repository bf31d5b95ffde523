import {STATUS_CODES, type IncomingMessage, type ServerResponse} from 'node:http'
import type {Duplex} from 'node:stream'
import {bodyOf} from './refusals'

const refusal = (code: string, message: string) => JSON.stringify(bodyOf({code, message, faults: []}))
const headers = {'content-type': 'application/json', connection: 'close'} as const

/** What is no request that the app could be asked, such as one without a host. */
export const refusedRequest = (): Response =>
  new Response(refusal('bad-request', 'This is not an HTTP request that can be answered.'), {status: 400, headers})

/** What asks for more than `100-continue` before it sends its body. */
export function refuseExpectation(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing
    .writeHead(417, headers)
    .end(refusal('expectation', 'This server does not do what the expect header asks for.'))
}

const reasons: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too-large', 'The body is cut into too many pieces.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request did not come to its end in time.'],
}

/** Answers what Node itself refuses, with the one error body. */
export function refuseConnection({code}: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, name, message] = reasons[code ?? ''] ?? [400, 'bad-request', 'This is not HTTP.']
  const body = refusal(name, message)
  const lines = Object.entries({...headers, 'content-length': Buffer.byteLength(body)}).map(
    ([header, value]) => `${header}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
