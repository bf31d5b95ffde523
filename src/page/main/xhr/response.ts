import type {SyntheticBody, RequestAction} from '../../isolated/protocol'
import {isNullBodyStatus, isEventStream, setContentType} from '../responses'
import {readBodyText} from '../bodies'
import {bindGetter, toLowerCase, bindMethod, protectPromise, withoutPrototype, stringify} from '../natives'
import {convertText, serializeDocument} from './bodies'
import {NativeXhr, getNativeReadyState, getResponseType, getNativeStatus} from './native'
import {overriddenMimeTypes, type OpenedRequest} from './opened-request'

const getNativeHeader = bindMethod(NativeXhr, 'getResponseHeader')
const getNativeText = bindGetter(NativeXhr, 'responseText')
const getNativeBody = bindGetter(NativeXhr, 'response')

/** What the page reads from a request that rules change. Null fields show the native value. */
export type ShownResponse = {
  readyState: number | null
  change: RequestAction['response'] | null
  text: string | null
  /** The URL of a response that was served without a server. */
  servedUrl: string | null
  parsedBody: {readonly value: unknown} | null
  readonly xhr: XMLHttpRequest
}

export const createShownResponse = ({xhr}: OpenedRequest): ShownResponse =>
  withoutPrototype<ShownResponse>({
    readyState: null,
    change: null,
    text: null,
    servedUrl: null,
    parsedBody: null,
    xhr,
  })

/** Shows a network error: https://fetch.spec.whatwg.org/#concept-network-error */
export function showNetworkError(shown: ShownResponse, readyState: number): void {
  shown.readyState = readyState
  shown.servedUrl = shown.change = shown.text = null
}

export function showServed(
  shown: ShownResponse,
  body: SyntheticBody,
  change: NonNullable<ShownResponse['change']>,
  url: string,
): void {
  shown.change = change
  shown.text = body.text
  shown.servedUrl = url
  setContentType(body, change)
}

export const getReadyState = ({readyState, xhr}: ShownResponse): number => readyState ?? getNativeReadyState(xhr)

/** https://xhr.spec.whatwg.org/#final-mime-type */
export const getFinalMimeType = (shown: ShownResponse): string =>
  overriddenMimeTypes.get(shown.xhr) ??
  getShownHeader(shown, 'content-type', () => getNativeHeader(shown.xhr, 'content-type')) ??
  ''

const getShownHeader = ({servedUrl, change}: ShownResponse, name: string, getNative: () => unknown) =>
  (servedUrl ? (change?.headers[name] ?? null) : getNative()) as string | null

export const isNativeEventStream = ({xhr}: ShownResponse): boolean =>
  isEventStream(getNativeHeader(xhr, 'content-type') ?? '')

const isTextual = (type: XMLHttpRequestResponseType) => type === '' || type === 'text'

/** Returns the server's body as text. JSON is serialized again. */
export async function readOriginalText({xhr}: ShownResponse): Promise<string> {
  const type = getResponseType(xhr)
  if (isTextual(type)) return getNativeText(xhr)
  const body: unknown = getNativeBody(xhr)
  if (body === null) return ''
  if (type === 'json') return stringify(body)
  const text =
    type === 'document' ? serializeDocument(body as Document) : await protectPromise(readBodyText(body as Blob))
  return text
}

const getOriginalStatus = ({servedUrl, xhr}: ShownResponse) => (servedUrl ? 200 : getNativeStatus(xhr))

const getShownStatus = (shown: ShownResponse) =>
  getOriginalStatus(shown) && (shown.change?.status ?? getOriginalStatus(shown))

/** Returns null if the native value must be shown. */
function getShownText(shown: ShownResponse): string | null {
  const {text} = shown
  if (text === null || getReadyState(shown) < 3 || getOriginalStatus(shown) === 0) return null
  return isNullBodyStatus(getShownStatus(shown)) ? '' : text
}

function getParsedBody(shown: ShownResponse, text: string): unknown {
  if (getReadyState(shown) < 4) return null
  shown.parsedBody ??= {value: convertText(text, getResponseType(shown.xhr), getFinalMimeType(shown))}
  return shown.parsedBody.value
}

type GetShown = (shown: ShownResponse, getNative: () => unknown, args: readonly unknown[]) => unknown

export const shownProperties = withoutPrototype<Readonly<Partial<Record<keyof XMLHttpRequest, GetShown>>>>({
  readyState: getReadyState,
  status: getShownStatus,
  statusText(shown, getNative) {
    const status = getOriginalStatus(shown)
    const text = shown.servedUrl ? 'OK' : getNative()
    return status === 0 ? text : (shown.change?.statusText ?? (getShownStatus(shown) === status ? text : ''))
  },
  responseURL: ({servedUrl}, getNative) => servedUrl ?? getNative(),
  getAllResponseHeaders({servedUrl, change}, getNative) {
    if (!servedUrl) return getNative()
    let all = ''
    for (const name in change?.headers) all += `${name}: ${change.headers[name]}\r\n`
    return all
  },
  getResponseHeader: (shown, getNative, args) => getShownHeader(shown, toLowerCase(args[0] as string), getNative),
  // The native getters run first, since they throw for another `responseType`.
  responseText: (shown, getNative) => {
    const native = getNative()
    return getShownText(shown) ?? native
  },
  response(shown, getNative) {
    const text = getShownText(shown)
    return text === null ? getNative() : isTextual(getResponseType(shown.xhr)) ? text : getParsedBody(shown, text)
  },
  responseXML(shown, getNative) {
    const native = getNative()
    const text = getShownText(shown)
    return text === null ? native : getParsedBody(shown, text)
  },
})
