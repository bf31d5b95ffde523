import type {Asked, PageTold, Told, Headers} from './request-events'
import type {PageMessageBody} from '../../messaging/page-messages'
import type {Rule, RuleOf} from '../../model/rule'
import {toPairId} from '../../model/page-rules'

export type CodeFailed = PageMessageBody<'page.failed'>

export type Entry = {
  readonly number: number
  readonly asked: Asked
  readonly browserRules: readonly number[]
  readonly pageRules: readonly string[]
  readonly pageParts?: readonly string[] | undefined
  /** The time that identifies the request in its document. */
  readonly pageTime?: number
  /** Answered by a rule in the page, without a network request. */
  readonly isServed: boolean
  readonly waits?: boolean
  /** The page reported several requests that this one could be. */
  readonly isUnsure?: boolean
  /** The time of sending, if the page reported the request before. */
  readonly sentAt?: number
  readonly sentTo?: string
  readonly movedTo?: string
  /** The URL that the delay page will open. */
  readonly onward?: string | undefined
  readonly status?: number
  readonly isFromCache?: boolean
  /** Chrome's name of the error. */
  readonly failed?: string | undefined
  readonly isGivenUp?: boolean
  readonly codeFailed?: readonly CodeFailed[]
  readonly isUnheard?: boolean
  /** Milliseconds since 1970. */
  readonly endedAt?: number | undefined
  readonly requestHeaders?: Headers
  readonly responseHeaders?: Headers | undefined
}
type Change = Partial<Omit<Entry, 'number'>>

export const mostKept = 1_000
const mostIds = 5_000

export const isOver = ({status, failed, isServed}: Pick<Entry, 'status' | 'failed' | 'isServed'>) =>
  status !== undefined || failed !== undefined || isServed

/** The last requests, in memory only. */
function createEntries() {
  const all = new Map<number, Entry>()
  const numbers = new Map<string, number>()
  let last = 0

  return {
    add(asked: Asked, more: Change = {}): Entry {
      const entry = {number: ++last, asked, browserRules: [], pageRules: [], isServed: false, ...more}
      all.set(entry.number, entry)
      const [oldest] = all.values()
      if (oldest && all.size > mostKept) all.delete(oldest.number)
      return entry
    },
    entryOf: (number: number): Entry | undefined => all.get(number),
    change(number: number | undefined, changes: (entry: Entry) => Change): void {
      const entry = number === undefined ? undefined : all.get(number)
      if (entry) all.set(entry.number, {...entry, ...changes(entry)})
    },
    numberOf: (id: string) => numbers.get(id),
    isKnownAs(id: string, number: number) {
      numbers.set(id, number)
      const [oldest] = numbers.keys()
      if (oldest !== undefined && numbers.size > mostIds) numbers.delete(oldest)
    },
    all: (): readonly Entry[] => [...all.values()],
    /** Ids stay known, so that no later report makes a new entry. */
    clear: () => all.clear(),
  }
}

/** The last requests, the oldest first. Records nothing before it is opened. */
export type Log = {
  take(told: Told): void
  all(): readonly Entry[]
  latest(entry: Entry): Entry
  clear(): void
  /** Starts recording. */
  open(): void
  /** Stops recording new requests; reports about earlier ones are still accepted. */
  close(): void
  leave(): void
}

/** Chrome's errors for a request that a rule blocks, and for one that is aborted. */
export const blocked = 'net::ERR_BLOCKED_BY_CLIENT'
const aborted = 'net::ERR_ABORTED'

/** Milliseconds by which the clocks of two processes may differ. */
const slack = 50
const mostSent = 100

