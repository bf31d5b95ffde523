import {maxResponseTime, type SyntheticBody, type ResponseChange, type ResponseMetadata} from '../isolated/protocol'
import {toHeaderRecord, getResponseHeaders, getHeader, NativeResponse, readResponseText} from './bodies'
import {
  apply,
  bindGetter,
  includes,
  toLowerCase,
  bindMethod,
  protectPromise,
  withoutPrototype,
  createWeakMap,
} from './natives'
import {setTimer, clearTimer, ignoreRejection} from './timers'
import {patchMethod} from './patch-method'

const {prototype} = Response
const cancelStream = bindMethod(ReadableStream, 'cancel')
const cloneResponse = bindMethod(Response, 'clone')
const getUrl = bindGetter(Response, 'url')
const getType = bindGetter(Response, 'type')
const getStatus = bindGetter(Response, 'status')
const getStatusText = bindGetter(Response, 'statusText')
const getRedirected = bindGetter(Response, 'redirected')
const getBody = bindGetter(Response, 'body')
const NativeTransformStream = TransformStream
const getReadable = bindGetter(NativeTransformStream, 'readable')
const getWritable = bindGetter(NativeTransformStream, 'writable')
const pipeThrough = bindMethod(ReadableStream, 'pipeThrough')
const NativeAbortController = AbortController
const getSignal = bindGetter(NativeAbortController, 'signal')
const abort = bindMethod(NativeAbortController, 'abort')
const removeHeader = bindMethod(Headers, 'delete')
const createErrorResponse = bindMethod({prototype: Response}, 'error')
const shownMetadata = createWeakMap<ResponseMetadata & {readonly status?: number}>()
/** The constructor of Response cannot set these, and accepts a `status` from 200 to 599 only. */
const patchedProperties = withoutPrototype({url: 1, redirected: 1, type: 1, status: 1})
let isPatched = false

/** Runs at the first request, before a page can copy the getters. */
export function patchResponses(): void {
  if (isPatched) return
  isPatched = true
  for (const name in patchedProperties)
    patchMethod(
      prototype,
      name,
      native => (self, args) =>
        shownMetadata.get(self)?.[name as keyof ResponseMetadata] ?? (apply(native, self, args) as unknown),
    )
  patchMethod(prototype, 'clone', native => (self, args) => {
    const copy = apply(native, self, args) as Response
    const metadata = shownMetadata.get(self)
    if (metadata) shownMetadata.set(copy, metadata)
    return copy
  })
}

type HeaderRecord = Record<string, string>

export const isNullBodyStatus = (status: number) => includes('204 205 304', `${status}`)

function createResponse(
  text: string,
  status: number,
  statusText: string,
  headers: HeaderRecord,
  metadata: ResponseMetadata,
): Response {
  const response = new NativeResponse(
    isNullBodyStatus(status) ? null : text,
    withoutPrototype({status: status > 599 ? 500 : status, statusText, headers}),
  )
  if (headers['content-type'] === undefined) removeHeader(getResponseHeaders(response), 'content-type')
  shownMetadata.set(response, withoutPrototype({...metadata, status}))
  return response
}

/** The content type of a body from code is known only after the code ran. */
export function setContentType({type}: SyntheticBody, {headers}: ResponseChange): void {
  headers['content-type'] ??= type
}

export function createServedResponse(
  body: SyntheticBody,
  change: ResponseChange,
  metadata: ResponseMetadata,
): Response {
  const {status = 200, statusText = status === 200 ? 'OK' : '', headers} = change
  setContentType(body, change)
  return createResponse(body.text, status, statusText, headers, metadata)
}

export function markRedirected(response: Response): Response {
  shownMetadata.set(response, {url: getUrl(response), redirected: true, type: getType(response)})
  return response
}

/** An error response has the status 0, no headers and no body, like an opaque one. */
function createClosedResponse(url: string, type: ResponseType): Response {
  const response = createErrorResponse(NativeResponse)
  shownMetadata.set(response, {url, redirected: false, type})
  return response
}

export const createOpaqueRedirect = (url: string): Response => createClosedResponse(url, 'opaqueredirect')
export const createOpaqueResponse = (): Response => createClosedResponse('', 'opaque')

/** A page cannot read an opaque response, so a changed one would reveal the rule. */
export const isOpaque = (response: Response): boolean => includes(getType(response), 'opaque')

export const isEventStream = (type: string): boolean => includes(toLowerCase(type), 'text/event-stream')

/** Returns undefined if the body does not end in time. Rejects if the connection breaks. */
export async function readText(response: Response): Promise<string | undefined> {
  const body = getBody(cloneResponse(response))
  if (!body) return ''
  const transform = new NativeTransformStream()
  const controller = new NativeAbortController()
  let isTimedOut = false
  const timer = setTimer(() => {
    isTimedOut = true
    abort(controller)
  }, maxResponseTime)
  try {
    const pair = withoutPrototype({readable: getReadable(transform), writable: getWritable(transform)})
    const stream = pipeThrough(body, pair, withoutPrototype({signal: getSignal(controller)}))
    return await protectPromise(readResponseText(new NativeResponse(stream)))
  } catch (error) {
    if (isTimedOut) return undefined
    throw error
  } finally {
    clearTimer(timer)
  }
}

export const getContentType = (response: Response): string =>
  getHeader(getResponseHeaders(response), 'content-type') ?? ''

export function changeResponse(response: Response, text: string, change: ResponseChange): Response {
  const body = getBody(response)
  // An unread body would keep its connection busy.
  if (body) ignoreRejection(cancelStream(body))
  const originalStatus = getStatus(response)
  const status = change.status ?? originalStatus
  return createResponse(
    text,
    status,
    change.statusText ?? (status === originalStatus ? getStatusText(response) : ''),
    toHeaderRecord(getResponseHeaders(response)),
    shownMetadata.get(response) ?? {
      url: getUrl(response),
      redirected: getRedirected(response),
      type: getType(response),
    },
  )
}
