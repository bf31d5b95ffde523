/** What a page can tell of a value, as JSON. */
export function plain(value: unknown): unknown {
  if (value === undefined) return '(undefined)'
  if (typeof value === 'number' && !Number.isFinite(value)) return `(${value})`
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Response) return shapeOf(value)
  if (value instanceof Request) return requestOf(value)
  if (value instanceof Headers) return [...value].map(pair => pair.join(': '))
  if (value instanceof ArrayBuffer) return `(buffer) ${hexOf(new Uint8Array(value))}`
  if (ArrayBuffer.isView(value)) return `(${tagOf(value)}) ${hexOf(bytesOf(value))}`
  if (value instanceof Blob) return {tag: tagOf(value), type: value.type, size: value.size}
  if (value instanceof FormData) return [...value].map(([name, part]) => [name, plain(part)])
  if (value instanceof Document) return {tag: tagOf(value), type: value.contentType, text: markupOf(value)}
  if (value instanceof Error || value instanceof DOMException) return faultOf(value)
  if (Array.isArray(value)) return value.map(plain)
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]))
    : tagOf(value)
}

export const tagOf = (value: unknown): string => Object.prototype.toString.call(value)
const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
export const hexOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
const markupOf = (document: Document) => document.documentElement?.outerHTML

/** All of an error but where it was thrown. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error || error instanceof DOMException)) return {thrown: plain(error)}
  const {name, message} = error
  return {
    name,
    message,
    tag: tagOf(error),
    class: error.constructor.name,
    ...(error instanceof DOMException ? {code: error.code} : {}),
  }
}

export function shapeOf(response: Response) {
  const {status, statusText, ok, type, url, redirected, headers, bodyUsed, body} = response
  return {
    status,
    statusText,
    ok,
    type,
    url,
    redirected,
    headers: plain(headers),
    bodyUsed,
    body: body === null ? null : tagOf(body),
    isResponse: Object.getPrototypeOf(response) === Response.prototype,
  }
}

export function requestOf(request: Request) {
  const {method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect} = request
  const {integrity, keepalive, signal, bodyUsed, body} = request
  return {
    method,
    url,
    headers: plain(headers),
    destination,
    referrer,
    referrerPolicy,
    mode,
    credentials,
    cache,
    redirect,
    integrity,
    keepalive,
    isReload: (request as {isReloadNavigation?: boolean}).isReloadNavigation,
    duplex: (request as {duplex?: string}).duplex,
    aborted: signal.aborted,
    bodyUsed,
    body: body === null ? null : tagOf(body),
  }
}

/** How an action ends: what it gives or throws at once, or what its promise comes to. */
export async function outcome(action: () => unknown): Promise<unknown> {
  let given: unknown
  try {
    given = action()
  } catch (error) {
    return {throws: faultOf(error)}
  }
  if (!(given instanceof Promise)) return {gives: plain(given)}
  try {
    return {resolves: plain(await given)}
  } catch (error) {
    return {rejects: faultOf(error)}
  }
}

/** What an answer is and says. */
export async function told(asked: Promise<Response> | Response) {
  const response = await asked
  const shape = shapeOf(response)
  return {response: shape, text: await response.text(), after: response.bodyUsed}
}

export type Steps = string[] & {readonly note: (step: string) => void}

/** Notes things in the order in which they happen. */
export function steps(): Steps {
  const all: string[] = []
  return Object.assign(all, {note: (step: string) => void all.push(step)})
}