/** Pages report URLs without fragments. */
const withoutFragment = (url: string): string => url.replace(/#.*/s, '')

/** Requests of one document, URL and method, matched with reports first in, first out. */
type Queue = {
  sent: readonly number[]
  reported: readonly {readonly number?: number; readonly isUnsure: boolean}[]
  /** Reported requests that rules delay: others may be sent before them. */
  waiting: readonly number[]
}

export function createLog(now: () => number): Log {
  const entries = createEntries()
  const {entryOf, change} = entries
  const queues = new Map<string, Queue>()
  /** Reports that arrived before the report of their request. */
  const early = new Map<string, Change>()
  let [since, until] = [Infinity, Infinity]
  const isOpen = () => since < Infinity && until === Infinity

  function queueOf({tab, document, method, url}: Pick<Asked, 'tab' | 'document' | 'method' | 'url'>): Queue {
    const key = [tab, document, method.toUpperCase(), withoutFragment(url)].join(' ')
    const queue = queues.get(key) ?? {sent: [], reported: [], waiting: []}
    queues.delete(key)
    queues.set(key, queue)
    const [oldest] = queues.keys()
    if (oldest !== undefined && queues.size > mostKept) queues.delete(oldest)
    return queue
  }

  /** The last request in this tab that waits in the delay page for this URL. */
  const waitingFor = (url: string, tab: number, isIt = (_entry: Entry) => true): Entry | undefined =>
    entries.all().findLast(entry => {
      // Of several redirects in a row Chrome reports only the first.
      const {asked, sentAt, movedTo, onward = sentAt === undefined && !isOver(entry) ? movedTo : undefined} = entry
      return (
        asked.tab === tab && onward !== undefined && withoutFragment(onward) === withoutFragment(url) && isIt(entry)
      )
    })

  function goOn(asked: Asked): number | undefined {
    const waited = waitingFor(asked.url, asked.tab, entry => entry.asked.type === asked.type)
    if (!waited) return undefined
    const isMoved = withoutFragment(asked.url) !== withoutFragment(waited.asked.url)
    change(waited.number, () => ({
      onward: undefined,
      sentAt: asked.time,
      failed: undefined,
      endedAt: undefined,
      ...(isMoved ? {movedTo: asked.url} : {}),
    }))
    return waited.number
  }

  function begin(asked: Asked): number | undefined {
    const queue = asked.type === 'xmlhttprequest' ? queueOf(asked) : undefined
    const [report, ...others] = queue?.reported ?? []
    if (queue) queue.reported = others
    if (report?.number !== undefined) {
      change(report.number, ({asked: before}) => ({
        asked: {...before, id: asked.id, payload: asked.payload},
        sentAt: asked.time,
        isUnheard: false,
      }))
      return report.number
    }
    if (!isOpen()) return undefined
    const {number} = entries.add(asked, {isUnsure: report?.isUnsure === true})
    if (queue && !report) queue.sent = [...queue.sent, number].slice(-mostSent)
    return number
  }

  function numberOf(asked: Asked): number | undefined {
    const known = entries.numberOf(asked.id)
    if (known !== undefined) return known
    const number = (asked.isOnward ? goOn(asked) : undefined) ?? begin(asked)
    if (number !== undefined) entries.isKnownAs(asked.id, number)
    return number
  }

  /** Whether it may have been sent before a delayed request with other rules, which becomes ambiguous. */
  function isOvertaking({rules, parts = rules, time}: PageTold, queue: Queue): boolean {
    const held = queue.waiting.flatMap(number => entryOf(number) ?? [])
    const open = held.filter(each => (each.sentAt === undefined ? !isOver(each) : each.sentAt > time))
    queue.waiting = open.map(each => each.number)
    const others = open.filter(({pageRules, pageParts = pageRules}) => pageParts.join('\0') !== parts.join('\0'))
    for (const {number} of others) change(number, () => ({isUnsure: true}))
    return others.length > 0
  }

  function takeReport({tab, page, document}: Extract<Told, {tells: 'in-page'}>, request: PageTold): void {
    const {rules, parts, method, url, to = url, time, waits = false} = request
    if (time < since || time >= until) return
    const key = `${document} ${time}`
    const known: Change = {
      pageRules: rules,
      pageParts: parts,
      pageTime: time,
      isServed: request.isServed === true,
      waits,
      ...(withoutFragment(to) === withoutFragment(url) ? {} : {movedTo: to, sentTo: to}),
      ...early.get(key),
    }
    early.delete(key)
    const asked: Asked = {id: '', time, method, url, type: 'xmlhttprequest', tab, page, document}
    if (known.isServed === true || known.failed !== undefined) return void entries.add(asked, known)
    const queue = queueOf({...asked, url: to})
    const isUnsure = isOvertaking(request, queue)
    queue.sent = queue.sent.filter(number => (entryOf(number)?.asked.time ?? 0) >= time - slack)
    const [sent, ...others] = queue.sent
    queue.sent = others
    if (sent !== undefined) {
      change(sent, entry => ({
        ...known,
        ...(entry.movedTo === undefined ? {} : {movedTo: entry.movedTo}),
        asked: withoutFragment(entry.asked.url) === withoutFragment(url) ? entry.asked : {...entry.asked, url},
        sentAt: entry.asked.time,
        isUnsure,
      }))
    }
    const number = sent ?? (rules.length > 0 ? entries.add(asked, {...known, isUnsure}).number : undefined)
    if (sent === undefined)
      queue.reported = [...queue.reported, {isUnsure, ...(number === undefined ? {} : {number})}].slice(-mostSent)
    if (number !== undefined && waits) queue.waiting = [...queue.waiting, number]
  }

  function takeEarly({document, time}: {document?: string | undefined; time: number}, more: (entry: Change) => Change) {
    const found = entries.all().findLast(({asked, pageTime}) => asked.document === document && pageTime === time)
    if (found) return change(found.number, more)
    const key = `${document} ${time}`
    early.set(key, {...early.get(key), ...more(early.get(key) ?? {})})
    const [oldest] = early.keys()
    if (oldest !== undefined && early.size > mostKept) early.delete(oldest)
  }

  const givenUp = (): Change => ({failed: aborted, endedAt: now(), isGivenUp: true})

  function giveUp(told: Extract<Told, {tells: 'gave-up'}>): void {
    takeEarly(told, givenUp)
    // Chrome does not report requests that were never sent.
    for (const queue of queues.values())
      queue.reported = queue.reported.filter(({number}) => number === undefined || !entryOf(number)?.isGivenUp)
  }

  /** The end of a request. Chrome may not have reported the redirect to its last URL. */
  function end(id: string, url: string, more: Change): void {
    change(entries.numberOf(id), ({asked, movedTo = asked.url}) => ({
      ...more,
      ...([movedTo, asked.url].some(each => withoutFragment(url) === withoutFragment(each)) ? {} : {movedTo: url}),
    }))
  }

  function takeOnTheWay(tab: number, {rules: pageRules, parts: pageParts, url, to = url}: PageTold): void {
    change(waitingFor(url, tab)?.number, () => ({pageRules, pageParts, onward: to}))
  }

  return {
    take(told) {
      switch (told.tells) {
        case 'asked':
          return change(numberOf(told.asked), ({asked}) => ({
            asked: {...asked, payload: asked.payload ?? told.asked.payload},
          }))
        case 'acted':
          return change(numberOf(told.asked), ({browserRules}) => ({
            browserRules: browserRules.includes(told.browserRule) ? browserRules : [...browserRules, told.browserRule],
          }))
        case 'sent':
          return change(entries.numberOf(told.id), () => ({requestHeaders: told.headers}))
        case 'moved':
          return change(entries.numberOf(told.id), () => ({movedTo: told.to}))
        case 'detoured':
          return change(entries.numberOf(told.id), () => ({onward: told.to}))
        case 'on-the-way':
          return told.requests.forEach(request => takeOnTheWay(told.tab, request))
        case 'answered': {
          const {status, fromCache: isFromCache, time: endedAt, headers: responseHeaders} = told
          return end(told.id, told.url, {status, isFromCache, endedAt, responseHeaders})
        }
        case 'failed':
          return end(told.id, told.url, {failed: told.why, endedAt: told.time})
        case 'in-page':
          return told.requests.forEach(request => takeReport(told, request))
        case 'code-failed':
          return takeEarly(told, ({codeFailed = []}) => ({codeFailed: [...codeFailed, told.said], isServed: false}))
        case 'gave-up':
          return giveUp(told)
        case 'went-nowhere':
          return change(waitingFor(told.to, told.tab, entry => !isOver(entry))?.number, givenUp)
        case 'left':
          for (const {number, asked, ...entry} of entries.all())
            if (asked.document === told.document && asked.id === '' && !isOver(entry))
              change(number, () => ({isUnheard: true}))
      }
    },
    all: entries.all,
    latest: entry => entryOf(entry.number) ?? entry,
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
    leave() {
      for (const entry of entries.all()) if (!isOver(entry)) change(entry.number, () => ({isUnheard: true}))
    },
  }
}

export type Outcome =
  | {readonly kind: 'status'; readonly status: number}
  | {readonly kind: 'failed'; readonly why: string}
  | {readonly kind: 'code-failed'; readonly code: 'request' | 'response'}
  | {readonly kind: 'stopped' | 'waiting' | 'unknown'}

/** The rule with only the pairs that the page reported, or with all if it reported none. */
export function withActedPairs(rule: Rule, {pageParts = []}: Pick<Entry, 'pageParts'>): Rule {
  const pairs = rule.pairs.filter((_, index) => pageParts.includes(toPairId(rule, index)))
  return pairs.length > 0 ? ({...rule, pairs} as Rule) : rule
}

export type FixedAnswer = RuleOf<'Response'>['pairs'][number]

/** The static response of the applied Response rule; null if code made it or the pair is unknown. */
export function fixedAnswerOf(entry: Entry, acted: readonly Rule[]): FixedAnswer | null {
  const rule = acted.map(each => withActedPairs(each, entry)).find(({ruleType}) => ruleType === 'Response')
  const [pair, other] = rule?.ruleType === 'Response' ? rule.pairs : []
  return pair?.type === 'static' && !other ? pair : null
}

export function outcomeOf(entry: Entry, acted: readonly Rule[]): Outcome {
  const {asked, failed, codeFailed = [], isServed} = entry
  const [lastFailed] = codeFailed.slice(-1)
  if (lastFailed) return {kind: 'code-failed', code: lastFailed.kind}
  if (acted.some(({ruleType}) => ruleType === 'Cancel') && (failed === blocked || isServed)) return {kind: 'stopped'}
  const answer = fixedAnswerOf(entry, acted)
  // In a page, a static response is returned even if the server does not respond.
  const isGiven = answer !== null && asked.type === 'xmlhttprequest' && entry.isGivenUp !== true
  if (failed !== undefined && !isGiven) return {kind: 'failed', why: failed}
  const isAnswered = isServed || failed !== undefined
  const status = answer?.statusCode ?? entry.status ?? (isAnswered ? 200 : undefined)
  if (status !== undefined) return {kind: 'status', status}
  const isUnreported = asked.id === '' && entry.waits !== true
  return {kind: entry.isUnheard || isUnreported ? 'unknown' : 'waiting'}
}
