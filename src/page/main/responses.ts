import {longestResponse, type Made, type Changing, type Said} from '../isolated/protocol'
import {fieldsOf, fieldsOfResponse, getField, NativeResponse, textOfResponse} from './bodies'
import {apply, attribute, contains, lower, operation, own, plain, weakly} from './natives'
import {later, never, unheard} from './timers'
import {replace} from './patch-method'

const {prototype} = Response
const cancel = operation(ReadableStream, 'cancel')
const copyOf = operation(Response, 'clone')
const urlOf = attribute(Response, 'url')
const typeOf = attribute(Response, 'type')
const statusOf = attribute(Response, 'status')
const statusTextOf = attribute(Response, 'statusText')
const isRedirected = attribute(Response, 'redirected')
const bodyOf = attribute(Response, 'body')
const NativeTransformStream = TransformStream
const readableOf = attribute(NativeTransformStream, 'readable')
const writableOf = attribute(NativeTransformStream, 'writable')
const pipeThrough = operation(ReadableStream, 'pipeThrough')
const NativeAbortController = AbortController
const signalOf = attribute(NativeAbortController, 'signal')
const abort = operation(NativeAbortController, 'abort')
const removeField = operation(Headers, 'delete')
const failed = operation({prototype: Response}, 'error')
const said = weakly<Said & {readonly status?: number}>()
/** No constructor takes these (`status` only from 200 to 599). */
const unsaid = plain({url: 1, redirected: 1, type: 1, status: 1})
let isPatched = false

/** Made responses show these values. Patched at the first request, before a page can copy them. */
export function patchResponses(): void {
  if (isPatched) return
  isPatched = true
  for (const name in unsaid)
    replace(
      prototype,
      name,
      native => (self, args) => said.get(self)?.[name as keyof Said] ?? (apply(native, self, args) as unknown),
    )
  replace(prototype, 'clone', native => (self, args) => {
    const copy = apply(native, self, args) as Response
    const known = said.get(self)
    if (known) said.set(copy, known)
    return copy
  })
}

type Fields = Record<string, string>

export const hasNoBody = (status: number) => contains('204 205 304', `${status}`)

function make(text: string, status: number, statusText: string, headers: Fields, about: Said): Response {
  const made = new NativeResponse(
    hasNoBody(status) ? null : text,
    plain({status: status > 599 ? 500 : status, statusText, headers}),
  )
  if (headers['content-type'] === undefined) removeField(fieldsOfResponse(made), 'content-type')
  said.set(made, plain({...about, status}))
  return made
}

/** The type of a body from code is known only now. */
export function sayType({type}: Made, {headers}: Changing): void {
  headers['content-type'] ??= type
}

export function served(made: Made, change: Changing, about: Said): Response {
  const {status = 200, statusText = status === 200 ? 'OK' : '', headers} = change
  sayType(made, change)
  return make(made.text, status, statusText, headers, about)
}

export function redirected(given: Response): Response {
  said.set(given, {url: urlOf(given), redirected: true, type: typeOf(given)})
  return given
}

export function unfollowed(url: string): Response {
  const made = failed(NativeResponse)
  said.set(made, {url, redirected: false, type: 'opaqueredirect'})
  return made
}

/** A page cannot read it, so a change would reveal that rules act. */
export const isOpaque = (given: Response): boolean => contains(typeOf(given), 'opaque')

export const isEventStream = (type: string): boolean => contains(lower(type), 'text/event-stream')

/** The text of a copy; undefined when it does not end in time. Rejects when the connection breaks. */
export async function readText(given: Response): Promise<string | undefined> {
  const copy = bodyOf(copyOf(given))
  if (!copy) return ''
  const through = new NativeTransformStream()
  const controller = new NativeAbortController()
  let isLate = false
  const timer = later(() => {
    isLate = true
    abort(controller)
  }, longestResponse)
  try {
    const pair = plain({readable: readableOf(through), writable: writableOf(through)})
    const copied = pipeThrough(copy, pair, plain({signal: signalOf(controller)}))
    return await own(textOfResponse(new NativeResponse(copied)))
  } catch (error) {
    if (isLate) return undefined
    throw error
  } finally {
    never(timer)
  }
}

export const contentType = (given: Response): string => getField(fieldsOfResponse(given), 'content-type') ?? ''

export function changed(given: Response, text: string, {status, statusText}: Changing): Response {
  const body = bodyOf(given)
  // An unread body would keep its connection busy.
  if (body) unheard(cancel(body))
  const was = statusOf(given)
  const is = status ?? was
  return make(
    text,
    is,
    statusText ?? (is === was ? statusTextOf(given) : ''),
    fieldsOf(fieldsOfResponse(given)),
    said.get(given) ?? {
      url: urlOf(given),
      redirected: isRedirected(given),
      type: typeOf(given),
    },
  )
}
