import {recordIn, type JsonRecord} from '../../model/json'
import {readFields} from '../../import-export/fields'
import {isBodyMissing, readBody} from '../../import-export/formats/har/body'
import {toExchange, isDocument} from '../../import-export/formats/har/exchange'
import type {RecordedAnswer} from '../request-log/prefilled-request'
import {isFinished, maxEntries, type LogEntry, type StaticResponse} from '../request-log/log'
import {createBodyCache} from './body-cache'
import type {ResponseBody, FinishedRequest, PanelBrowserAdapter} from './browser-adapter'

/** Milliseconds between the times that the log and DevTools give one request. */
const maxTimeDifference = 2_000

/** The response that prefills a rule, and the part of it that is `missing`. */
type RecordedResponse = {
  readonly response: RecordedAnswer | null
  readonly missing: NotRecordedReason | 'answer' | 'body' | 'text' | null
}
/** Before its `end`, without a `recording`, or the page has not `read` the response. */
export type NotRecordedReason = 'end' | 'recording' | 'read'

export type Recorder = {
  /** The HAR entry of a request, with its body or a rule's static one; null without a recording. */
  getRecording(entry: LogEntry, fixed: StaticResponse | null): Promise<JsonRecord | null>
  getResponse(entry: LogEntry, fixed: StaticResponse | null): Promise<RecordedResponse>
  /** The recorded documents, with their bodies if DevTools has them. */
  getDocuments(): Promise<readonly JsonRecord[]>
  clearBodies(): void
  stop(): void
}

export function getNotRecordedReason(entry: LogEntry): NotRecordedReason {
  if (!isFinished(entry)) return 'end'
  return entry.endedAt === undefined || entry.status === undefined ? 'recording' : 'read'
}

type FoundRecording = {readonly sent: FinishedRequest; readonly came: FinishedRequest}

const getStart = ({har}: FinishedRequest): number => Date.parse(String(har['startedDateTime']))
/** `time` is the duration in milliseconds. */
const getEnd = (finished: FinishedRequest): number => getStart(finished) + (Number(finished.har['time']) || 0)
const getStatus = (har: JsonRecord): number => Number(recordIn(har, 'response')['status'])
/** 304 is not a redirect. */
const isRedirect = ({har}: FinishedRequest) => getStatus(har) >= 300 && getStatus(har) < 400 && getStatus(har) !== 304

function withBody(har: JsonRecord, {text, encoding}: ResponseBody, size: JsonRecord = {}): JsonRecord {
  const response = recordIn(har, 'response')
  const content = {...recordIn(response, 'content'), ...size, text, ...(encoding === '' ? {} : {encoding})}
  return {...har, response: {...response, content}}
}

type RecorderDependencies = Pick<PanelBrowserAdapter, 'onFinished'> & {
  readonly isLive: () => boolean
}

