import type {
  ResponseChange,
  SyntheticBody,
  BodySource,
  RequestQuery,
  ResponseArguments,
  RequestDecision,
  RequestAction,
} from '../isolated/protocol'
import {
  changeResponse,
  getContentType,
  isEventStream,
  isOpaque,
  patchResponses,
  readText,
  markRedirected,
  createServedResponse,
  createOpaqueRedirect,
  createOpaqueResponse,
} from './responses'
import {
  toHeaderRecord,
  NativeRequest,
  readBody,
  getRequestProperty,
  getTextSync,
  withUrl,
  withBody,
  withSyntheticBody,
  type RequestBody,
} from './bodies'
import {type Channel, hasDeferredBody} from './channel'
import {
  addListener,
  apply,
  bindGetter,
  getEventType,
  getOwnPropertyDescriptor,
  includes,
  protectPromise,
  toDomString,
  withoutPrototype,
  type Callable,
} from './natives'
import {isAborted, sleep, rejectOnAbort} from './timers'
import {patchMethod, type PatchHandle, type PatchedFunction} from './patch-method'

/** No valid URL ends like this. */
const invalidUrlSuffix = '#\n<'

/** Handles one call of `fetch` that rules change, or may change when they have arrived. */
function createFetchHandler(native: Callable, channel: Channel, request: Request, query: RequestQuery) {
  const signal = getRequestProperty(request, 'signal')
  let body: RequestBody | null | undefined
  /** The action of a request that is not sent yet. */
  let pendingAction: RequestAction | null = null

  const fetch = (sent: Request) => {
    pendingAction = null
    return protectPromise(apply(native, undefined, [sent]) as Promise<Response>)
  }

  async function readPayload(): Promise<string | null> {
    if (body === undefined) body = await protectPromise(readBody(request))
    return body && body.text
  }

  /** A body that was read is sent as bytes. */
  const getOriginal = () => (body ? withBody(request, body.bytes) : request)

  const createBody = (source: BodySource, response?: ResponseArguments) =>
    channel.createBody(source, readPayload, () => toHeaderRecord(getRequestProperty(request, 'headers')), response)

  async function changeRequest(source: BodySource | undefined): Promise<Request> {
    // Code for the response receives the request body.
    await protectPromise(readPayload())
    const changed = source && (await protectPromise(createBody(source)))
    if (!changed || changed.text === (body?.text ?? '')) return getOriginal()
    body = withoutPrototype({text: changed.text, bytes: null})
    return withSyntheticBody(request, changed)
  }

  /** Returns the original response if the code fails or changes nothing. */
  async function applyChange(response: Response, change: ResponseChange): Promise<Response> {
    const responseType = getContentType(response)
    let text: string | undefined
    if (!change.isFixed) {
      if (isEventStream(responseType)) return response
      try {
        text = await protectPromise(readText(response))
      } catch {
        // The page sees the broken connection when it reads the body.
        return response
      }
    }
    const isUnfinished = !change.isFixed && text === undefined
    const changed = await protectPromise(createBody(change.body, {response: text, responseType, isUnfinished}))
    if (!changed) return response
    const isSame = changed.text === text && (change.status ?? change.statusText) === undefined
    return isSame ? response : changeResponse(response, changed.text, change)
  }

  async function redirect(url: string, original: Request): Promise<Response> {
    const mode = getRequestProperty(original, 'redirect')
    if (!includes(url, invalidUrlSuffix)) {
      if (mode === 'manual') return createOpaqueRedirect(getRequestProperty(original, 'url'))
      if (mode === 'error') url += invalidUrlSuffix
    }
    const redirected = await protectPromise(withUrl(url, original))
    return markRedirected(await fetch(redirected))
  }

  /** Returns undefined if code creates no body. */
  async function serve(change: ResponseChange, action: RequestAction): Promise<Response | undefined> {
    const served = await protectPromise(createBody(change.body))
    if (!served) return undefined
    pendingAction = null
    const isOpaqueMode = action.type === 'cors' && getRequestProperty(request, 'mode') === 'no-cors'
    return isOpaqueMode ? createOpaqueResponse() : createServedResponse(served, change, action)
  }

  async function applyAction(action: RequestAction): Promise<Response> {
    const {delay, redirectUrl, request: requestBody, response: change} = action
    const isServable = change && !isRefusedByMode(request, action)
    pendingAction = action
    if (delay) await sleep(delay)
    const served = isServable && change.isServed && (await protectPromise(serve(change, action)))
    if (served) return served
    // Synchronous if possible, so that requests keep their order.
    const sent = hasDeferredBody(action)
      ? await protectPromise(changeRequest(requestBody))
      : requestBody
        ? withSyntheticBody(request, requestBody as SyntheticBody)
        : getOriginal()
    let response: Response
    try {
      response = await protectPromise(redirectUrl ? redirect(redirectUrl, sent) : fetch(sent))
    } catch (error) {
      const canReplace = isServable && change.isFixed && !isAborted(signal)
      const replacement = canReplace && (await protectPromise(serve(change, action)))
      if (!replacement) throw error
      return replacement
    }
    if (!change || isOpaque(response)) return response
    const changed = await protectPromise(applyChange(response, change))
    return changed
  }

  async function run(first: RequestDecision): Promise<Response> {
    if (first === null) await channel.ready
    let decision = first ?? (channel.mode === 'on' ? channel.query(query) : null)
    if (decision === 'needs-payload')
      decision = channel.query(withoutPrototype({...query, payload: await protectPromise(readPayload())}))
    const response = await (decision === null || decision === 'needs-payload'
      ? fetch(getOriginal())
      : protectPromise(applyAction(decision)))
    return response
  }

  /** Null waits for the rules. A request of a page that is left cannot wait for anything. */
  return (decision: RequestDecision): Promise<Response> =>
    isSentOnLeaving(request) && takesTime(decision, request)
      ? fetch(request)
      : rejectOnAbort(run(decision), signal, () => channel.reportAbort(pendingAction))
}

