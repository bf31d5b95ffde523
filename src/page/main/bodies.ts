import type {SyntheticBody} from '../isolated/protocol'
import {
  apply,
  bindGetter,
  includes,
  isSameOrigin,
  bindMethod,
  protectPromise,
  withoutPrototype,
  type Callable,
} from './natives'

const {getOwnPropertyDescriptors} = Object
export const NativeRequest = Request
export const NativeResponse = Response
const requestProperties = withoutPrototype(
  getOwnPropertyDescriptors(Request.prototype) as Record<string, PropertyDescriptor>,
)
for (const name in requestProperties) withoutPrototype(requestProperties[name] ?? {})

export const getRequestProperty = <Name extends keyof Request>(request: Request, name: Name): Request[Name] =>
  apply(requestProperties[name]?.get as Callable, request, [])

const serializeParams = bindMethod(URLSearchParams, 'toString')
const readBytes = bindMethod(Request, 'arrayBuffer')
export const readResponseText = bindMethod(Response, 'text')
export const getHeader = bindMethod(Headers, 'get')
export const getResponseHeaders = bindGetter(Response, 'headers')
const setHeader = bindMethod(Headers, 'set')
const forEachHeader = bindMethod(Headers, 'forEach')

export const readBodyText = (body: BodyInit): Promise<string> =>
  protectPromise(readResponseText(new NativeResponse(body)))

/** Returns a response that has the content type and the text of the body. */
export const wrapBody = (body: BodyInit | null): Response => new NativeResponse(body)
export const getWrappedType = (wrapped: Response): string | null =>
  getHeader(getResponseHeaders(wrapped), 'content-type')

/** Returns undefined if reading the body takes time. */
export function getTextSync(body: unknown): string | null | undefined {
  if (body === null || typeof body === 'string') return body
  try {
    return serializeParams(body as URLSearchParams)
  } catch {
    return undefined
  }
}

export type RequestBody = {readonly bytes: ArrayBuffer | null; readonly text: string}

/** Reads the body, after which the request can only be sent with `withBody`. */
export async function readBody(request: Request): Promise<RequestBody | null> {
  if (getRequestProperty(request, 'body') === null) return null
  const bytes = await protectPromise(readBytes(request))
  return withoutPrototype({bytes, text: await protectPromise(readBodyText(bytes))})
}

/** "If init is not empty" in https://fetch.spec.whatwg.org/#dom-request resets the referrer. */
export const withBody = (request: Request, body: string | ArrayBuffer | null): Request =>
  new NativeRequest(
    request,
    withoutPrototype({
      body,
      referrer: getRequestProperty(request, 'referrer'),
      referrerPolicy: getRequestProperty(request, 'referrerPolicy'),
    }),
  )

/** Returns the request with another URL. The original can no longer be sent. */
export async function withUrl(url: string, request: Request): Promise<Request> {
  const init: Record<string, unknown> = withoutPrototype({})
  for (const name in requestProperties)
    if (requestProperties[name]?.get) init[name] = getRequestProperty(request, name as keyof Request)
  const body = await protectPromise(readBody(request))
  init['body'] = body && body.bytes
  // A `Headers` object would be read by the page's own iterators.
  const headers = toHeaderRecord(getRequestProperty(request, 'headers'))
  // https://fetch.spec.whatwg.org/#http-redirect-fetch removes it for another origin.
  if (!isSameOrigin(url, getRequestProperty(request, 'url'))) delete headers['authorization']
  init['headers'] = headers
  return new NativeRequest(url, init)
}

/** Returns the content type of the page's body, unless the rule's body cannot have it. */
export function chooseContentType(original: string | null, {text, type}: SyntheticBody): string {
  if (original === null) return type
  const isForm = includes(original, 'urlencoded') && type === 'application/json'
  return isForm || (includes(original, 'form-data') && text[0] !== '-') ? type : original
}

export function withSyntheticBody(request: Request, body: SyntheticBody): Request {
  const changed = withBody(request, body.text)
  const type = chooseContentType(getHeader(getRequestProperty(request, 'headers'), 'content-type'), body)
  setHeader(getRequestProperty(changed, 'headers'), 'content-type', type)
  return changed
}

export function toHeaderRecord(headers: Headers): Record<string, string> {
  const record: Record<string, string> = withoutPrototype({})
  forEachHeader(headers, (value, name) => {
    record[name] = value
  })
  return record
}
