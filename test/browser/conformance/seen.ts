import {createHash} from 'node:crypto'
import type {IncomingMessage} from 'node:http'
import type {Http2ServerRequest} from 'node:http2'

export type Seen = {
  readonly method: string
  readonly path: string
  /** Names as they were sent, in the order of the alphabet. */
  readonly headers: readonly string[]
  readonly body: string
  /** The page was to go on before it had all of the answer, and did not. */
  readonly waited?: 'in vain'
}

/** What depends on the browser's build or on the connection, and which no page decides. */
const dull = /^(:.*|host|connection|accept-encoding|user-agent|sec-ch-ua.*|upgrade-insecure-requests)$/i

/** What a request was, told when all of it has come in, or when it has been cut. */
export async function seenOf(request: IncomingMessage | Http2ServerRequest, reads: boolean): Promise<Seen> {
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0)
  const headers = names
    .map((name, at) => `${name}: ${request.rawHeaders[at * 2 + 1] ?? ''}`)
    .filter((_, at) => !dull.test(names[at] ?? ''))
    .toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const about = {method: request.method ?? '', path: request.url ?? '', headers}
  return {...about, body: reads ? await bodyOf(request) : '(not read)'}
}

const longest = 4_000

async function bodyOf(request: IncomingMessage | Http2ServerRequest): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return '(cut)'
  }
  // An upload cut over HTTP/2 seems complete and is reported as aborted later. An unanswered stream
  // is closed by nobody else.
  if ('stream' in request && (request.aborted || request.stream.closed)) return '(cut)'
  const bytes = Buffer.concat(chunks)
  if (bytes.length > longest) return `(${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex')})`
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : `(bytes) ${spelled(bytes)}`
}

const spelled = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll(/[^\n\r -~]/g, letter => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
