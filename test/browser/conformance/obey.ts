import type {IncomingMessage, OutgoingHttpHeaders, ServerResponse} from 'node:http'
import type {Http2ServerRequest} from 'node:http2'
import type {Orders} from './case'

type Asked = IncomingMessage | Http2ServerRequest

export function answerPreflight(request: Asked, response: ServerResponse, orders: Orders): void {
  const {allowHeaders, allowMethods, preflight = 204} = orders
  response.writeHead(preflight, {
    ...corsOf(request, orders),
    ...(allowHeaders === undefined ? {} : {'access-control-allow-headers': allowHeaders}),
    ...(allowMethods === undefined ? {} : {'access-control-allow-methods': allowMethods}),
    'access-control-max-age': '0',
  })
  response.end()
}

function corsOf(request: Asked, {origin, credentials}: Orders): Record<string, string> {
  const asker = request.headers['origin'] ?? '*'
  return {
    ...(origin === undefined ? {} : {'access-control-allow-origin': origin === 'asker' ? asker : origin}),
    ...(credentials ? {'access-control-allow-credentials': 'true'} : {}),
  }
}

export function headersOf(request: Asked, orders: Orders, body: Buffer): OutgoingHttpHeaders {
  const {type = 'text/plain', headers = [], exposes, chunked, parts, cuts, status = 200} = orders
  const given: OutgoingHttpHeaders = {'cache-control': 'no-store', date: 'Thu, 01 Jan 2026 00:00:00 GMT'}
  // Else Chromium keeps what comes in parts until it has guessed the type.
  if (parts || cuts) given['x-content-type-options'] = 'nosniff'
  for (const [name, value] of headers) given[name] = name in given ? [given[name], value].flat().map(String) : value
  const mayHaveLength = !chunked && !parts && status !== 204 && status !== 304
  return {
    ...given,
    ...corsOf(request, orders),
    ...(exposes === undefined ? {} : {'access-control-expose-headers': exposes}),
    ...(type === null ? {} : {'content-type': type}),
    ...(mayHaveLength ? {'content-length': body.length + (cuts === undefined ? 0 : 10)} : {}),
  }
}

/** `turn` waits for the page before each part but the first. */
export async function sendBody(
  request: Asked,
  response: ServerResponse,
  {parts, cuts}: Orders,
  body: Buffer,
  turn: () => Promise<unknown>,
): Promise<void> {
  const rest = parts?.map(part => Buffer.from(part)) ?? [body]
  response.flushHeaders()
  if (cuts === 'after the headers') return cutWhen(request, response, turn)
  for (const [at, part] of rest.entries()) {
    if (at > 0) await turn()
    if (response.destroyed) return
    response.write(part)
  }
  if (cuts === 'in the body') return cutWhen(request, response, turn)
  response.end()
}

/** Not before the page has what was sent until then: a cut may overtake it. */
async function cutWhen(request: Asked, response: ServerResponse, turn: () => Promise<unknown>): Promise<void> {
  await turn()
  request.socket.destroy()
  response.destroy()
}
