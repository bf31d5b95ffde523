import type {PageRequest} from '../../contract/page-request'
import type {Asked, Told} from './told'

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
  readonly status?: number
  readonly isFromCache?: boolean
  /** What the browser calls it. */
  readonly failed?: string
  /** The code of a rule gave nothing, so that this passed as it was. */
  readonly codeFailed?: 'request' | 'response'
}
type Change = Partial<Omit<Entry, 'number'>>

/** The last requests, the oldest first. */
export type Log = {
  take(told: Told): void
  all(): readonly Entry[]
  /** The same as it is known now. */
  latest(entry: Entry): Entry
  clear(): void
}

export const mostKept = 1_000
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

  /** The number of a request, which is new or was told of by its page. */
  function numberOf(asked: Asked): number {
    const known = numbers.get(asked.id)
    if (known !== undefined) return known
    const isFetch = asked.type === 'xmlhttprequest'
    const told = isFetch ? awaited.get(awaitedKey(asked.tab, asked.method, asked.url))?.shift() : undefined
    const isTold = told !== undefined && entries.has(told)
    const number = isTold ? told : add(asked).number
    if (isTold) change(number, () => ({sentAt: asked.time}))
    numbers.set(asked.id, number)
    return number
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
  function failureOf({rules, time}: PageRequest, tab: number): CodeFailure | undefined {
    const found = failures.find(each => each.tab === tab && rules.includes(each.rule) && each.time >= time - slack)
    failures = failures.filter(each => each !== found && now() - each.time < longestCode)
    return found
  }

  function takePage({tab, page, requests}: Extract<Told, {tells: 'in-page'}>): void {
    for (const request of requests) {
      const {rules, method, url, to, time, isServed = false} = request
      const codeFailed = failureOf(request, tab)?.kind
      const known = {
        pageRules: rules,
        isServed: isServed && codeFailed === undefined,
        ...(to === undefined ? {} : {movedTo: to}),
        ...(codeFailed === undefined ? {} : {codeFailed}),
      }
      const sent = known.isServed ? undefined : sentFor(request, tab)
      if (sent) {
        change(sent.number, ({asked}) => ({...known, asked: {...asked, url}}))
        continue
      }
      const made = add({id: '', time, method, url, type: 'xmlhttprequest', tab, page}, known)
      if (known.isServed) continue
      const key = awaitedKey(tab, method, sentTo(request))
      awaited.set(key, [...(awaited.get(key) ?? []), made.number])
    }
    if (awaited.size > mostKept) awaited.clear()
  }

  function takeFailure(told: Extract<Told, {tells: 'code-failed'}>): void {
    const time = now()
    const met = [...entries.values()].find(
      ({asked, pageRules, codeFailed}) =>
        asked.tab === told.tab &&
        pageRules.includes(told.rule) &&
        codeFailed === undefined &&
        time - asked.time < longestCode,
    )
    if (met) change(met.number, () => ({codeFailed: told.kind, isServed: false}))
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
        case 'answered':
          return change(numbers.get(told.id), () => ({status: told.status, isFromCache: told.fromCache}))
        case 'failed':
          return change(numbers.get(told.id), () => ({failed: told.why}))
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
