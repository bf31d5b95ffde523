import type {Made, Treatment} from '../../isolated/protocol'
import {hasNoBody, isEventStream, sayType} from '../responses'
import {textOfAny} from '../bodies'
import {attribute, lower, operation, own, plain, written} from '../natives'
import {converted, markupOf} from './bodies'
import {NativeXhr, readyStateOf, responseTypeOf, statusOf as statusOfNative} from './native'
import {mimeTypes, type Opened} from './opened-request'

const headerOf = operation(NativeXhr, 'getResponseHeader')
const textAsRead = attribute(NativeXhr, 'responseText')
const bodyAsRead = attribute(NativeXhr, 'response')

/** The response of a request that rules change; null fields are the native ones. */
export type Answer = {
  state: number | null
  change: Treatment['response'] | null
  text: string | null
  /** The URL of a response that no server gave. */
  served: string | null
  parsed: {readonly value: unknown} | null
  readonly sent: XMLHttpRequest
  readonly opened: Opened
}

export const unchanged = (sent: XMLHttpRequest, opened: Opened): Answer =>
  plain<Answer>({state: null, change: null, text: null, served: null, parsed: null, sent, opened})

export function showFailure(answer: Answer, state: number): void {
  answer.state = state
  answer.served = answer.change = answer.text = null
}

export function showServed(answer: Answer, made: Made, change: NonNullable<Answer['change']>, url: string): void {
  answer.change = change
  answer.text = made.text
  answer.served = url
  sayType(made, change)
}

export const stateOf = ({state, sent}: Answer): number => state ?? readyStateOf(sent)

export const contentTypeOf = (answer: Answer): string =>
  mimeTypes.get(answer.opened.page) ??
  fieldOf(answer, 'content-type', () => headerOf(answer.sent, 'content-type')) ??
  ''

const fieldOf = ({served, change}: Answer, name: string, native: () => unknown) =>
  (served ? (change?.headers[name] ?? null) : native()) as string | null

export const isStreamOfEvents = ({sent}: Answer): boolean => isEventStream(headerOf(sent, 'content-type') ?? '')

const isTextual = (type: XMLHttpRequestResponseType) => type === '' || type === 'text'

/** The native body as text; JSON is serialised again. */
export async function originalOf({sent}: Answer): Promise<string> {
  const type = responseTypeOf(sent)
  if (isTextual(type)) return textAsRead(sent)
  const body: unknown = bodyAsRead(sent)
  if (body === null) return ''
  if (type === 'json') return written(body)
  const text = type === 'document' ? markupOf(body as Document) : await own(textOfAny(body as Blob))
  return text
}

const nativeStatus = ({served, sent}: Answer) => (served ? 200 : statusOfNative(sent))

const statusOf = (answer: Answer) => nativeStatus(answer) && (answer.change?.status ?? nativeStatus(answer))

function textOf(answer: Answer): string | null {
  const {text} = answer
  if (text === null || stateOf(answer) < 3 || nativeStatus(answer) === 0) return null
  return hasNoBody(statusOf(answer)) ? '' : text
}

function objectOf(answer: Answer, text: string): unknown {
  if (stateOf(answer) < 4) return null
  answer.parsed ??= {value: converted(text, responseTypeOf(answer.sent), contentTypeOf(answer))}
  return answer.parsed.value
}

type Shows = (answer: Answer, native: () => unknown, args: readonly unknown[]) => unknown

export const shows = plain<Readonly<Partial<Record<keyof XMLHttpRequest, Shows>>>>({
  readyState: stateOf,
  status: statusOf,
  statusText(answer, native) {
    const status = nativeStatus(answer)
    const text = answer.served ? 'OK' : native()
    return status === 0 ? text : (answer.change?.statusText ?? (statusOf(answer) === status ? text : ''))
  },
  responseURL: ({served}, native) => served ?? native(),
  getAllResponseHeaders({served, change}, native) {
    if (!served) return native()
    let all = ''
    for (const name in change?.headers) all += `${name}: ${change.headers[name]}\r\n`
    return all
  },
  getResponseHeader: (answer, native, args) => fieldOf(answer, lower(args[0] as string), native),
  // The native getters throw for another `responseType`.
  responseText: (answer, native) => {
    const given = native()
    return textOf(answer) ?? given
  },
  response(answer, native) {
    const text = textOf(answer)
    return text === null ? native() : isTextual(responseTypeOf(answer.sent)) ? text : objectOf(answer, text)
  },
  responseXML(answer, native) {
    const given = native()
    const text = textOf(answer)
    return text === null ? given : objectOf(answer, text)
  },
})
