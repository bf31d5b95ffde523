import type {LoggedRequest, PageRequestReport, RequestEvent, Headers} from './request-events'
import type {PageMessageBody} from '../../messaging/page-messages'
import type {Rule, RuleOf} from '../../model/rule'
import {toPairId} from '../../model/page-rules'
import {findRefusedPreflights} from './preflights'
import {createQueues, removeFragment, type Queue} from './request-queues'

export type CodeFailure = PageMessageBody<'page.failed'>

export type LogEntry = {
  readonly number: number
  readonly request: LoggedRequest
  readonly browserRules: readonly number[]
  readonly pageRules: readonly string[]
  readonly pagePairs?: readonly string[] | undefined
  /** The time that identifies the request in its document. */
  readonly pageTime?: number
  /** Answered by a rule in the page, without a network request. */
  readonly isServed: boolean
  readonly isDelayed?: boolean
  /** The page reported several requests that this one could be. */
  readonly isAmbiguous?: boolean
  /** The time of sending, if the page reported the request before. */
  readonly sentAt?: number
  readonly sentTo?: string
  readonly redirectedTo?: string
  /** The URL that the delay page will open. */
  readonly delayedUrl?: string | undefined
  readonly status?: number
  readonly isFromCache?: boolean
  /** Chrome's name of the error. */
  readonly error?: string | undefined
  readonly isAborted?: boolean
  /** The status of its preflight, if the server refused it. */
  readonly preflightStatus?: number | undefined
  readonly codeFailures?: readonly CodeFailure[]
  readonly isUnreported?: boolean
  /** Milliseconds since 1970. */
  readonly endedAt?: number | undefined
  readonly requestHeaders?: Headers
  readonly responseHeaders?: Headers | undefined
}
type EntryChange = Partial<Omit<LogEntry, 'number'>>

export const maxEntries = 1_000
const maxIds = 5_000

export const isFinished = ({status, error, isServed}: Pick<LogEntry, 'status' | 'error' | 'isServed'>) =>
  status !== undefined || error !== undefined || isServed

/** The last requests, in memory only. */
function createEntries() {
  const all = new Map<number, LogEntry>()
  const numbers = new Map<string, number>()
  let last = 0

  return {
    add(request: LoggedRequest, more: EntryChange = {}): LogEntry {
      const entry = {number: ++last, request, browserRules: [], pageRules: [], isServed: false, ...more}
      all.set(entry.number, entry)
      const [oldest] = all.values()
      if (oldest && all.size > maxEntries) all.delete(oldest.number)
      return entry
    },
    getEntry: (number: number): LogEntry | undefined => all.get(number),
    change(number: number | undefined, changes: (entry: LogEntry) => EntryChange): void {
      const entry = number === undefined ? undefined : all.get(number)
      if (entry) all.set(entry.number, {...entry, ...changes(entry)})
    },
    getNumber: (id: string) => numbers.get(id),
    isKnownAs(id: string, number: number) {
      numbers.set(id, number)
      const [oldest] = numbers.keys()
      if (oldest !== undefined && numbers.size > maxIds) numbers.delete(oldest)
    },
    all: (): readonly LogEntry[] => [...all.values()],
    /** Ids stay known, so that no later report makes a new entry. */
    clear: () => all.clear(),
  }
}

type Entries = ReturnType<typeof createEntries>

/** The last requests, the oldest first. Records nothing before it is opened. */
export type Log = {
  take(event: RequestEvent): void
  getEntries(): readonly LogEntry[]
  getLatest(entry: LogEntry): LogEntry
  clear(): void
  /** Starts recording. */
  open(): void
  /** Stops recording new requests; reports about earlier ones are still accepted. */
  close(): void
  endAll(): void
}

/** Chrome's errors for a request that a rule blocks, and for one that is aborted. */
export const blocked = 'net::ERR_BLOCKED_BY_CLIENT'
const aborted = 'net::ERR_ABORTED'

/** Milliseconds by which the clocks of two processes may differ. */
const clockTolerance = 50
const maxSent = 100

