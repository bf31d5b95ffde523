import {isRecord, type JsonRecord, recordIn} from '../../../model/json'
import type {Source, SourceFilter} from '../../../model/source'
import {type Exchange, isDocument, isForDocument, isRedirect, getFileFilter} from './exchange'
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

type EntryContext = {
  readonly entry: JsonRecord
  readonly exchange: Exchange
  readonly at: string
  readonly status: number
  readonly statusText: string
  readonly name: string
  readonly description: string
  readonly source: Source
  readonly matchNotes: readonly Note[]
}

const fieldNames = {
  'source.value': 'request.url',
  destination: 'response.redirectURL',
  value: 'response.content.text',
  statusCode: 'response.status',
  statusText: 'response.statusText',
  responseHeaders: 'response.headers',
}

const getWait = (entry: JsonRecord): number => {
  const wait = recordIn(entry, 'timings')['wait']
  return typeof wait === 'number' && Number.isFinite(wait) && wait >= 1 ? Math.round(wait) : 0
}

const canDelay = ({resourceType}: SourceFilter): boolean =>
  resourceType === undefined || resourceType.some(type => ['xmlhttprequest', 'main_frame', 'sub_frame'].includes(type))

/** A delayed page would inherit the policy of the delay page, which blocks its scripts. */
const hasDelayRule = (kind: SourceFilter): boolean => canDelay(kind) && !isForDocument(kind)

function getWaitNotes(entry: JsonRecord, kind: SourceFilter): Note[] {
  if (hasDelayRule(kind)) return []
  return getNoDelayNotes(entry, isForDocument(kind) ? 'pageDelayUnsupported' : 'delayUnsupported')
}

function getNoDelayNotes(
  entry: JsonRecord,
  code: 'pageDelayUnsupported' | 'delayUnsupported' = 'delayUnsupported',
): Note[] {
  const wait = getWait(entry)
  return wait === 0 ? [] : [noteAt('timings.wait', 'no-counterpart', noteText(code, {wait}))]
}

