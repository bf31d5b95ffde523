import {fault, type Fault} from '../../../contract/faults'
import {isRecord, recordIn, type JsonRecord} from '../../../contract/json'
import {
  answeredWithOkOnly,
  answerMissing,
  askedByBrowser,
  bodyNotInFile,
  failedInPage,
  fieldsAskedFor,
  formNotLookedAt,
  kindNotAnswered,
  neverAnswered,
  noFinalStatus,
  notOfHttp,
  recordedAt,
  requestMissing,
  staysOpen,
} from '../../../contract/reasons'
import {isStatusText} from '../../../contract/rules/response'
import {fieldsOf, numberIn} from '../../fields'
import type {ImportedRecord} from '../../imported'
import {refusedRecord, stop} from '../../making'
import {byMethods, narrowed, urlEquals} from '../../sources'
import {canFail, readAnswer} from './answer'
import {isRedirect, type Exchange} from './exchange'
import {headersOf} from './headers'
import {isDocument} from './kind'
import {isInParts, readPayload} from './payload'
import type {Policed} from './policy'
import {readRedirect} from './redirect'

/** Chrome calls it given up where a page asks for no body, though there is none to come. */
const isWithoutBody = (entry: JsonRecord, method: string, status: number): boolean =>
  method === 'HEAD' ||
  status === 204 ||
  status === 205 ||
  headersOf(recordIn(entry, 'response')).some(([name, value]) => name === 'content-length' && value.trim() === '0')

/** Why nothing can be made of an entry, or null. */
function refusalOf(entry: JsonRecord, {url, method, kind}: Exchange, status: number): Fault | null {
  if (!isRecord(entry['request'])) return stop('request', requestMissing)
  if (!isRecord(entry['response'])) return stop('response', answerMissing)
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return stop('request.url', notOfHttp)
  if (entry['_resourceType'] === 'websocket' || status === 101) return stop('response.status', staysOpen)
  const isAskedBefore =
    method === 'OPTIONS' &&
    headersOf(recordIn(entry, 'request')).some(([name]) => name === 'access-control-request-method')
  if (isAskedBefore || method === 'CONNECT') return stop('request.method', askedByBrowser)
  if (status === 304) return stop('response.status', bodyNotInFile)
  if (!(status >= 200 && status <= 599))
    return stop('response.status', status > 0 ? noFinalStatus(status) : neverAnswered)
  if (isRedirect(status)) return null
  if (kind.filter === null) return stop('_resourceType', kindNotAnswered(kind.name))
  if (status !== 200 && !canFail(kind.filter)) return stop('response.status', answeredWithOkOnly(status))
  // As Chrome writes of what was given up, cut off or kept from its page after it had begun.
  const error = recordIn(entry, 'response')['_error']
  if (typeof error !== 'string' || error === '') return null
  return error === 'net::ERR_ABORTED' && isWithoutBody(entry, method, status)
    ? null
    : stop('response._error', failedInPage(error))
}

function nameOf({url, method}: Exchange): string {
  const {pathname, search} = new URL(url)
  const whole = `${method} ${pathname}${search}`
  return whole.length > 80 ? `${whole.slice(0, 79)}…` : whole
}

/** With 304 a browser gave the page what it had, and a recording may hold that. */
function asGiven(entry: JsonRecord): JsonRecord {
  const response = recordIn(entry, 'response')
  const {text} = recordIn(response, 'content')
  const isThere = response['status'] === 304 && typeof text === 'string' && text !== ''
  return isThere ? {...entry, response: {...response, status: 200, statusText: 'OK'}} : entry
}

const isFormInParts = (request: JsonRecord): boolean =>
  headersOf(request).some(([name, value]) => name === 'content-type' && isInParts(value))

/** What of a payload is asked for, and what is to be said of that. */
function askedFor({kind, payload, payloadType}: Exchange, request: JsonRecord): ReturnType<typeof readPayload> {
  const none = (...notes: readonly Fault[]) => ({filters: [], notes})
  // Only inside a page a payload can be looked at, and by then a form has left it.
  if (isDocument(kind))
    return payload === '' ? none() : none(fault('request.postData.text', 'changed', formNotLookedAt))
  if (payload !== '') return readPayload(payload, payloadType)
  // Some recorders leave out a form that has files in it.
  return isFormInParts(request) ? none(fault('request.postData', 'changed', fieldsAskedFor(0))) : none()
}

/** What becomes of one entry. `page` has asked, where that is known. */
export function readEntry(recorded: JsonRecord, exchange: Exchange, at: string, page?: Policed): ImportedRecord[] {
  const entry = asGiven(recorded)
  const fields = fieldsOf(recordIn(entry, 'response'), at, 'response')
  const status = numberIn(fields.any('status'))
  const {url, method} = exchange
  const refusal = refusalOf(entry, exchange, status)
  if (refusal) return [refusedRecord(`${method} ${url}`.slice(0, 200), [refusal], {at, group: 0})]
  const methods = byMethods([method], 'request.method')
  const asked = askedFor(exchange, recordIn(entry, 'request'))
  const saidText = fields.text('statusText')
  const statusText = isStatusText(saidText) ? saidText : ''
  const answer = `${status} ${statusText}`.trim()
  const when = entry['startedDateTime']
  const reading = {
    entry,
    exchange,
    at,
    status,
    statusText,
    name: nameOf(exchange),
    description: typeof when === 'string' ? recordedAt(answer, when) : answer,
    source: narrowed(urlEquals(url), [methods.filter, ...asked.filters]),
    said: [...methods.notes, ...asked.notes],
  }
  return isRedirect(status) ? readRedirect(reading) : readAnswer(reading, page)
}
