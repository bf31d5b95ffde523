import type {SyntheticBody, RequestDecision} from '../../isolated/protocol'
import {chooseContentType} from '../bodies'
import type {Channel} from '../channel'
import {
  toDomString,
  isSameOrigin,
  toLowerCase,
  bindMethod,
  withoutPrototype,
  resolveUrl,
  createWeakMap,
} from '../natives'
import {NativeXhr, setNativeHeader} from './native'

const openNative = bindMethod(NativeXhr, 'open')

export const contentType = 'content-type'
export const overriddenMimeTypes = createWeakMap<string>()

/** The arguments of `open` and the headers. XMLHttpRequest has no getters for them. */
export type OpenedRequest = {
  readonly xhr: XMLHttpRequest
  readonly method: string
  readonly url: string
  readonly isAsync: boolean
  readonly headers: Record<string, string>
}

export const createOpenedRequest = (xhr: XMLHttpRequest, args: readonly unknown[]): OpenedRequest =>
  withoutPrototype<OpenedRequest>({
    xhr,
    method: toDomString(args[0]),
    url: resolveUrl(toDomString(args[1])),
    isAsync: args.length < 3 || Boolean(args[2]),
    headers: withoutPrototype({}),
  })

export function addHeader({headers}: OpenedRequest, header: string, value: string): void {
  const name = toLowerCase(header)
  const before = headers[name]
  headers[name] = before === undefined ? value : `${before}, ${value}`
}

export const queryRules = (
  channel: Channel,
  {url, method, isAsync}: OpenedRequest,
  payload?: string | null,
): RequestDecision => channel.query({__proto__: null, url, method, isSync: !isAsync, payload})

/** Returns true if the content type changed. Then the request must be opened again. */
export function adjustContentType({headers}: OpenedRequest, body: SyntheticBody): boolean {
  const original = headers[contentType]
  if (original === undefined || chooseContentType(original, body) === original) return false
  headers[contentType] = body.type
  return true
}

/** See https://fetch.spec.whatwg.org/#http-redirect-fetch for `authorization`. */
export function reopen(xhr: XMLHttpRequest, {method, isAsync, headers, url: original}: OpenedRequest, url: string) {
  openNative(xhr, method, url, isAsync)
  for (const name in headers)
    if (name !== 'authorization' || isSameOrigin(url, original)) setNativeHeader(xhr, name, headers[name] ?? '')
}
