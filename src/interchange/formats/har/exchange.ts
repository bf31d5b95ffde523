import {recordIn, type JsonRecord} from '../../../contract/json'
import {numberIn} from '../../fields'
import {kindOf, type Kind} from './kind'
import {hasPayload, sentIn} from './payload'

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
