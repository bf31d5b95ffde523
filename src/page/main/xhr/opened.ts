import type {Made, Told} from '../../wire'
import {typeFor} from '../bodies'
import type {Channel} from '../channel'
import {asText, isSameOrigin, lower, operation, plain, resolved, weakly} from '../natives'
import {NativeXhr, setHeader} from './native'
import type {Treated} from './treatment'

const openAnew = operation(NativeXhr, 'open')

export const contentType = 'content-type'
/** What pages say of answers; it holds for all requests by one object. */
export const mimeTypes = weakly<string>()

/** What a page has said of a request since it opened it: native requests do not tell. */
export type Opened = {
  readonly page: XMLHttpRequest
  readonly method: string
  readonly url: string
  readonly isAsync: boolean
  /** In lower case. */
  readonly fields: Record<string, string>
  /** It was sent, and rules act on it. */
  treated: Treated | null
}

export const opened = (page: XMLHttpRequest, args: readonly unknown[]): Opened =>
  plain<Opened>({
    page,
    method: asText(args[0]),
    url: resolved(asText(args[1])),
    isAsync: args.length < 3 || Boolean(args[2]),
    fields: plain({}),
    treated: null,
  })

/** What is set more than once is joined. */
export function addField({fields}: Opened, given: string, value: string): void {
  const name = lower(given)
  const before = fields[name]
  fields[name] = before === undefined ? value : `${before}, ${value}`
}

/** What becomes of a request, or null where nothing does. */
export const ask = (channel: Channel, {url, method, isAsync}: Opened, payload?: string | null): Told =>
  channel.ask({__proto__: null, url, method, isSync: !isAsync, payload})

/** Whether the page has called its body what the rule's is not; it is called otherwise once the request is opened anew. */
export function rename({fields}: Opened, made: Made): boolean {
  const called = fields[contentType]
  if (called === undefined || typeFor(called, made) === called) return false
  fields[contentType] = made.type
  return true
}

/** Opens a request for another address, as the page has opened it for its own; what is secret stays at its origin, as at a redirect. */
export function reopen(xhr: XMLHttpRequest, {method, isAsync, fields, url: own}: Opened, url: string): void {
  openAnew(xhr, method, url, isAsync)
  for (const name in fields)
    if (name !== 'authorization' || isSameOrigin(url, own)) setHeader(xhr, name, fields[name] ?? '')
}