/**
 * The browser fails these requests: https://fetch.spec.whatwg.org/#main-fetch and, for redirects,
 * https://fetch.spec.whatwg.org/#http-fetch. They are passed to it, so that it fails them itself.
 */
function isRefusedByMode(request: Request, {type, redirected}: RequestAction): boolean {
  const mode = type === 'cors' && getRequestProperty(request, 'mode')
  const canRedirect = getRequestProperty(request, 'redirect') === 'follow'
  return mode === 'same-origin' || (!canRedirect && (redirected || mode === 'no-cors'))
}

const takesTime = (decision: RequestDecision, request: Request) =>
  decision === null ||
  decision === 'needs-payload' ||
  hasDeferredBody(decision) ||
  (decision.redirectUrl && getRequestProperty(request, 'body')) ||
  decision.delay

const getCurrentEvent = getOwnPropertyDescriptor(window, 'event')?.get as Callable
const getVisibility = bindGetter(Document, 'visibilityState')
let isPageHidden = false

function watchPageHide(): void {
  const onEvent = (event: Event) => {
    isPageHidden = getEventType(event) === 'pagehide'
  }
  addListener(window, 'pagehide', onEvent, true)
  addListener(window, 'pageshow', onEvent, true)
}

/** Returns true for a request that the page sends because it is left. */
function isSentOnLeaving(request: Request): boolean | undefined {
  if (isPageHidden || !getRequestProperty(request, 'keepalive')) return isPageHidden
  const event = apply(getCurrentEvent, window, []) as Event | undefined
  return getVisibility(document) === 'hidden' || (event && getEventType(event) === 'beforeunload')
}

const asRequest = (input: unknown): Request | null => {
  try {
    return typeof input === 'object' && getRequestProperty(input as Request, 'url') ? (input as Request) : null
  } catch {
    return null
  }
}

const createFetch =
  (channel: Channel) =>
  (native: Callable): PatchedFunction =>
  (self, args) => {
    const mode = channel.mode
    if (mode === 'off' || !args.length || (self ?? window) !== window) return apply(native, self, args)
    patchResponses()
    const init = (args.length > 1 ? args[1] : undefined) as RequestInit | undefined
    let nativeArgs = args
    try {
      const input = asRequest(args[0])
      const url = input ? getRequestProperty(input, 'url') : toDomString(args[0])
      // Converted once, since the page can observe the conversion.
      if (!input) nativeArgs = [url, init]
      const method = init?.method ?? (input ? getRequestProperty(input, 'method') : 'GET')
      const query: RequestQuery = {__proto__: null, url, method: toDomString(method)}
      let decision = mode === 'on' ? channel.query(query) : null
      if (decision === 'needs-payload') {
        const body = init?.body ?? (input && getRequestProperty(input, 'body'))
        const payload = getTextSync(body)
        if (payload !== undefined) decision = channel.query(withoutPrototype({...query, payload}))
      }
      if (mode === 'pending' || decision !== null)
        return createFetchHandler(native, channel, new NativeRequest(input ?? url, init), query)(decision)
    } catch {
      // The native function throws the error for invalid arguments.
    }
    return apply(native, self, nativeArgs)
  }

export function patchFetch(channel: Channel): PatchHandle {
  watchPageHide()
  return patchMethod(window, 'fetch', createFetch(channel))
}
