import type {Made, Treatment} from '../../wire'
import {hasNoBody, isEventStream, sayType} from '../answers'
import {textOfAny} from '../bodies'
import {attribute, lower, operation, own, plain, written} from '../natives'
import {converted, markupOf} from './convert'
import {NativeXhr, readyStateOf, responseTypeOf, statusOf as statusOfNative} from './native'
import {mimeTypes, type Opened} from './opened'

const headerOf = operation(NativeXhr, 'getResponseHeader')
const textAsRead = attribute(NativeXhr, 'responseText')
const bodyAsRead = attribute(NativeXhr, 'response')

/** What a rule has made of the answer to a request; what is null is what the native one says. */
export type Answer = {
  state: number | null
  /** What the rule says of the status, and of the headers where no server gave it. */
  change: Treatment['response'] | null
  /** What takes the place of the body. */
  text: string | null
  /** No server gave it: where it would have come from. */
  served: string | null
  /** Read twice, it is the same object. */
  parsed: {readonly value: unknown} | null
  /** What is sent: the page's own, or its double. */
  readonly sent: XMLHttpRequest
  readonly opened: Opened
}

export const unchanged = (sent: XMLHttpRequest, opened: Opened): Answer =>
  plain<Answer>({state: null, change: null, text: null, served: null, parsed: null, sent, opened})

/** Shows a failure, as a native one that was never sent does. */
export function showFailure(answer: Answer, state: number): void {
  answer.state = state
  answer.served = answer.change = answer.text = null
}

/** Shows an answer that no server gave. */
export function showServed(answer: Answer, made: Made, change: NonNullable<Answer['change']>, url: string): void {
  answer.change = change
  answer.text = made.text
  answer.served = url
  sayType(made, change)
}

export const stateOf = ({state, sent}: Answer): number => state ?? readyStateOf(sent)

/** As the page has said, or else the server. */
export const contentTypeOf = (answer: Answer): string =>
  mimeTypes.get(answer.opened.page) ??
  fieldOf(answer, 'content-type', () => headerOf(answer.sent, 'content-type')) ??
  ''

const fieldOf = ({served, change}: Answer, name: string, native: () => unknown) =>
  (served ? (change?.headers[name] ?? null) : native()) as string | null

/** As the server says, whatever type the page has set. */
export const isStreamOfEvents = ({sent}: Answer): boolean => isEventStream(headerOf(sent, 'content-type') ?? '')

const isTextual = (type: XMLHttpRequestResponseType) => type === '' || type === 'text'

/** The native body as text. What was read as an object can only be told as it is written anew. */
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

/** The text that is shown; null where that is the native one's own. */
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

/** Attributes and methods of a request that rules act on. */
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
  // The native ones are asked first: they throw where something else was asked for.
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
