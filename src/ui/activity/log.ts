import type {PageSaid} from '../../contract/page-messages'
import type {PageRequest} from '../../contract/page-request'
import {longestCode, type Making} from './making'
import type {Asked, Told} from './told'

/** Which rule's code gave nothing, and why. */
export type CodeFailed = PageSaid<'page.failed'>

/** A request, and what is known of it so far. */
export type Entry = {
  /** Later ones have larger numbers. */
  readonly number: number
  readonly asked: Asked
  /** The browser rules that acted, as Chrome says. */
  readonly browserRules: readonly number[]
  /** The ids of the rules that acted inside the page, as it says. */
  readonly pageRules: readonly string[]
  /** It was answered inside the page, and no server asked. */
  readonly isServed: boolean
  /** When it was sent, where the page told of it before: it waited for a delay, or for code. */
  readonly sentAt?: number
  /** Where a rule or the server sent it. */
  readonly movedTo?: string
  /** It is in the waiting page, and is to go on to this address. */
  readonly onward?: string | undefined
  readonly status?: number
  readonly isFromCache?: boolean
  /** What the browser calls it. */
  readonly failed?: string
  /** The code of a rule gave nothing, so that this passed as it was. */
  readonly codeFailed?: CodeFailed
  /** Nobody watched any more when it ended. */
  readonly isUnheard?: boolean
  /** When it was over, in milliseconds since 1970. */
  readonly endedAt?: number
}
type Change = Partial<Omit<Entry, 'number'>>

