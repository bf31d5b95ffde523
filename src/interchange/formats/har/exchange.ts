import {type JsonRecord, recordIn} from '../../../contract/json'
import type {SourceFilter} from '../../../contract/source'
import {headersOf} from './headers'
import {numberIn} from '../../fields'
import {hasPayload, sentIn} from './payload'
import type {ImportedRecord} from '../../imported'

/** What asked for an answer. `filter`: for that alone a rule answers; null where none can, and without a type where it is not known. */
export type Kind = {readonly name: string; readonly filter: SourceFilter | null}

const fetching: SourceFilter = {resourceType: ['xmlhttprequest']}

/** As recordings of browsers name it; a rule for that alone leaves the address be where another kind of request asks for it. */
const kinds: Readonly<Record<string, SourceFilter>> = {
  document: {resourceType: ['main_frame']},
  frame: {resourceType: ['sub_frame']},
  fetch: fetching,
  font: {resourceType: ['font']},
  image: {resourceType: ['image']},
  script: {resourceType: ['script']},
  stylesheet: {resourceType: ['stylesheet']},
  xhr: fetching,
}

/** The same by what the request itself says, where the recording does not. */
const byDestination: Readonly<Record<string, string>> = {
  document: 'document',
  iframe: 'frame',
  frame: 'frame',
  script: 'script',
  style: 'stylesheet',
  image: 'image',
  font: 'font',
  empty: 'fetch',
}

/** A worker takes no answer that a rule gives; recordings call it a script. */
const isWorker = (destination: string): boolean => /worker$|worklet$/.test(destination)

/** Firefox and most others name no kind; browsers say to the server what a request is for. */
function nameByRequest(destination: string, accepted: string): string | undefined {
  if (accepted.startsWith('text/event-stream')) return 'eventsource'
  if (destination !== '') return Object.hasOwn(byDestination, destination) ? byDestination[destination] : destination
  return accepted.startsWith('text/html') ? 'document' : undefined
}

export function kindOf(entry: JsonRecord, request: JsonRecord): Kind {
  const headers = new Map(headersOf(request))
  const destination = headers.get('sec-fetch-dest') ?? ''
  if (isWorker(destination)) return {name: destination, filter: null}
  // What a page loads ahead to fetch it itself later has no kind of its own.
  const isPreload = entry['_resourceType'] === 'other' && destination === 'empty' && !headers.has('sec-purpose')
  const said = isPreload ? 'fetch' : entry['_resourceType']
  // Over plain http a browser says no destination. A page that another one names in its text is in a frame of it.
  const isNamed = destination === '' && recordIn(entry, '_initiator')['type'] === 'parser' && said === 'document'
  const isFrame = isNamed || byDestination[destination] === 'frame'
  const name = isFrame
    ? 'frame'
    : typeof said === 'string' && said !== ''
      ? said.toLowerCase()
      : nameByRequest(destination, headers.get('accept') ?? '')
  if (name === undefined) return {name: '', filter: {}}
  return {name, filter: Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null}
}

/** What an answer of this type is used as, where the recording does not say who asked. */
const usesOfType: readonly (readonly [RegExp, string])[] = [
  [/(?:java|ecma)script/i, 'script'],
  [/^text\/css/i, 'stylesheet'],
  [/^image\//i, 'image'],
  [/^(?:font\/|application\/(?:x-)?font)/i, 'font'],
]

/** What an answer is used as, as far as that can be told. */
export const usesOf = ({resourceType}: SourceFilter, mimeType: string): readonly string[] =>
  resourceType ?? usesOfType.filter(([type]) => type.test(mimeType)).map(([, use]) => use)

/** Whether a rule of this filter is for a page or a frame, and for no other. */
export const isForDocument = ({resourceType = []}: SourceFilter): boolean =>
  resourceType.some(type => type === 'main_frame' || type === 'sub_frame')

/** Whether a page or a frame was asked for. */
export const isDocument = ({filter}: Kind): boolean => filter !== null && isForDocument(filter)

/** One exchange as it was recorded. `key` tells requests apart. */
export type Exchange = {
  readonly key: string
  readonly url: string
  readonly method: string
  readonly payload: string
  /** What the file calls that. */
  readonly payloadType: string
  readonly kind: Kind
  /** The type of its answer, as the file says it. */
  readonly mimeType: string
  /** The page that it belongs to, as the file names it; empty where none is named. */
  readonly page: string
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

export function exchangeOf(entry: JsonRecord): Exchange {
  const request = recordIn(entry, 'request')
  const url = typeof request['url'] === 'string' ? (request['url'].split('#')[0] ?? '') : ''
  const method = typeof request['method'] === 'string' ? request['method'].toUpperCase() : ''
  const sent = recordIn(request, 'postData')
  const payload = hasPayload(method) ? sentIn(sent) : ''
  const kind = kindOf(entry, request)
  // A redirect leads all of them elsewhere.
  const narrowedTo = isRedirect(numberIn(recordIn(entry, 'response')['status'])) ? '' : JSON.stringify(kind.filter)
  const {mimeType} = recordIn(recordIn(entry, 'response'), 'content')
  const page = typeof entry['pageref'] === 'string' ? entry['pageref'] : ''
  return {
    key: `${method} ${url} ${narrowedTo} ${payload}`,
    url,
    method,
    payload,
    payloadType: typeof sent['mimeType'] === 'string' ? sent['mimeType'] : '',
    kind,
    mimeType: typeof mimeType === 'string' ? mimeType : '',
    page,
  }
}

/** An entry, what it becomes, and which pages have asked for it, as the file names them. */
export type Answered = {
  readonly exchange: Exchange
  readonly records: readonly ImportedRecord[]
  readonly pages: readonly string[]
}
