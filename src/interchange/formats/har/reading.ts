import type {Fault} from '../../../contract/faults'
import type {JsonRecord} from '../../../contract/json'
import type {Source} from '../../../contract/source'
import type {Exchange} from './exchange'

/** An entry, and what of it is the same for whatever becomes of it. */
export type Reading = {
  readonly entry: JsonRecord
  readonly exchange: Exchange
  /** Its place in the file. */
  readonly at: string
  readonly status: number
  /** '' where it is one that no answer can have. */
  readonly statusText: string
  readonly name: string
  readonly description: string
  /** Who asked: its address, method and payload. */
  readonly source: Source
  /** What is to be said of that. */
  readonly said: readonly Fault[]
}

/** Where in an entry the fields of a rule come from. */
export const fieldNames = {
  'source.value': 'request.url',
  destination: 'response.redirectURL',
  value: 'response.content.text',
  statusCode: 'response.status',
  statusText: 'response.statusText',
  responseHeaders: 'response.headers',
}
