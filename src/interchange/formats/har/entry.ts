import {fault, type Fault} from '../../../contract/faults'
import {isRecord, recordIn, type JsonRecord} from '../../../contract/json'
import {
  answeredWithOkOnly,
  answerMissing,
  askedByBrowser,
  bodyNotInFile,
  cannotBeHeldUp,
  goalNotInFile,
  kindNotAnswered,
  leadsToItself,
  methodKept,
  nameOfWait,
  neverAnswered,
  noFinalStatus,
  pageNotHeldUp,
  pageOfItsOwn,
  notOfHttp,
  recordedAt,
  requestMissing,
  statusTextLeftOut,
  staysOpen,
  tenMinutesAtMost,
} from '../../../contract/reasons'
import {longestDelay} from '../../../contract/rules/delay'
import {isStatusText} from '../../../contract/rules/response'
import type {Source, SourceFilter} from '../../../contract/source'
import {fieldsOf, numberIn, type Fields} from '../../fields'
import type {ImportedRecord} from '../../imported'
import {madeRecord, refusedRecord, stop} from '../../making'
import {byMethods, narrowed, urlEquals} from '../../sources'
import {readBody} from './body'
import {headersOf, notesOfRedirect, readHeaders} from './headers'
import {isForDocument, kindOf, usesOf, type Kind} from './kind'
import {withoutAddress} from './no-address'
import {isDrawnFrom, isSealed, type Policed} from './policy'
import {hasPayload, readPayload, sentIn} from './payload'

/** One exchange as it was recorded. `key` tells requests apart. */
export type Exchange = {
  readonly key: string
  readonly url: string
  readonly method: string
  readonly payload: string
  readonly kind: Kind
  /** The type of its answer, as the file says it. */
  readonly mimeType: string
  /** The page that it belongs to, as the file names it; empty where none is named. */
  readonly page: string
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

export function exchangeOf(entry: JsonRecord): Exchange {
  const request = recordIn(entry, 'request')
  const url = typeof request['url'] === 'string' ? (request['url'].split('#')[0] ?? '') : ''
  const method = typeof request['method'] === 'string' ? request['method'].toUpperCase() : ''
  const payload = hasPayload(method) ? sentIn(recordIn(request, 'postData')) : ''
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
    kind,
    mimeType: typeof mimeType === 'string' ? mimeType : '',
    page,
  }
}

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
  return null
}

function nameOf({url, method}: Exchange): string {
  const {pathname, search} = new URL(url)
  const whole = `${method} ${pathname}${search}`
  return whole.length > 80 ? `${whole.slice(0, 79)}…` : whole
}

/** A browser goes on with GET after these; a rule sends what was asked, as it was asked. */
const becomesGet = (method: string, status: number): boolean =>
  (method === 'POST' && (status === 301 || status === 302)) || (status === 303 && method !== 'GET' && method !== 'HEAD')

const notesOfMethod = (method: string, status: number): Fault[] =>
  becomesGet(method, status) ? [fault('response.status', 'changed', methodKept(status, method))] : []

/** Only to fetch and XHR a rule can say that something went wrong, or that there is nothing. */
const canFail = ({resourceType}: SourceFilter): boolean => resourceType?.includes('xmlhttprequest') !== false

const waitOf = (entry: JsonRecord): number => {
  const wait = recordIn(entry, 'timings')['wait']
  return typeof wait === 'number' && Number.isFinite(wait) && wait >= 1 ? Math.round(wait) : 0
}

const names = {
  'source.value': 'request.url',
  destination: 'response.redirectURL',
  value: 'response.content.text',
  statusCode: 'response.status',
  statusText: 'response.statusText',
  responseHeaders: 'response.headers',
}

/** Only these can be held up. */
const canWait = ({resourceType = []}: SourceFilter): boolean =>
  resourceType.every(type => ['xmlhttprequest', 'main_frame', 'sub_frame'].includes(type))

/** A made page that comes by way of the waiting page is under the policy of that, which lets no script of a site in. */
const isHeldUp = (kind: SourceFilter): boolean => canWait(kind) && !isForDocument(kind)

function notesOfWait(entry: JsonRecord, kind: SourceFilter): Fault[] {
  const wait = waitOf(entry)
  if (wait === 0 || isHeldUp(kind)) return []
  const reason = isForDocument(kind) ? pageNotHeldUp(wait) : cannotBeHeldUp(wait)
  return [fault('timings.wait', 'no-counterpart', reason)]
}

const isStop = ({code}: Fault): boolean => code === 'switched-off'

/** How long the server took, as a rule of its own. What keeps the answer from acting keeps this, too. */
function delayOf(
  entry: JsonRecord,
  source: Source,
  name: string,
  at: string,
  said: readonly Fault[],
): ImportedRecord[] {
  const wait = waitOf(entry)
  if (wait === 0) return []
  const delay = Math.min(wait, longestDelay)
  const notes = [...said, ...(wait > longestDelay ? [fault('timings.wait', 'changed', tenMinutesAtMost)] : [])]
  const record = madeRecord(
    {ruleType: 'Delay', pairs: [{source, delay}], name: nameOfWait(name), isOn: true},
    {at: `${at}.timings.wait`, group: 0, notes},
  )
  return [{...record, goesAlong: true}]
}

