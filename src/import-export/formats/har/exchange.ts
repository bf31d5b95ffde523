import {type JsonRecord, recordIn} from '../../../model/json'
import type {SourceFilter} from '../../../model/source'
import {getHeaders} from './headers'
import {getAnswerableTypes} from '../../../dnr/rules/response'
import {getResourceTypeOfMime} from '../../../model/content-type'
import {toNumber} from '../../fields'
import {hasPayload, getPayload} from './payload'
import type {ImportedRecord} from '../../import-types'

/** `filter` limits a rule to the request type: null when no rule can answer it, {} when unknown. */
export type RecordedType = {readonly typeName: string; readonly filter: SourceFilter | null}

const fetchFilter: SourceFilter = {resourceType: ['xmlhttprequest']}

const filtersByType: Readonly<Record<string, SourceFilter>> = {
  document: {resourceType: ['main_frame']},
  frame: {resourceType: ['sub_frame']},
  fetch: fetchFilter,
  font: {resourceType: ['font']},
  image: {resourceType: ['image']},
  script: {resourceType: ['script']},
  stylesheet: {resourceType: ['stylesheet']},
  xhr: fetchFilter,
}

const typesByDestination: Readonly<Record<string, string>> = {
  document: 'document',
  iframe: 'frame',
  frame: 'frame',
  script: 'script',
  style: 'stylesheet',
  image: 'image',
  font: 'font',
  empty: 'fetch',
}

const isWorker = (destination: string): boolean => /worker$|worklet$/.test(destination)

function guessType(destination: string, acceptHeader: string): string | undefined {
  if (acceptHeader.startsWith('text/event-stream')) return 'eventsource'
  if (destination !== '')
    return Object.hasOwn(typesByDestination, destination) ? typesByDestination[destination] : destination
  return acceptHeader.startsWith('text/html') ? 'document' : undefined
}

export function getRecordedType(entry: JsonRecord, request: JsonRecord): RecordedType {
  const headers = new Map(getHeaders(request))
  const destination = headers.get('sec-fetch-dest') ?? ''
  if (isWorker(destination)) return {typeName: destination, filter: null}
  // A preload for fetch() is recorded as `other`.
  const isPreload = entry['_resourceType'] === 'other' && destination === 'empty' && !headers.has('sec-purpose')
  const reportedType = isPreload ? 'fetch' : entry['_resourceType']
  // Over plain HTTP there is no Sec-Fetch-Dest; a document that the parser asks for is a frame.
  const isPlainHttpFrame =
    destination === '' && recordIn(entry, '_initiator')['type'] === 'parser' && reportedType === 'document'
  const isFrame = isPlainHttpFrame || typesByDestination[destination] === 'frame'
  const typeName = isFrame
    ? 'frame'
    : typeof reportedType === 'string' && reportedType !== ''
      ? reportedType.toLowerCase()
      : guessType(destination, headers.get('accept') ?? '')
  if (typeName === undefined) return {typeName: '', filter: {}}
  return {typeName, filter: Object.hasOwn(filtersByType, typeName) ? (filtersByType[typeName] ?? null) : null}
}

/** The types that a file answers whose request type was not recorded; {} for data. */
export function getFileFilter(mimeType: string, value: string): SourceFilter {
  const type = getResourceTypeOfMime(mimeType)
  return type !== undefined && getAnswerableTypes(value).includes(type) ? {resourceType: [type, 'xmlhttprequest']} : {}
}

export const isForDocument = ({resourceType = []}: SourceFilter): boolean =>
  resourceType.some(type => type === 'main_frame' || type === 'sub_frame')

export const isDocument = ({filter}: RecordedType): boolean => filter !== null && isForDocument(filter)

/** One recorded request. Those with the same `key` cannot be told apart. */
export type Exchange = {
  readonly key: string
  readonly url: string
  readonly method: string
  readonly payload: string
  readonly payloadType: string
  readonly recordedType: RecordedType
  readonly mimeType: string
  readonly page: string
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

export function toExchange(entry: JsonRecord): Exchange {
  const request = recordIn(entry, 'request')
  const url = typeof request['url'] === 'string' ? (request['url'].split('#')[0] ?? '') : ''
  const method = typeof request['method'] === 'string' ? request['method'].toUpperCase() : ''
  const postData = recordIn(request, 'postData')
  const payload = hasPayload(method) ? getPayload(postData) : ''
  const recordedType = getRecordedType(entry, request)
  const typeKey = isRedirect(toNumber(recordIn(entry, 'response')['status'])) ? '' : JSON.stringify(recordedType.filter)
  const {mimeType} = recordIn(recordIn(entry, 'response'), 'content')
  const page = typeof entry['pageref'] === 'string' ? entry['pageref'] : ''
  return {
    key: `${method} ${url} ${typeKey} ${payload}`,
    url,
    method,
    payload,
    payloadType: typeof postData['mimeType'] === 'string' ? postData['mimeType'] : '',
    recordedType,
    mimeType: typeof mimeType === 'string' ? mimeType : '',
    page,
  }
}

/** An entry, its records, and the ids of the pages that sent the request. */
export type RecordedExchange = {
  readonly exchange: Exchange
  readonly records: readonly ImportedRecord[]
  readonly pages: readonly string[]
}
