import type {PageSaid} from '../../contract/page-messages'
import type {PageRequest} from '../../contract/page-request'
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
}
type Change = Partial<Omit<Entry, 'number'>>

const bare = (url: string): string => url.replace(/#.*/s, '')

/** The last requests, the oldest first. */
export type Log = {
  take(told: Told): void
  all(): readonly Entry[]
  /** The same as it is known now. */
  latest(entry: Entry): Entry
  clear(): void
}

export const mostKept = 1_000
/** How Chrome says that a rule has stopped a request. */
export const blocked = 'net::ERR_BLOCKED_BY_CLIENT'
/** Two clocks of one machine may differ by so much, in milliseconds. */
const slack = 50
/** Code is stopped after five seconds; what failed longer ago is of a request that is no longer here. */
const longestCode = 6_000

type CodeFailure = Extract<Told, {tells: 'code-failed'}> & {readonly time: number}

const sentTo = ({url, to}: PageRequest): string => to ?? url

/** What was told of requests, request by request; in memory only. */
export function createLog(now: () => number): Log {
  /** By number, in their order. */
  const entries = new Map<number, Entry>()
  const numbers = new Map<string, number>()
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

  /** The number of a request, which is new or was told of by its page. */
  function numberOf(asked: Asked): number {
    const known = numbers.get(asked.id) ?? (asked.isOnward ? goOn(asked) : undefined)
    if (known !== undefined) return known
    const isFetch = asked.type === 'xmlhttprequest'
    const told = isFetch ? awaited.get(awaitedKey(asked.tab, asked.method, asked.url))?.shift() : undefined
    const isTold = told !== undefined && entries.has(told)
    const number = isTold ? told : add(asked).number
    if (isTold) change(number, () => ({sentAt: asked.time}))
    numbers.set(asked.id, number)
    return number
  }

  /** It is over, and has come to this address in the end: of several hops in a row Chrome tells the first alone. */
  function end(id: string, url: string, more: Change): void {
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
          return end(told.id, told.url, {status: told.status, isFromCache: told.fromCache})
        case 'failed':
          return end(told.id, told.url, {failed: told.why})
        case 'in-page':
          return takePage(told)
        case 'code-failed':
          return takeFailure(told)
      }
    },
    all: () => [...entries.values()],
    latest: entry => entries.get(entry.number) ?? entry,
    clear() {
      entries.clear()
      numbers.clear()
      awaited.clear()
      failures = []
    },
  }
}
