import type {Made, Told} from '../../isolated/protocol'
import {typeFor} from '../bodies'
import type {Channel} from '../channel'
import {asText, isSameOrigin, lower, operation, plain, resolved, weakly} from '../natives'
import {NativeXhr, setHeader} from './native'

const openAnew = operation(NativeXhr, 'open')

export const contentType = 'content-type'
export const mimeTypes = weakly<string>()

/** The arguments of `open` and the headers, which native requests do not return. */
export type Opened = {
  readonly page: XMLHttpRequest
  readonly method: string
  readonly url: string
  readonly isAsync: boolean
  readonly fields: Record<string, string>
}

export const opened = (page: XMLHttpRequest, args: readonly unknown[]): Opened =>
  plain<Opened>({
    page,
    method: asText(args[0]),
    url: resolved(asText(args[1])),
    isAsync: args.length < 3 || Boolean(args[2]),
    fields: plain({}),
  })

export function addField({fields}: Opened, given: string, value: string): void {
  const name = lower(given)
  const before = fields[name]
  fields[name] = before === undefined ? value : `${before}, ${value}`
}

export const ask = (channel: Channel, {url, method, isAsync}: Opened, payload?: string | null): Told =>
  channel.ask({__proto__: null, url, method, isSync: !isAsync, payload})

/** Whether the content type must change for the rule's body; then the request is opened again. */
export function rename({fields}: Opened, made: Made): boolean {
  const called = fields[contentType]
  if (called === undefined || typeFor(called, made) === called) return false
  fields[contentType] = made.type
  return true
}

/** Opens the request again, without `authorization` for another origin, as browsers do at a redirect. */
export function reopen(xhr: XMLHttpRequest, {method, isAsync, fields, url: own}: Opened, url: string): void {
  openAnew(xhr, method, url, isAsync)
  for (const name in fields)
    if (name !== 'authorization' || isSameOrigin(url, own)) setHeader(xhr, name, fields[name] ?? '')
}
