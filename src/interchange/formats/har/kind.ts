import type {JsonRecord} from '../../../contract/json'
import type {SourceFilter} from '../../../contract/source'
import {headersOf} from './headers'

/** What asked for an answer. `filter`: for that alone a rule answers; null where none can, and without a type where it is not known. */
export type Kind = {readonly name: string; readonly filter: SourceFilter | null}

const fetching: SourceFilter = {resourceType: ['xmlhttprequest']}

/** As recordings of browsers name it; a rule for that alone leaves the address be where another kind of request asks for it. */
const kinds: Readonly<Record<string, SourceFilter>> = {
  document: {resourceType: ['main_frame', 'sub_frame']},
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
  iframe: 'document',
  frame: 'document',
  script: 'script',
  worker: 'script',
  sharedworker: 'script',
  style: 'stylesheet',
  image: 'image',
  font: 'font',
  empty: 'fetch',
}

/** Firefox and most others name no kind; browsers say to the server what a request is for. */
function nameByRequest(request: JsonRecord): string | undefined {
  const headers = new Map(headersOf(request))
  const accepted = headers.get('accept') ?? ''
  if (accepted.startsWith('text/event-stream')) return 'eventsource'
  const destination = headers.get('sec-fetch-dest')
  if (destination !== undefined) return byDestination[destination] ?? destination
  return accepted.startsWith('text/html') ? 'document' : undefined
}

export function kindOf(entry: JsonRecord, request: JsonRecord): Kind {
  const said = entry['_resourceType']
  const name = typeof said === 'string' && said !== '' ? said.toLowerCase() : nameByRequest(request)
  if (name === undefined) return {name: '', filter: {}}
  return {name, filter: Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null}
}
