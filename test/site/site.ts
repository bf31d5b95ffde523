import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'
import {setTimeout as pause} from 'node:timers/promises'
import {respondTo, type SiteRequest} from './answers'

export type Site = {
  readonly port: number
  /** `url('shop.test', '/a?b=c')`; Chromium resolves every `.test` host to this computer. */
  url(host: string, path?: string): string
  /** All requests in the order of arrival, including preflights. */
  readonly log: readonly SiteRequest[]
  requests(where?: (request: SiteRequest) => boolean): SiteRequest[]
  clear(): void
  close(): Promise<void>
}

/** Starts a local site that records its requests, for tests, demo and bench. */
export async function startSite(): Promise<Site> {
  const log: SiteRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const seen = await readRequest(request)
      log.push(seen)
      const {status = 200, type, body, delay = 0, headers = {}, isEndless = false} = respondTo(seen)
      if (delay > 0) await pause(delay)
      response.writeHead(status, {...getCorsHeaders(seen), 'content-type': type, 'x-site': 'original', ...headers})
      if (!isEndless) return void response.end(body)
      response.write(body)
      const timer = setInterval(() => response.write(body), 200)
      response.on('close', () => clearInterval(timer))
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  const {port} = server.address() as AddressInfo
  return {
    port,
    log,
    url: (host, path = '/') => `http://${host}:${port}${path}`,
    requests: (where = () => true) => log.filter(where),
    clear() {
      log.length = 0
    },
    close: () =>
      new Promise((closed, failed) => {
        server.close(error => (error ? failed(error) : closed()))
        server.closeAllConnections()
      }),
  }
}

async function readRequest(request: IncomingMessage): Promise<SiteRequest> {
  const at = Date.now()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  )
  const url = `http://${headers['host'] ?? ''}${request.url ?? '/'}`
  const {hostname, pathname, searchParams} = new URL(url)
  const body = Buffer.concat(chunks).toString('utf8')
  return {method: request.method ?? '', url, host: hostname, path: pathname, query: searchParams, headers, body, at}
}

/** CORS headers that allow everything, so that tests observe rules and not CORS. */
function getCorsHeaders({headers}: SiteRequest): Record<string, string> {
  return {
    'access-control-allow-origin': headers['origin'] ?? '*',
    ...(headers['origin'] === undefined ? {} : {'access-control-allow-credentials': 'true'}),
    'access-control-allow-methods': headers['access-control-request-method'] ?? 'GET',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-allow-private-network': 'true',
    'access-control-expose-headers': 'x-site, x-test, content-type',
    'timing-allow-origin': '*',
    // Every request has to reach the server.
    'cache-control': 'no-store',
  }
}