/** Finds DevTools recordings by the entries of the log. */
export function createRecorder({onFinished, isLive}: RecorderDependencies): Recorder {
  const bodies = createBodyCache()
  let all: readonly FinishedRequest[] = []
  /** The entry number of each recording: two requests to one URL have different recordings. */
  const foundFor = new WeakMap<FinishedRequest, number>()
  const stop = onFinished(finished => {
    const [oldest] = all
    if (oldest && all.length === maxEntries) bodies.forget(oldest)
    all = [...all.slice(1 - maxEntries), finished]
    if (isLive()) bodies.prefetch(finished)
  })

  /** The recording that is nearest in time, and the last one after redirects. */
  function find(entry: LogEntry): FoundRecording | undefined {
    const {number, request, sentTo = request.url, redirectedTo, sentAt = request.time, endedAt} = entry
    if (endedAt === undefined) return undefined
    const isSameRequest = ({har}: FinishedRequest, url: string, method: string) => {
      const harRequest = recordIn(har, 'request')
      const isThere = String(harRequest['url']).replace(/#.*/, '') === url.replace(/#.*/, '')
      return isThere && harRequest['method'] === method
    }
    const far = (each: FinishedRequest) => Math.abs(getStart(each) - sentAt)
    // Requests that start together mostly end at different times.
    const farAtBothEnds = (each: FinishedRequest) => far(each) + Math.abs(getEnd(each) - endedAt)
    const isFree = (each: FinishedRequest) => (foundFor.get(each) ?? number) === number
    const nearest = (url: string, method: string, among = all) =>
      among
        .filter(each => isSameRequest(each, url, method) && far(each) < maxTimeDifference && isFree(each))
        .filter(({har}) => {
          const {payload} = toExchange(har)
          return !request.payload || payload === '' || payload === request.payload
        })
        .toSorted((a, b) => Number(foundFor.has(b)) - Number(foundFor.has(a)) || farAtBothEnds(a) - farAtBothEnds(b))[0]
    const own = nearest(sentTo, request.method)
    const isLed = redirectedTo !== undefined && (!own || isRedirect(own))
    // A request may be redirected to its own URL.
    const ends = all.filter(each => !isRedirect(each))
    // After most redirects a browser continues with GET.
    const came =
      (isLed
        ? (nearest(redirectedTo, request.method, ends) ?? (own && nearest(redirectedTo, 'GET', ends)))
        : undefined) ?? own
    for (const each of [own, came]) if (each) foundFor.set(each, number)
    return came && {sent: own ?? came, came}
  }

  async function getRecording(entry: LogEntry, fixed: StaticResponse | null): Promise<JsonRecord | null> {
    const found = find(entry)
    if (!found) return null
    const {sent, came} = found
    const body = fixed ? {text: fixed.value, encoding: ''} : await bodies.get(came)
    const whole = withBody(came.har, body, fixed ? {size: fixed.value.length} : {})
    const request = {...recordIn(sent.har, 'request'), url: entry.request.url}
    const status = getStatus(came.har)
    // The page got the cached body with status 200; so did a request that a rule answered.
    const isPlain = status === 304 ? fixed || body.text : fixed && status === 0
    const given = fixed?.statusCode ?? (isPlain ? 200 : status)
    const changedStatus = given === status ? {} : {status: given, statusText: fixed?.statusText ?? ''}
    // DevTools calls a frame a document, and Sec-Fetch-Dest is sent to trustworthy sites only.
    const kind = entry.request.type === 'sub_frame' ? {_resourceType: 'frame'} : {}
    // Chrome does not read the server's body to its end if a rule replaced it.
    const ended = fixed ? {_error: null} : {}
    return {...whole, ...kind, request, response: {...recordIn(whole, 'response'), ...ended, ...changedStatus}}
  }

  return {
    getRecording,
    async getResponse(entry, fixed) {
      const recorded = await getRecording(entry, fixed)
      if (!recorded) {
        const missing = getNotRecordedReason(entry)
        return {response: missing === 'read' ? {status: entry.status ?? 200, text: ''} : null, missing}
      }
      const status = getStatus(recorded)
      if (!(status > 0)) return {response: null, missing: 'answer'}
      const response = recordIn(recorded, 'response')
      const content = readFields(recordIn(response, 'content'), '', '')
      // An empty body is not lost; with 304 the page got the cached body.
      const isGone = status === 304 || (isBodyMissing(content) && content.any('size') !== 0)
      if (isGone && !fixed) return {response: {status: status === 304 ? 200 : status, text: ''}, missing: 'body'}
      const {value, filter, notes} = readBody(response, content, true)
      const isGiven = notes.every(({code}) => code !== 'refused')
      // The data: URL of a binary body cannot answer a fetch.
      const isFor = filter.resourceType?.includes(entry.request.type) !== false
      return isGiven && isFor
        ? {response: {status, text: value}, missing: null}
        : {response: {status, text: ''}, missing: 'text'}
    },
    getDocuments: () =>
      Promise.all(
        all
          .filter(({har}) => isDocument(toExchange(har).recordedType))
          .map(async each => {
            // Without the body, a page is recognised by its headers.
            const {text, encoding} = await bodies.get(each).catch(() => ({text: null, encoding: ''}))
            return withBody(each.har, {text, encoding})
          }),
      ),
    clearBodies: bodies.clear,
    stop() {
      stop()
      bodies.clear()
    },
  }
}