/** Requests that wait in the delay page. */
function createDelayedRequests({all, change}: Entries) {
  /** The last request in this tab that waits in the delay page for this URL. */
  const find = (url: string, tab: number, isMatch = (_entry: LogEntry) => true): LogEntry | undefined =>
    all().findLast(entry => {
      // Of several redirects in a row Chrome reports only the first.
      const {
        request,
        sentAt,
        redirectedTo,
        delayedUrl = sentAt === undefined && !isFinished(entry) ? redirectedTo : undefined,
      } = entry
      return (
        request.tab === tab &&
        delayedUrl !== undefined &&
        removeFragment(delayedUrl) === removeFragment(url) &&
        isMatch(entry)
      )
    })

  function continueWith(request: LoggedRequest): number | undefined {
    const entry = find(request.url, request.tab, each => each.request.type === request.type)
    if (!entry) return undefined
    const isMoved = removeFragment(request.url) !== removeFragment(entry.request.url)
    change(entry.number, () => ({
      delayedUrl: undefined,
      sentAt: request.time,
      error: undefined,
      endedAt: undefined,
      ...(isMoved ? {redirectedTo: request.url} : {}),
    }))
    return entry.number
  }
  return {find, continueWith}
}

/** Reports that arrived before the report of their request. */
function createEarlyReports({all, change}: Entries) {
  const early = new Map<string, EntryChange>()
  return {
    take(document: string | undefined, time: number): EntryChange | undefined {
      const key = `${document} ${time}`
      const report = early.get(key)
      early.delete(key)
      return report
    },
    add({document, time}: {document?: string | undefined; time: number}, more: (entry: EntryChange) => EntryChange) {
      const found = all().findLast(({request, pageTime}) => request.document === document && pageTime === time)
      if (found) return change(found.number, more)
      const key = `${document} ${time}`
      early.set(key, {...early.get(key), ...more(early.get(key) ?? {})})
      const [oldest] = early.keys()
      if (oldest !== undefined && early.size > maxEntries) early.delete(oldest)
    },
  }
}

/** Marks delayed requests with other rules that this one may have overtaken as ambiguous. */
function markOvertaken(
  {getEntry, change}: Entries,
  {rules, pairs = rules, time}: PageRequestReport,
  queue: Queue,
): boolean {
  const waiting = queue.waiting.flatMap(number => getEntry(number) ?? [])
  const open = waiting.filter(each => (each.sentAt === undefined ? !isFinished(each) : each.sentAt > time))
  queue.waiting = open.map(each => each.number)
  const others = open.filter(({pageRules, pagePairs = pageRules}) => pagePairs.join('\0') !== pairs.join('\0'))
  for (const {number} of others) change(number, () => ({isAmbiguous: true}))
  return others.length > 0
}

type LogParts = {
  readonly entries: Entries
  readonly queues: ReturnType<typeof createQueues>
  readonly earlyReports: ReturnType<typeof createEarlyReports>
}

function takePageReport(
  {entries, queues, earlyReports}: LogParts,
  {tab, page, document}: Extract<RequestEvent, {kind: 'in-page'}>,
  report: PageRequestReport,
): void {
  const {getEntry, change} = entries
  const {rules, pairs, method, url, to = url, time, waits = false} = report
  const known: EntryChange = {
    pageRules: rules,
    pagePairs: pairs,
    pageTime: time,
    isServed: report.isServed === true,
    isDelayed: waits,
    ...(removeFragment(to) === removeFragment(url) ? {} : {redirectedTo: to, sentTo: to}),
    ...earlyReports.take(document, time),
  }
  const request: LoggedRequest = {id: '', time, method, url, type: 'xmlhttprequest', tab, page, document}
  if (known.isServed === true || known.error !== undefined) return void entries.add(request, known)
  const queue = queues.get({...request, url: to})
  const isAmbiguous = markOvertaken(entries, report, queue)
  queue.sent = queue.sent.filter(number => (getEntry(number)?.request.time ?? 0) >= time - clockTolerance)
  const [sent, ...others] = queue.sent
  queue.sent = others
  if (sent !== undefined) {
    change(sent, entry => ({
      ...known,
      ...(entry.redirectedTo === undefined ? {} : {redirectedTo: entry.redirectedTo}),
      request: removeFragment(entry.request.url) === removeFragment(url) ? entry.request : {...entry.request, url},
      sentAt: entry.request.time,
      isAmbiguous,
    }))
  }
  const number = sent ?? (rules.length > 0 ? entries.add(request, {...known, isAmbiguous}).number : undefined)
  if (sent === undefined)
    queue.reported = [...queue.reported, {isAmbiguous, ...(number === undefined ? {} : {number})}].slice(-maxSent)
  if (number !== undefined && waits) queue.waiting = [...queue.waiting, number]
}