const bare = (url: string): string => url.replace(/#.*/s, '')

/** The last requests, the oldest first. It takes none before it is opened. */
export type Log = {
  take(told: Told): void
  all(): readonly Entry[]
  /** The same as it is known now. */
  latest(entry: Entry): Entry
  /** Forgets all, what is still under way and what pages have not told yet. */
  clear(): void
  /** Takes requests that are made from now on. */
  open(): void
  /** Takes no requests that are made from now on. Those of before may still go on. */
  close(): void
  /** Nobody tells any more how they go on. */
  leave(): void
}

export const mostKept = 1_000
/** How Chrome says that a rule has stopped a request. */
export const blocked = 'net::ERR_BLOCKED_BY_CLIENT'
/** Two clocks of one machine may differ by so much, in milliseconds. */
const slack = 50
/** Timers of a page in the background, or of a busy one, come late by so much. */
const longestLag = 2_000

type CodeFailure = Extract<Told, {tells: 'code-failed'}> & {readonly time: number}

const sentTo = ({url, to}: PageRequest): string => to ?? url

/** The number of a request that has no entry any more. */
const forgotten = 0

/** Begins and ends in milliseconds since 1970. */
type Gap = {readonly from: number; readonly to: number}

const isOver = ({status, failed, isServed}: Entry) => status !== undefined || failed !== undefined || isServed

/** What was told of requests, request by request; in memory only. */
export function createLog(now: () => number, makingOf: (rules: readonly string[]) => Making): Log {
  /** By number, in their order. */
  const entries = new Map<number, Entry>()
  /** By the browser's id; `forgotten` while it goes on though it was cleared away. */
  const numbers = new Map<string, number>()
  /** When nobody watched, or what was cleared away since. Pages tell late: of requests of then, too. */
  let gaps: readonly Gap[] = [{from: 0, to: Infinity}]
  /** Requests that pages have told of, and that are still to be sent: after a delay, or once code has run. */
  const awaited = new Map<string, number[]>()
  let failures: readonly CodeFailure[] = []
  let last = 0

  function add(asked: Asked, more: Change = {}): Entry {
    const entry = {number: ++last, asked, browserRules: [], pageRules: [], isServed: false, ...more}
    entries.set(entry.number, entry)
    const [oldest] = entries.values()
    if (oldest && entries.size > mostKept) {
      entries.delete(oldest.number)
      numbers.delete(oldest.asked.id)
    }
    return entry
  }
  function change(number: number | undefined, changes: (entry: Entry) => Change): void {
    const entry = number === undefined ? undefined : entries.get(number)
    if (entry) entries.set(entry.number, {...entry, ...changes(entry)})
  }

  const awaitedKey = (tab: number, method: string, url: string) => `${tab} ${method} ${url}`

  /** The one that waits in this tab, as far as its address tells. */
  const waitingIn = (tab: number, isIt: (entry: Entry, onward: string) => boolean): Entry | undefined =>
    [...entries.values()].findLast(
      entry => entry.asked.tab === tab && entry.onward !== undefined && isIt(entry, entry.onward),
    )

  /** Goes on with the one that has waited, which is the same to people. */
  function goOn(asked: Asked): number | undefined {
    const waited = waitingIn(
      asked.tab,
      (entry, onward) => entry.asked.type === asked.type && bare(onward) === bare(asked.url),
    )
    if (!waited) return undefined
    const moved = bare(asked.url) === bare(waited.asked.url) ? {} : {movedTo: asked.url}
    change(waited.number, () => ({onward: undefined, sentAt: asked.time, ...moved}))
    numbers.set(asked.id, waited.number)
    return waited.number
  }

  const isOpen = () => gaps.at(-1)?.to !== Infinity
  const isUnwatched = (time: number) => gaps.some(({from, to}) => time >= from && time < to)

  /** What its page has told of, and this is: the first of those that may be sent by now. What was to be sent before never is. */
  function toldOf({tab, method, url, type, time}: Asked): number | undefined {
    const key = awaitedKey(tab, method, url)
    const all = awaited.get(key)
    if (type !== 'xmlhttprequest' || !all) return undefined
    const after = (number: number) => {
      const entry = entries.get(number)
      if (!entry) return 'late'
      const {least, most} = makingOf(entry.pageRules)
      const waited = time - entry.asked.time
      return waited > most + longestLag ? 'late' : waited < least - slack ? 'early' : 'now'
    }
    const found = all.find(number => after(number) === 'now')
    const waiting = all.filter(number => number !== found && after(number) !== 'late')
    if (waiting.length > 0) awaited.set(key, waiting)
    else awaited.delete(key)
    return found
  }

  /** The number of a request, which is new or was told of by its page; undefined for what is not taken. */
  function numberOf(asked: Asked): number | undefined {
    const known = numbers.get(asked.id) ?? (asked.isOnward ? goOn(asked) : undefined)
    if (known !== undefined) return known
    const told = toldOf(asked)
    if (told === undefined && !isOpen()) return undefined
    const number = told ?? add(asked).number
    if (told !== undefined)
      change(number, ({asked: before}) => ({asked: {...before, id: asked.id}, sentAt: asked.time}))
    numbers.set(asked.id, number)
    return number
  }

  /** It is over, and has come to this address in the end: of several hops in a row Chrome tells the first alone. */
  function end(id: string, url: string, more: Change): void {
    if (numbers.get(id) === forgotten) numbers.delete(id)
    change(numbers.get(id), ({asked, movedTo = asked.url}) => ({
      ...more,
      ...(bare(url) === bare(movedTo) ? {} : {movedTo: url}),
    }))
  }

  /** The request of the network that a page tells of: it was sent after the page had decided. */
  const sentFor = (request: PageRequest, tab: number): Entry | undefined =>
    [...entries.values()].find(
      ({asked, pageRules}) =>
        asked.tab === tab &&
        asked.type === 'xmlhttprequest' &&
        pageRules.length === 0 &&
        asked.time >= request.time - slack &&
        asked.url === sentTo(request) &&
        asked.method === request.method,
    )

  /** The failure of code that this request met, if any; it is no other's then. */
  function failureOf({rules, method, url, time}: PageRequest, tab: number): CodeFailure | undefined {
    const found = failures.find(
      each =>
        each.tab === tab &&
        each.method === method &&
        each.url === url &&
        rules.includes(each.said.id) &&
        each.time >= time - slack,
    )
    failures = failures.filter(each => each !== found && now() - each.time < longestCode)
    return found
  }

  function takePage({tab, page, requests}: Extract<Told, {tells: 'in-page'}>): void {
    for (const request of requests) {
      const {rules, method, url, to, time, isServed = false} = request
      if (isUnwatched(time)) continue
      const codeFailed = failureOf(request, tab)?.said
      const known = {
        pageRules: rules,
        isServed: isServed && codeFailed === undefined,
        // What a page does to make a request fail leads nowhere else.
        ...(to === undefined || bare(to) === bare(url) ? {} : {movedTo: to}),
        ...(codeFailed === undefined ? {} : {codeFailed}),
      }
      const sent = known.isServed ? undefined : sentFor(request, tab)
      if (sent) {
        // Where it went on to from there is known already.
        change(sent.number, ({asked, movedTo}) => ({...known, ...(movedTo && {movedTo}), asked: {...asked, url}}))
        continue
      }
      const made = add({id: '', time, method, url, type: 'xmlhttprequest', tab, page}, known)
      if (known.isServed) continue
      const key = awaitedKey(tab, method, sentTo(request))
      awaited.set(key, [...(awaited.get(key) ?? []), made.number])
    }
    if (awaited.size > mostKept) awaited.clear()
  }

  function takeOnTheWay({tab, requests}: Extract<Told, {tells: 'on-the-way'}>): void {
    for (const {rules, url, to = url} of requests) {
      const waiting = waitingIn(tab, ({asked}) => bare(asked.url) === bare(url))
      change(waiting?.number, () => ({pageRules: rules, onward: to}))
    }
  }

  function takeFailure(told: Extract<Told, {tells: 'code-failed'}>): void {
    const time = now()
    const met = [...entries.values()].find(
      ({asked, pageRules, codeFailed}) =>
        asked.tab === told.tab &&
        asked.method === told.method &&
        asked.url === told.url &&
        pageRules.includes(told.said.id) &&
        codeFailed === undefined &&
        time - asked.time < longestCode,
    )
    if (met) change(met.number, () => ({codeFailed: told.said, isServed: false}))
    else failures = [...failures, {...told, time}]
  }

  return {
    take(told) {
      switch (told.tells) {
        case 'asked':
          return void numberOf(told.asked)
        case 'acted':
          return change(numberOf(told.asked), ({browserRules}) => ({
            browserRules: browserRules.includes(told.browserRule) ? browserRules : [...browserRules, told.browserRule],
          }))
        case 'moved':
          return change(numbers.get(told.id), () => ({movedTo: told.to}))
        case 'detoured':
          return change(numbers.get(told.id), () => ({onward: told.to}))
        case 'on-the-way':
          return takeOnTheWay(told)
        case 'answered':
          return end(told.id, told.url, {status: told.status, isFromCache: told.fromCache, endedAt: told.time})
        case 'failed':
          return end(told.id, told.url, {failed: told.why, endedAt: told.time})
        case 'in-page':
          return takePage(told)
        case 'code-failed':
          return takeFailure(told)
      }
    },
    all: () => [...entries.values()],
    latest: entry => entries.get(entry.number) ?? entry,
    clear() {
      for (const [id, number] of numbers) {
        const entry = entries.get(number)
        if (number !== forgotten && (!entry || isOver(entry))) numbers.delete(id)
        else numbers.set(id, forgotten)
      }
      entries.clear()
      awaited.clear()
      failures = []
      gaps = [{from: 0, to: isOpen() ? now() : Infinity}]
    },
    open() {
      if (!isOpen()) gaps = gaps.map(gap => (gap.to === Infinity ? {...gap, to: now()} : gap))
    },
    close() {
      if (isOpen()) gaps = [...gaps, {from: now(), to: Infinity}]
    },
    leave() {
      for (const entry of entries.values()) if (!isOver(entry)) change(entry.number, () => ({isUnheard: true}))
    },
  }
}