function goal(response: JsonRecord, url: string): string {
  const given = response['redirectURL']
  const header = headersOf(response).find(([name]) => name === 'location')?.[1]
  const to = typeof given === 'string' && given !== '' ? given : (header ?? '')
  return to !== '' && URL.canParse(to, url) ? new URL(to, url).href : ''
}

/** With 304 a browser gave the page what it had, and a recording may hold that. */
function asGiven(entry: JsonRecord): JsonRecord {
  const response = recordIn(entry, 'response')
  const {text} = recordIn(response, 'content')
  const isThere = response['status'] === 304 && typeof text === 'string' && text !== ''
  return isThere ? {...entry, response: {...response, status: 200, statusText: 'OK'}} : entry
}

/** One entry: the mock of its answer and how long that took. A redirect becomes one. `page` has asked, where that is known. */
export function readEntry(recorded: JsonRecord, exchange: Exchange, at: string, page?: Policed): ImportedRecord[] {
  const entry = asGiven(recorded)
  const response = recordIn(entry, 'response')
  const fields: Fields = fieldsOf(response, at, 'response')
  const status = numberIn(fields.any('status') ?? 0)
  const refusal = refusalOf(entry, exchange, status)
  const {url, method, payload, mimeType: saidType} = exchange
  if (refusal) return [refusedRecord(`${method} ${url}`.slice(0, 200), [refusal], {at, group: 0})]
  const name = nameOf(exchange)
  const methods = byMethods([method], 'request.method')
  const asked = readPayload(payload, recordIn(recordIn(entry, 'request'), 'postData'))
  const source = narrowed(urlEquals(url), [methods.filter, ...asked.filters])
  const said = [...methods.notes, ...asked.notes]
  const saidText = fields.text('statusText')
  const statusText = isStatusText(saidText) ? saidText : ''
  const when = entry['startedDateTime']
  const answer = `${status} ${statusText}`.trim()
  const description = typeof when === 'string' ? recordedAt(answer, when) : answer
  if (isRedirect(status)) {
    const destination = goal(response, url)
    const notes = [
      ...said,
      ...notesOfRedirect(response),
      ...notesOfMethod(method, status),
      ...(destination === '' ? [stop('response.redirectURL', goalNotInFile)] : []),
      ...(destination === new URL(url).href ? [stop('response.redirectURL', leadsToItself)] : []),
    ]
    const pair = {source, destinationType: 'url', destination}
    const record = madeRecord(
      {ruleType: 'Redirect', pairs: [pair], name, description, isOn: true},
      {at, group: 0, notes},
      names,
    )
    if (record.rule?.status !== 'Active') return [record]
    // Nobody else has waited, and not all who ask can.
    const held = canWait(exchange.kind.filter ?? {}) ? narrowed(source, [exchange.kind.filter ?? {}]) : source
    return [record, ...delayOf(entry, held, name, at, said)]
  }
  const content = fieldsOf(recordIn(response, 'content'), at, 'response.content')
  const isEmptyFine = status === 204 || status === 205 || method === 'HEAD' || content.any('size') === 0
  const body = readBody(content, isEmptyFine)
  const kind = body.filter.resourceType ? body.filter : (exchange.kind.filter ?? {})
  const ofKind = narrowed(source, [kind])
  const isForPages = canFail(kind)
  const mimeType = body.filter.resourceType || body.value === '' ? '' : content.text('mimeType')
  const recordedAs = exchange.kind.filter?.resourceType
  // A rule for another kind than was recorded would answer nobody who asked.
  const isForOthers = body.filter.resourceType?.some(type => recordedAs?.includes(type) === false) === true
  const ofBody = isForOthers ? body.notes.map(({path, reason}) => stop(path, reason)) : body.notes
  const given = withoutAddress(body.value, {
    url,
    uses: usesOf(kind, saidType),
    isSealed: isSealed(page, url),
    isDrawnFrom: isDrawnFrom(page, url),
  })
  const headers = readHeaders(response, {text: given.text, mimeType, isForPages})
  const pair = {
    source: ofKind,
    type: 'static',
    value: given.text,
    serveWithoutRequest: true,
    statusCode: status,
    ...(statusText === '' ? {} : {statusText}),
    ...(headers.responseHeaders ? {responseHeaders: headers.responseHeaders} : {}),
  }
  const notes = [
    ...said,
    ...ofBody,
    ...headers.notes,
    ...(statusText === saidText ? [] : [fault('response.statusText', 'no-counterpart', statusTextLeftOut)]),
    ...(status === 200 || isForPages ? [] : [stop('response.status', answeredWithOkOnly(status))]),
    ...given.notes,
    ...(isForDocument(kind) ? [fault('response.content', 'changed', pageOfItsOwn)] : []),
    ...notesOfWait(entry, kind),
  ]
  const record = madeRecord(
    {ruleType: 'Response', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    names,
  )
  return record.rule === null || !isHeldUp(kind)
    ? [record]
    : [record, ...delayOf(entry, ofKind, name, at, [...said, ...given.notes.filter(isStop)])]
}
