import {isRecord, type JsonRecord, recordIn} from '../../../model/json'
import type {Source, SourceFilter} from '../../../model/source'
import {type Exchange, isDocument, isForDocument, isRedirect, getUses} from './exchange'
import {noteText, type Note, noteAt} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {longestDelay} from '../../../model/rules/delay'
import type {ImportedRecord} from '../../import-types'
import {createRecord, offNote, refuseRecord, refusalNote} from '../../create-records'
import {readFields, toNumber} from '../../fields'
import {toMethodFilter, addFilters, urlEquals} from '../../sources'
import {readBody, toDataUrlBody} from './body'
import {getHeaders, getRedirectNotes, readHeaders} from './headers'
import {isUsedAsSprite, hasIntegrity, type PagePolicy} from './pages'
import {isStatusText} from '../../../model/rules/response'
import {isMultipart, readPayload} from './payload'

type Reading = {
  readonly entry: JsonRecord
  readonly exchange: Exchange
  readonly at: string
  readonly status: number
  readonly statusText: string
  readonly name: string
  readonly description: string
  readonly source: Source
  readonly said: readonly Note[]
}

const fieldNames = {
  'source.value': 'request.url',
  destination: 'response.redirectURL',
  value: 'response.content.text',
  statusCode: 'response.status',
  statusText: 'response.statusText',
  responseHeaders: 'response.headers',
}

const waitOf = (entry: JsonRecord): number => {
  const wait = recordIn(entry, 'timings')['wait']
  return typeof wait === 'number' && Number.isFinite(wait) && wait >= 1 ? Math.round(wait) : 0
}

const canWait = ({resourceType = []}: SourceFilter): boolean =>
  resourceType.every(type => ['xmlhttprequest', 'main_frame', 'sub_frame'].includes(type))

/** A page behind the delay page would get the policy of the delay page, which blocks scripts of sites. */
const isHeldUp = (kind: SourceFilter): boolean => canWait(kind) && !isForDocument(kind)

function notesOfWait(entry: JsonRecord, kind: SourceFilter): Note[] {
  if (isHeldUp(kind)) return []
  return notHeldUp(entry, isForDocument(kind) ? 'pageNotHeldUp' : 'cannotBeHeldUp')
}

function notHeldUp(entry: JsonRecord, code: 'pageNotHeldUp' | 'cannotBeHeldUp' = 'cannotBeHeldUp'): Note[] {
  const wait = waitOf(entry)
  return wait === 0 ? [] : [noteAt('timings.wait', 'no-counterpart', noteText(code, {wait}))]
}

/** A Delay rule for the recorded time. `notes` are those of the answer that switch it off. */
function delayOf({entry, name, at}: Reading, source: Source, notes: readonly Note[]): ImportedRecord[] {
  const wait = waitOf(entry)
  if (wait === 0) return []
  const delay = Math.min(wait, longestDelay)
  const record = createRecord(
    {ruleType: 'Delay', pairs: [{source, delay}], name: importNames('nameOfWait', {name}), isOn: true},
    {
      at: `${at}.timings.wait`,
      group: 0,
      notes: [
        ...notes,
        ...(wait > longestDelay ? [noteAt('timings.wait', 'changed', noteText('tenMinutesAtMost'))] : []),
      ],
    },
  )
  return [{...record, isPartOfPrevious: true}]
}

/** A `data:` redirect has no status: other types always get 200. */
const canFail = ({resourceType}: SourceFilter): boolean => resourceType?.includes('xmlhttprequest') !== false

const isStop = ({code}: Note): boolean => code === 'switched-off'