/** A Delay rule for the recorded time. `notes` are those of the answer that switch it off. */
function createDelayRecords({entry, name, at}: EntryContext, source: Source, notes: readonly Note[]): ImportedRecord[] {
  const wait = getWait(entry)
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
const canHaveErrorStatus = ({resourceType}: SourceFilter): boolean => resourceType?.includes('xmlhttprequest') !== false

const isStop = ({code}: Note): boolean => code === 'switched-off'

function createResponseRecords(context: EntryContext, page: PagePolicy | undefined): ImportedRecord[] {
  const {entry, exchange, at, status, statusText, name, description, matchNotes} = context
  const {url, method, mimeType: mimeTypeOfExchange} = exchange
  const response = recordIn(entry, 'response')
  const content = readFields(recordIn(response, 'content'), at, 'response.content')
  const isEmptyFine = status === 204 || status === 205 || method === 'HEAD' || content.any('size') === 0
  const body = readBody(response, content, isEmptyFine)
  const recorded = exchange.recordedType.filter ?? {}
  const fileFilter = status === 200 ? getFileFilter(mimeTypeOfExchange, body.value) : {}
  const kind = [body.filter, recorded].find(({resourceType}) => resourceType) ?? fileFilter
  const source = addFilters(context.source, [kind])
  const isForFetch = canHaveErrorStatus(kind)
  const mimeType = body.filter.resourceType || body.value === '' ? '' : content.text('mimeType')
  // A rule for another type than was recorded would never match.
  const hasOtherType = body.filter.resourceType?.some(type => recorded.resourceType?.includes(type) === false) === true
  const bodyNotes = hasOtherType ? body.notes.map(({path, reason}) => refusalNote(path, reason)) : body.notes
  const adapted = toDataUrlBody(body.value, {
    url,
    uses: kind.resourceType ?? [],
    isSealed: hasIntegrity(page, url),
    isDrawnFrom: isUsedAsSprite(page, url),
  })
  const headers = readHeaders(response, {text: adapted.text, mimeType, isForPages: isForFetch})
  const pair = {
    source,
    type: 'static',
    value: adapted.text,
    serveWithoutRequest: true,
    statusCode: status,
    ...(statusText === '' ? {} : {statusText}),
    ...(headers.responseHeaders ? {responseHeaders: headers.responseHeaders} : {}),
  }
  const notes = [
    ...matchNotes,
    ...bodyNotes,
    ...headers.notes,
    ...(statusText === readFields(response, at, 'response').text('statusText')
      ? []
      : [noteAt('response.statusText', 'no-counterpart', noteText('statusTextLeftOut'))]),
    ...(status === 200 || isForFetch ? [] : [refusalNote('response.status', noteText('mockedWithOkOnly', {status}))]),
    ...adapted.notes,
    ...(isForDocument(kind) ? [noteAt('response.content', 'changed', noteText('mockedPageHasNoAddress'))] : []),
    ...getWaitNotes(entry, kind),
  ]
  const record = createRecord(
    {ruleType: 'Response', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  return record.rule === null || !hasDelayRule(kind)
    ? [record]
    : [record, ...createDelayRecords(context, source, [...matchNotes, ...adapted.notes.filter(isStop)])]
}

/** A browser goes on with GET after these; a rule keeps the method. */
const changesToGet = (method: string, status: number): boolean =>
  (method === 'POST' && (status === 301 || status === 302)) || (status === 303 && method !== 'GET' && method !== 'HEAD')

const getMethodNotes = (method: string, status: number): Note[] =>
  changesToGet(method, status) ? [offNote('response.status', noteText('methodKept', {status, method}))] : []

function getDestination(response: JsonRecord, url: string): string {
  const adapted = response['redirectURL']
  const header = getHeaders(response).find(([name]) => name === 'location')?.[1]
  const to = typeof adapted === 'string' && adapted !== '' ? adapted : (header ?? '')
  return to !== '' && URL.canParse(to, url) ? new URL(to, url).href : ''
}

function createRedirectRecords(context: EntryContext): ImportedRecord[] {
  const {entry, exchange, at, status, name, description, source, matchNotes} = context
  const {url, method, recordedType} = exchange
  const response = recordIn(entry, 'response')
  const destination = getDestination(response, url)
  const redirectsToItself = destination === new URL(url).href && !changesToGet(method, status)
  const isFormNavigation = isDocument(recordedType) && method !== 'GET'
  const notes = [
    ...matchNotes,
    ...getRedirectNotes(response),
    ...getMethodNotes(method, status),
    ...(destination === '' ? [refusalNote('response.redirectURL', noteText('destinationNotInFile'))] : []),
    ...(redirectsToItself ? [refusalNote('response.redirectURL', noteText('redirectsToItself'))] : []),
    ...(isFormNavigation ? getNoDelayNotes(entry) : []),
  ]
  const pair = {source, destinationType: 'url', destination}
  const record = createRecord(
    {ruleType: 'Redirect', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  if (record.rule?.status !== 'Active' || isFormNavigation) return [record]
  const delaySource = canDelay(recordedType.filter ?? {}) ? addFilters(source, [recordedType.filter ?? {}]) : source
  return [record, ...createDelayRecords(context, delaySource, matchNotes)]
}

/** Chrome reports ERR_ABORTED for responses without a body. */
const hasNoBody = (entry: JsonRecord, method: string, status: number): boolean =>
  method === 'HEAD' ||
  status === 204 ||
  status === 205 ||
  getHeaders(recordIn(entry, 'response')).some(([name, value]) => name === 'content-length' && value.trim() === '0')

function getRefusal(entry: JsonRecord, {url, method, recordedType}: Exchange, status: number): Note | null {
  if (!isRecord(entry['request'])) return refusalNote('request', noteText('requestMissing'))
  if (!isRecord(entry['response'])) return refusalNote('response', noteText('answerMissing'))
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return refusalNote('request.url', noteText('notOfHttp'))
  if (entry['_resourceType'] === 'websocket' || status === 101)
    return refusalNote('response.status', noteText('staysOpen'))
  const isPreflight =
    method === 'OPTIONS' &&
    getHeaders(recordIn(entry, 'request')).some(([name]) => name === 'access-control-request-method')
  if (isPreflight || method === 'CONNECT') return refusalNote('request.method', noteText('preflightRequest'))
  if (status === 304) return refusalNote('response.status', noteText('bodyNotInFile'))
  if (!(status >= 200 && status <= 599))
    return refusalNote('response.status', status > 0 ? noteText('noFinalStatus', {status}) : noteText('neverAnswered'))
  if (isRedirect(status)) return null
  if (recordedType.filter === null)
    return refusalNote('_resourceType', noteText('kindNotAnswered', {kind: recordedType.typeName}))
  if (status !== 200 && !canHaveErrorStatus(recordedType.filter))
    return refusalNote('response.status', noteText('mockedWithOkOnly', {status}))
  const error = recordIn(entry, 'response')['_error']
  if (typeof error !== 'string' || error === '') return null
  return error === 'net::ERR_ABORTED' && hasNoBody(entry, method, status)
    ? null
    : refusalNote('response._error', noteText('failedInPage', {error}))
}

function createName({url, method}: Exchange): string {
  const {pathname, search} = new URL(url)
  const fullName = `${method} ${pathname}${search}`
  return fullName.length > 80 ? `${fullName.slice(0, 79)}…` : fullName
}

function restoreCachedBody(entry: JsonRecord): JsonRecord {
  const response = recordIn(entry, 'response')
  const {text} = recordIn(response, 'content')
  const hasBody = response['status'] === 304 && typeof text === 'string' && text !== ''
  return hasBody ? {...entry, response: {...response, status: 200, statusText: 'OK'}} : entry
}

const isMultipartForm = (request: JsonRecord): boolean =>
  getHeaders(request).some(([name, value]) => name === 'content-type' && isMultipart(value))

function readPayloadFilters(
  {recordedType, payload, payloadType}: Exchange,
  request: JsonRecord,
): ReturnType<typeof readPayload> {
  const noFilters = (...notes: readonly Note[]) => ({filters: [], notes})
  // A payload can only be read in a page, and a form leaves it.
  if (isDocument(recordedType))
    return payload === ''
      ? noFilters()
      : noFilters(noteAt('request.postData.text', 'changed', noteText('formBodyNotRead')))
  if (payload !== '') return readPayload(payload, payloadType)
  return isMultipartForm(request)
    ? noFilters(noteAt('request.postData', 'changed', noteText('fieldsAskedFor', {fields: 0})))
    : noFilters()
}

/** Makes the rules of one entry. `page` is the page that sent the request, where known. */
export function readEntry(recorded: JsonRecord, exchange: Exchange, at: string, page?: PagePolicy): ImportedRecord[] {
  const entry = restoreCachedBody(recorded)
  const fields = readFields(recordIn(entry, 'response'), at, 'response')
  const status = toNumber(fields.any('status'))
  const {url, method} = exchange
  const refusal = getRefusal(entry, exchange, status)
  if (refusal) return [refuseRecord(`${method} ${url}`.slice(0, 200), [refusal], {at, group: 0})]
  const methods = toMethodFilter([method], 'request.method')
  const payload = readPayloadFilters(exchange, recordIn(entry, 'request'))
  const recordedStatusText = fields.text('statusText')
  const statusText = isStatusText(recordedStatusText) ? recordedStatusText : ''
  const statusLine = `${status} ${statusText}`.trim()
  const startedAt = entry['startedDateTime']
  const context = {
    entry,
    exchange,
    at,
    status,
    statusText,
    name: createName(exchange),
    description:
      typeof startedAt === 'string' ? importNames('recordedAt', {answer: statusLine, when: startedAt}) : statusLine,
    source: addFilters(urlEquals(url), [methods.filter, ...payload.filters]),
    matchNotes: [...methods.notes, ...payload.notes],
  }
  return isRedirect(status) ? createRedirectRecords(context) : createResponseRecords(context, page)
}