function markUnreported({all, change}: Entries, isAffected: (entry: LogEntry) => boolean): void {
  for (const entry of all())
    if (isAffected(entry) && !isFinished(entry)) change(entry.number, () => ({isUnreported: true}))
}

/** The end of a request. Chrome may not have reported the redirect to its last URL. */
function endRequest({all, change, getEntry, getNumber}: Entries, id: string, url: string, more: EntryChange): void {
  const ended = getNumber(id)
  change(ended, ({request, redirectedTo = request.url}) => ({
    ...more,
    ...([redirectedTo, request.url].some(each => removeFragment(url) === removeFragment(each))
      ? {}
      : {redirectedTo: url}),
  }))
  const entry = ended === undefined ? undefined : getEntry(ended)
  for (const {number, status} of entry ? findRefusedPreflights(all(), entry) : [])
    change(number, () => ({preflightStatus: status}))
}

export function createLog(now: () => number): Log {
  const entries = createEntries()
  const {getEntry, change} = entries
  const queues = createQueues()
  const earlyReports = createEarlyReports(entries)
  const delayed = createDelayedRequests(entries)
  let [since, until] = [Infinity, Infinity]
  const isOpen = () => since < Infinity && until === Infinity

  function begin(request: LoggedRequest): number | undefined {
    const queue = request.type === 'xmlhttprequest' ? queues.get(request) : undefined
    const [report, ...others] = queue?.reported ?? []
    if (queue) queue.reported = others
    if (report?.number !== undefined) {
      change(report.number, ({request: before}) => ({
        request: {...before, id: request.id, payload: request.payload},
        sentAt: request.time,
        isUnreported: false,
      }))
      return report.number
    }
    if (!isOpen()) return undefined
    const {number} = entries.add(request, {isAmbiguous: report?.isAmbiguous === true})
    if (queue && !report) queue.sent = [...queue.sent, number].slice(-maxSent)
    return number
  }

  function getNumber(request: LoggedRequest): number | undefined {
    const known = entries.getNumber(request.id)
    if (known !== undefined) return known
    const number = (request.isFromDelayPage ? delayed.continueWith(request) : undefined) ?? begin(request)
    if (number !== undefined) entries.isKnownAs(request.id, number)
    return number
  }

  const givenUp = (): EntryChange => ({error: aborted, endedAt: now(), isAborted: true})

  function giveUp(event: Extract<RequestEvent, {kind: 'gave-up'}>): void {
    earlyReports.add(event, givenUp)
    // Chrome does not report requests that were never sent.
    for (const queue of queues.all())
      queue.reported = queue.reported.filter(({number}) => number === undefined || !getEntry(number)?.isAborted)
  }

  function takeOnTheWay(tab: number, {rules: pageRules, pairs: pagePairs, url, to = url}: PageRequestReport): void {
    change(delayed.find(url, tab)?.number, () => ({pageRules, pagePairs, delayedUrl: to}))
  }

  return {
    take(event) {
      switch (event.kind) {
        case 'asked':
          return change(getNumber(event.asked), ({request}) => ({
            request: {...request, payload: request.payload ?? event.asked.payload},
          }))
        case 'acted':
          return change(getNumber(event.asked), ({browserRules}) => ({
            browserRules: browserRules.includes(event.browserRule)
              ? browserRules
              : [...browserRules, event.browserRule],
          }))
        case 'sent':
          return change(entries.getNumber(event.id), () => ({requestHeaders: event.headers}))
        case 'moved':
          return change(entries.getNumber(event.id), () => ({redirectedTo: event.to}))
        case 'detoured':
          return change(entries.getNumber(event.id), () => ({delayedUrl: event.to}))
        case 'on-the-way':
          return event.requests.forEach(request => takeOnTheWay(event.tab, request))
        case 'answered': {
          const {status, fromCache: isFromCache, time: endedAt, headers: responseHeaders} = event
          return endRequest(entries, event.id, event.url, {status, isFromCache, endedAt, responseHeaders})
        }
        case 'failed':
          return endRequest(entries, event.id, event.url, {error: event.why, endedAt: event.time})
        case 'in-page':
          return event.requests
            .filter(({time}) => time >= since && time < until)
            .forEach(report => takePageReport({entries, queues, earlyReports}, event, report))
        case 'code-failed':
          return earlyReports.add(event, ({codeFailures = []}) => ({
            codeFailures: [...codeFailures, event.failure],
            isServed: false,
          }))
        case 'gave-up':
          return giveUp(event)
        case 'went-nowhere':
          return change(delayed.find(event.to, event.tab, entry => !isFinished(entry))?.number, givenUp)
        case 'left':
          markUnreported(entries, ({request}) => request.document === event.document && request.id === '')
      }
    },
    getEntries: entries.all,
    getLatest: entry => getEntry(entry.number) ?? entry,
    clear() {
      entries.clear()
      since = isOpen() ? now() : until
    },
    open() {
      if (!isOpen()) since = now()
      until = Infinity
    },
    close() {
      if (isOpen()) until = now()
    },
    endAll() {
      markUnreported(entries, () => true)
    },
  }
}

