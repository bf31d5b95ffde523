import type {Made} from '../isolated/protocol'
import {apply, attribute, contains, isSameOrigin, operation, own, plain, type Callable} from './natives'

const {getOwnPropertyDescriptors} = Object
export const NativeRequest = Request
export const NativeResponse = Response
const members = plain(getOwnPropertyDescriptors(Request.prototype) as Record<string, PropertyDescriptor>)
for (const name in members) plain(members[name] ?? {})

export const saidBy = <Name extends keyof Request>(request: Request, name: Name): Request[Name] =>
  apply(members[name]?.get as Callable, request, [])

const paramsAsText = operation(URLSearchParams, 'toString')
const bytesOf = operation(Request, 'arrayBuffer')
export const textOfResponse = operation(Response, 'text')
export const getField = operation(Headers, 'get')
export const fieldsOfResponse = attribute(Response, 'headers')
const setField = operation(Headers, 'set')
const eachField = operation(Headers, 'forEach')

export const textOfAny = (body: BodyInit): Promise<string> => own(textOfResponse(new NativeResponse(body)))

/** A response that has the body's content type and text. */
export const carrierOf = (body: BodyInit | null): Response => new NativeResponse(body)
export const typeOfCarrier = (carrier: Response): string | null => getField(fieldsOfResponse(carrier), 'content-type')

/** A body as text, or undefined if that takes time. */
export function textAtOnce(body: unknown): string | null | undefined {
  if (body === null || typeof body === 'string') return body
  try {
    return paramsAsText(body as URLSearchParams)
  } catch {
    return undefined
  }
}

export type Body = {readonly bytes: ArrayBuffer | null; readonly text: string}

/** Reads the body, after which the request can only be sent with `withBody`. */
export async function readBody(request: Request): Promise<Body | null> {
  if (saidBy(request, 'body') === null) return null
  const bytes = await own(bytesOf(request))
  return plain({bytes, text: await own(textOfAny(bytes))})
}

/** An `init` argument resets the referrer, so it is repeated. */
export const withBody = (request: Request, body: string | ArrayBuffer | null): Request =>
  new NativeRequest(
    request,
    plain({
      body,
      referrer: saidBy(request, 'referrer'),
      referrerPolicy: saidBy(request, 'referrerPolicy'),
    }),
  )

/** The request with another URL; the original can no longer be sent. */
export async function toward(url: string, request: Request): Promise<Request> {
  const init: Record<string, unknown> = plain({})
  for (const name in members) if (members[name]?.get) init[name] = saidBy(request, name as keyof Request)
  const body = await own(readBody(request))
  init['body'] = body && body.bytes
  // A `Headers` object would be read by the page's own iterators.
  const fields = fieldsOf(saidBy(request, 'headers'))
  // As browsers do at a redirect: https://fetch.spec.whatwg.org/#http-redirect-fetch
  if (!isSameOrigin(url, saidBy(request, 'url'))) delete fields['authorization']
  init['headers'] = fields
  return new NativeRequest(url, init)
}

/** The page's content type, unless it cannot hold for the rule's body. */
export function typeFor(given: string | null, {text, type}: Made): string {
  if (given === null) return type
  const isForm = contains(given, 'urlencoded') && type === 'application/json'
  return isForm || (contains(given, 'form-data') && text[0] !== '-') ? type : given
}

export function withMade(request: Request, made: Made): Request {
  const sent = withBody(request, made.text)
  const type = typeFor(getField(saidBy(request, 'headers'), 'content-type'), made)
  setField(saidBy(sent, 'headers'), 'content-type', type)
  return sent
}

export function fieldsOf(headers: Headers): Record<string, string> {
  const fields: Record<string, string> = plain({})
  eachField(headers, (value, name) => {
    fields[name] = value
  })
  return fields
}