function readAnswer(reading: Reading, page: PagePolicy | undefined): ImportedRecord[] {
  const {entry, exchange, at, status, statusText, name, description, said} = reading
  const {url, method, mimeType: saidType} = exchange
  const response = recordIn(entry, 'response')
  const content = readFields(recordIn(response, 'content'), at, 'response.content')
  const isEmptyFine = status === 204 || status === 205 || method === 'HEAD' || content.any('size') === 0
  const body = readBody(response, content, isEmptyFine)
  const recorded = exchange.recordedType.filter ?? {}
  const kind = body.filter.resourceType ? body.filter : recorded
  const source = addFilters(reading.source, [kind])
  const isForPages = canFail(kind)
  const mimeType = body.filter.resourceType || body.value === '' ? '' : content.text('mimeType')
  // A rule for another type than was recorded would never match.
  const isForOthers = body.filter.resourceType?.some(type => recorded.resourceType?.includes(type) === false) === true
  const ofBody = isForOthers ? body.notes.map(({path, reason}) => refusalNote(path, reason)) : body.notes
  const given = toDataUrlBody(body.value, {
    url,
    uses: getUses(kind, saidType),
    isSealed: hasIntegrity(page, url),
    isDrawnFrom: isUsedAsSprite(page, url),
  })
  const headers = readHeaders(response, {text: given.text, mimeType, isForPages})
  const pair = {
    source,
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
    ...(statusText === readFields(response, at, 'response').text('statusText')
      ? []
      : [noteAt('response.statusText', 'no-counterpart', noteText('statusTextLeftOut'))]),
    ...(status === 200 || isForPages ? [] : [refusalNote('response.status', noteText('answeredWithOkOnly', {status}))]),
    ...given.notes,
    ...(isForDocument(kind) ? [noteAt('response.content', 'changed', noteText('pageOfItsOwn'))] : []),
    ...notesOfWait(entry, kind),
  ]
  const record = createRecord(
    {ruleType: 'Response', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  return record.rule === null || !isHeldUp(kind)
    ? [record]
    : [record, ...delayOf(reading, source, [...said, ...given.notes.filter(isStop)])]
}

/** A browser goes on with GET after these; a rule keeps the method. */
const becomesGet = (method: string, status: number): boolean =>
  (method === 'POST' && (status === 301 || status === 302)) || (status === 303 && method !== 'GET' && method !== 'HEAD')

const notesOfMethod = (method: string, status: number): Note[] =>
  becomesGet(method, status) ? [offNote('response.status', noteText('methodKept', {status, method}))] : []

function goalOf(response: JsonRecord, url: string): string {
  const given = response['redirectURL']
  const header = getHeaders(response).find(([name]) => name === 'location')?.[1]
  const to = typeof given === 'string' && given !== '' ? given : (header ?? '')
  return to !== '' && URL.canParse(to, url) ? new URL(to, url).href : ''
}

function readRedirect(reading: Reading): ImportedRecord[] {
  const {entry, exchange, at, status, name, description, source, said} = reading
  const {url, method, recordedType} = exchange
  const response = recordIn(entry, 'response')
  const destination = goalOf(response, url)
  const leadsBack = destination === new URL(url).href && !becomesGet(method, status)
  const isPosted = isDocument(recordedType) && method !== 'GET'
  const notes = [
    ...said,
    ...getRedirectNotes(response),
    ...notesOfMethod(method, status),
    ...(destination === '' ? [refusalNote('response.redirectURL', noteText('goalNotInFile'))] : []),
    ...(leadsBack ? [refusalNote('response.redirectURL', noteText('leadsToItself'))] : []),
    ...(isPosted ? notHeldUp(entry) : []),
  ]
  const pair = {source, destinationType: 'url', destination}
  const record = createRecord(
    {ruleType: 'Redirect', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  if (record.rule?.status !== 'Active' || isPosted) return [record]
  const held = canWait(recordedType.filter ?? {}) ? addFilters(source, [recordedType.filter ?? {}]) : source
  return [record, ...delayOf(reading, held, said)]
}

/** Chrome reports ERR_ABORTED for responses without a body. */
const isWithoutBody = (entry: JsonRecord, method: string, status: number): boolean =>
  method === 'HEAD' ||
  status === 204 ||
  status === 205 ||
  getHeaders(recordIn(entry, 'response')).some(([name, value]) => name === 'content-length' && value.trim() === '0')

function refusalOf(entry: JsonRecord, {url, method, recordedType}: Exchange, status: number): Note | null {
  if (!isRecord(entry['request'])) return refusalNote('request', noteText('requestMissing'))
  if (!isRecord(entry['response'])) return refusalNote('response', noteText('answerMissing'))
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return refusalNote('request.url', noteText('notOfHttp'))
  if (entry['_resourceType'] === 'websocket' || status === 101)
    return refusalNote('response.status', noteText('staysOpen'))
  const isAskedBefore =
    method === 'OPTIONS' &&
    getHeaders(recordIn(entry, 'request')).some(([name]) => name === 'access-control-request-method')
  if (isAskedBefore || method === 'CONNECT') return refusalNote('request.method', noteText('askedByBrowser'))
  if (status === 304) return refusalNote('response.status', noteText('bodyNotInFile'))
  if (!(status >= 200 && status <= 599))
    return refusalNote('response.status', status > 0 ? noteText('noFinalStatus', {status}) : noteText('neverAnswered'))
  if (isRedirect(status)) return null
  if (recordedType.filter === null)
    return refusalNote('_resourceType', noteText('kindNotAnswered', {kind: recordedType.typeName}))
  if (status !== 200 && !canFail(recordedType.filter))
    return refusalNote('response.status', noteText('answeredWithOkOnly', {status}))
  const error = recordIn(entry, 'response')['_error']
  if (typeof error !== 'string' || error === '') return null
  return error === 'net::ERR_ABORTED' && isWithoutBody(entry, method, status)
    ? null
    : refusalNote('response._error', noteText('failedInPage', {error}))
}

function nameOf({url, method}: Exchange): string {
  const {pathname, search} = new URL(url)
  const whole = `${method} ${pathname}${search}`
  return whole.length > 80 ? `${whole.slice(0, 79)}…` : whole
}

function asGiven(entry: JsonRecord): JsonRecord {
  const response = recordIn(entry, 'response')
  const {text} = recordIn(response, 'content')
  const isThere = response['status'] === 304 && typeof text === 'string' && text !== ''
  return isThere ? {...entry, response: {...response, status: 200, statusText: 'OK'}} : entry
}

const isFormInParts = (request: JsonRecord): boolean =>
  getHeaders(request).some(([name, value]) => name === 'content-type' && isMultipart(value))

function askedFor({recordedType, payload, payloadType}: Exchange, request: JsonRecord): ReturnType<typeof readPayload> {
  const none = (...notes: readonly Note[]) => ({filters: [], notes})
  // A payload can only be read in a page, and a form leaves it.
  if (isDocument(recordedType))
    return payload === '' ? none() : none(noteAt('request.postData.text', 'changed', noteText('formNotLookedAt')))
  if (payload !== '') return readPayload(payload, payloadType)
  return isFormInParts(request)
    ? none(noteAt('request.postData', 'changed', noteText('fieldsAskedFor', {fields: 0})))
    : none()
}

/** Makes the rules of one entry. `page` is the page that sent the request, where known. */
export function readEntry(recorded: JsonRecord, exchange: Exchange, at: string, page?: PagePolicy): ImportedRecord[] {
  const entry = asGiven(recorded)
  const fields = readFields(recordIn(entry, 'response'), at, 'response')
  const status = toNumber(fields.any('status'))
  const {url, method} = exchange
  const refusal = refusalOf(entry, exchange, status)
  if (refusal) return [refuseRecord(`${method} ${url}`.slice(0, 200), [refusal], {at, group: 0})]
  const methods = toMethodFilter([method], 'request.method')
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
    description: typeof when === 'string' ? importNames('recordedAt', {answer, when}) : answer,
    source: addFilters(urlEquals(url), [methods.filter, ...asked.filters]),
    said: [...methods.notes, ...asked.notes],
  }
  return isRedirect(status) ? readRedirect(reading) : readAnswer(reading, page)
}