export type Outcome =
  | {readonly kind: 'status'; readonly status: number}
  | {readonly kind: 'failed'; readonly why: string}
  | {readonly kind: 'preflight-refused'; readonly status: number}
  | {readonly kind: 'code-failed'; readonly code: 'request' | 'response'}
  | {readonly kind: 'stopped' | 'waiting' | 'unknown'}

/** The rule with only the pairs that the page reported, or with all if it reported none. */
export function keepAppliedPairs(rule: Rule, {pagePairs = []}: Pick<LogEntry, 'pagePairs'>): Rule {
  const pairs = rule.pairs.filter((_, index) => pagePairs.includes(toPairId(rule, index)))
  return pairs.length > 0 ? ({...rule, pairs} as Rule) : rule
}

export type StaticResponse = RuleOf<'Response'>['pairs'][number]

/** The static response of the applied Response rule; null for code or if the pair is unknown. */
export function getStaticResponse(entry: LogEntry, acted: readonly Rule[]): StaticResponse | null {
  const rule = acted.map(each => keepAppliedPairs(each, entry)).find(({ruleType}) => ruleType === 'Response')
  const [pair, other] = rule?.ruleType === 'Response' ? rule.pairs : []
  return pair?.type === 'static' && !other ? pair : null
}

export function getOutcome(entry: LogEntry, acted: readonly Rule[]): Outcome {
  const {request, error, codeFailures = [], isServed} = entry
  const [lastFailed] = codeFailures.slice(-1)
  if (lastFailed) return {kind: 'code-failed', code: lastFailed.kind}
  if (acted.some(({ruleType}) => ruleType === 'Cancel') && (error === blocked || isServed)) return {kind: 'stopped'}
  const answer = getStaticResponse(entry, acted)
  // In a page, a static response is returned even if the server does not respond.
  const isGiven = answer !== null && request.type === 'xmlhttprequest' && entry.isAborted !== true
  if (error !== undefined && !isGiven)
    return entry.preflightStatus === undefined
      ? {kind: 'failed', why: error}
      : {kind: 'preflight-refused', status: entry.preflightStatus}
  const isAnswered = isServed || error !== undefined
  const status = answer?.statusCode ?? entry.status ?? (isAnswered ? 200 : undefined)
  if (status !== undefined) return {kind: 'status', status}
  const isUnreported = request.id === '' && entry.isDelayed !== true
  return {kind: entry.isUnreported || isUnreported ? 'unknown' : 'waiting'}
}
