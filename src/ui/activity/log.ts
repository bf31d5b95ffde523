import type {PageRequest} from '../../contract/page-request'
import {bare, createAwaited, longestLag, sameMethod, slack} from './awaited'
import {createEntries, isOver, type Change, type CodeFailed, type Entry} from './entries'
import {longestCode, type Making} from './making'
import type {Asked, PageTold, Told} from './told'

/** The last requests, the oldest first. It takes none before it is opened. */
export type Log = {
  take(told: Told): void
  all(): readonly Entry[]
  /** The same as it is known now. */
  latest(entry: Entry): Entry
  /** Shows none of them any more, nor what is told of them from now on. */
  clear(): void
  /** Somebody listens, and requests that are made from now on are taken. */
  open(): void
  /** Requests that are made from now on are not, and those of before go on. */
  close(): void
  /** Nobody listens any more. */
  leave(): void
}

/** How Chrome says that a rule has stopped a request. */
export const blocked = 'net::ERR_BLOCKED_BY_CLIENT'
/** How it says that its page gave it up. */
export const aborted = 'net::ERR_ABORTED'

const ofGivenUp = (at: number): Change => ({failed: aborted, endedAt: at, isGivenUp: true})
const stillGoing: Change = {failed: undefined, endedAt: undefined, isGivenUp: false}

/** What may be told of a request before its page tells of the request itself. */
type Early = Extract<Told, {tells: 'code-failed' | 'gave-up'}> & {readonly heardAt: number}

const sentTo = ({url, to}: PageRequest): string => to ?? url

/** Pages are told whole milliseconds only, and timers may be early by one. */
const roughness = 3

/** Begins and ends in milliseconds since 1970. */
type Gap = {readonly from: number; readonly to: number}

/** What was told of requests, request by request; in memory only. */
export function createLog(now: () => number, makingOf: (rules: readonly string[]) => Making): Log {
  const {add, entryOf, everyEntry, change, isKnownAs, ...kept} = createEntries()
  const awaited = createAwaited({entryOf, makingOf})
  /** When none was taken, or what was cleared away since. Pages tell late: of requests of then, too. */
  let gaps: readonly Gap[] = [{from: 0, to: Infinity}]
  let heardSince = 0
  let isHeard = false
  let early: readonly Early[] = []

  /** When it is to be sent at the earliest. */
  const dueAt = ({time, rules}: PageRequest) => time + makingOf(rules).least
  const isTaken = (time: number) => gaps.every(({from, to}) => time < from || time >= to)
  const isOpen = () => gaps.at(-1)?.to !== Infinity

  /** Where one is to go on to that is in the waiting page. Of several hops in a row Chrome tells the first alone: one that has moved may be there. */
  const onwardOf = (entry: Entry): string | undefined =>
    entry.onward ?? (entry.sentAt === undefined && !isOver(entry) ? entry.movedTo : undefined)

  const isWaitingFor = (url: string, tab: number) => (entry: Entry) =>
    entry.asked.tab === tab && bare(onwardOf(entry) ?? '') === bare(url)

  /** The last one in this tab that is to go on to this address. */
  const waitingFor = (url: string, tab: number, isIt = (_entry: Entry) => true): Entry | undefined =>
    everyEntry().findLast(entry => isWaitingFor(url, tab)(entry) && isIt(entry))

  /** The one that was to, and was left: where it was opened again meanwhile, that is the first. */
  const leftFor = (url: string, tab: number): Entry | undefined =>
    everyEntry().find(entry => isWaitingFor(url, tab)(entry) && !isOver(entry))

  /** Goes on with the one that has waited, which is the same to people. */
  function goOn(asked: Asked): number | undefined {
    const waited = waitingFor(asked.url, asked.tab, entry => entry.asked.type === asked.type)
    if (!waited) return undefined
    const moved = bare(asked.url) === bare(waited.asked.url) ? {} : {movedTo: asked.url}
    // The waiting page may have been loaded anew.
    change(waited.number, () => ({onward: undefined, sentAt: asked.time, ...stillGoing, ...moved}))
    isKnownAs(asked.id, waited.number)
    return waited.number
  }

  /** The number of a request, which is new or was told of by its page. */
  function numberOf(asked: Asked): number {
    const known = kept.numberOf(asked.id) ?? (asked.isOnward ? goOn(asked) : undefined)
    if (known !== undefined) return known
    const told = awaited.take(asked)
    const number = told ?? add(asked, {heardSince, isShown: isOpen()}).number
    if (told !== undefined)
      change(number, ({asked: before}) => ({
        asked: {...before, id: asked.id},
        sentAt: asked.time,
        // It was sent at the last moment, and the browser says so later.
        ...stillGoing,
      }))
    isKnownAs(asked.id, number)
    return number
  }

  /** It is over, and has come to this address in the end: of several hops in a row Chrome tells the first alone, and of one that is not let in the asked one. */
  function end(id: string, url: string, more: Change): void {
    change(kept.numberOf(id), ({asked, movedTo = asked.url}) => ({
      ...more,
      ...([movedTo, asked.url].some(each => bare(url) === bare(each)) ? {} : {movedTo: url}),
    }))
  }

  /** The request of the network that a page tells of: it was sent after the page had decided. */
  function sentFor(request: PageRequest, tab: number): Entry | undefined {
    const due = dueAt(request)
    const all = everyEntry().filter(
      ({asked, pageRules, isLeftAlone = false}) =>
        asked.tab === tab &&
        asked.type === 'xmlhttprequest' &&
        pageRules.length === 0 &&
        !isLeftAlone &&
        asked.time >= due - slack &&
        bare(asked.url) === bare(sentTo(request)) &&
        sameMethod(asked.method) === request.method,
    )
    return all.find(({asked}) => asked.time >= due - roughness) ?? all.at(-1)
  }

  /** One that no rule acts on in its page, told since others to that address are: it is none of them. */
  function leaveAlone(request: PageRequest, tab: number): void {
    const sent = request.time < heardSince ? undefined : sentFor(request, tab)
    if (sent && sent.asked.time - request.time < longestLag) change(sent.number, () => ({isLeftAlone: true}))
  }

  /** As they were sent, as far as that is known; the rest after them. */
  function inOrder(requests: readonly PageTold[]): readonly PageTold[] {
    // What code is told of a body, fetch reads before it sends, and an XMLHttpRequest has.
    const isExact = ({rules, isSync}: PageRequest) => {
      const making = makingOf(rules)
      return making.isExact || (isSync !== undefined && making.least === making.most)
    }
    /** How far apart it may be sent at the earliest and at the latest. */
    const spanOf = ({rules}: PageRequest) => makingOf(rules).most - makingOf(rules).least
    return requests.toSorted(
      (a, b) => Number(isExact(b)) - Number(isExact(a)) || spanOf(a) - spanOf(b) || dueAt(a) - dueAt(b),
    )
  }

  const ofFailures = (codeFailed: readonly CodeFailed[]): Change =>
    codeFailed.length > 0 ? {codeFailed, isServed: false} : {}

  /** What was told of this request before. */
  function earlierOf({rules, time}: PageRequest, tab: number): Change {
    const found = early.filter(each => each.tab === tab && each.time === time)
    early = early.filter(each => !found.includes(each) && now() - each.heardAt < longestCode)
    const givenUp = found.find(each => each.tells === 'gave-up')
    const failed = found.flatMap(each =>
      each.tells === 'code-failed' && rules.includes(each.said.id) ? each.said : [],
    )
    return {...ofFailures(failed), ...(givenUp && ofGivenUp(givenUp.heardAt))}
  }

  function takePage({tab, page, document, requests}: Extract<Told, {tells: 'in-page'}>): void {
    for (const request of inOrder(requests)) {
      const {rules, parts: pageParts, method, url, to, time, isServed = false} = request
      if (rules.length === 0) {
        leaveAlone(request, tab)
        continue
      }
      const known = {
        pageRules: rules,
        pageParts,
        pageTime: time,
        isServed,
        // What a page does to make a request fail leads nowhere else.
        ...(to === undefined || bare(to) === bare(url) ? {} : {movedTo: to, sentTo: to}),
        ...earlierOf(request, tab),
      }
      const isNeverSent = isOver(known)
      const sent = isNeverSent ? undefined : sentFor(request, tab)
      if (sent) {
        // Where it went on to from there is known already.
        change(sent.number, ({asked: before, movedTo}) => ({
          ...known,
          ...(movedTo && {movedTo}),
          ...(bare(before.url) === bare(url) ? {} : {asked: {...before, url}}),
        }))
        continue
      }
      const asked = {id: '', time, method, url, type: 'xmlhttprequest', tab, page, document} as const
      const made = add(asked, {...known, heardSince, isShown: isTaken(time)})
      // It may have been sent before anybody listened. What nothing holds up is awaited, too: a busy browser is late to tell of it.
      if (isNeverSent || time + makingOf(rules).least < heardSince) continue
      awaited.add({...asked, url: sentTo(request)}, made.number)
    }
  }

  function takeOnTheWay({tab, requests}: Extract<Told, {tells: 'on-the-way'}>): void {
    for (const {rules: pageRules, parts: pageParts, url, to = url} of requests) {
      change(waitingFor(url, tab)?.number, () => ({pageRules, pageParts, onward: to}))
    }
  }

  /** Of a request that its page may have told of already. */
  function takeEarly(told: Extract<Told, {tells: 'code-failed' | 'gave-up'}>): void {
    const met = everyEntry().find(({asked, pageTime}) => asked.tab === told.tab && pageTime === told.time)
    if (!met) {
      early = [...early, {...told, heardAt: now()}]
    } else if (told.tells === 'gave-up') {
      change(met.number, () => ofGivenUp(now()))
      awaited.remove(met.number)
    } else if (met.pageRules.includes(told.said.id)) {
      change(met.number, ({codeFailed = []}) => ofFailures([...codeFailed, told.said]))
    }
  }

  /** Whether it cannot have been sent yet, or the browser would have told of it. */
  function isHeld({asked: {time}, pageRules}: Entry, hasWorker: boolean): boolean {
    const {least, most} = makingOf(pageRules)
    const waited = now() - time
    return waited < least || (waited < most && !hasWorker && time + least >= heardSince)
  }

  /** What it has not sent by now, it never does. */
  function takeLeft({document, hasWorker}: Extract<Told, {tells: 'left'}>): void {
    for (const entry of everyEntry()) {
      const {number, asked, sentAt} = entry
      const isUnsent = asked.document === document && asked.id === '' && sentAt === undefined && !isOver(entry)
      if (isUnsent) change(number, () => ({isLeft: true, ...(isHeld(entry, hasWorker) && ofGivenUp(now()))}))
    }
  }

  /** The one that the browser asks for first whether it may be sent. */
  function takePreflight({type, method, tab, url}: Asked): void {
    if (type !== 'xmlhttprequest' || method !== 'OPTIONS') return
    const isIt = ({asked, wentTo = asked.url}: Entry) => asked.tab === tab && bare(wentTo) === bare(url)
    const meant = everyEntry().findLast(each => isIt(each) && each.asked.method !== 'OPTIONS' && !isOver(each))
    change(meant?.number, () => ({hasPreflight: true}))
  }

  return {
    take(told) {
      switch (told.tells) {
        case 'asked':
          takePreflight(told.asked)
          // Chrome tells of it again for each address that it is led to.
          return change(numberOf(told.asked), ({asked: {id, method, url}}) => ({
            ...(id === told.asked.id && method !== told.asked.method ? {movedAs: told.asked.method} : {}),
            ...(url === told.asked.url ? {} : {wentTo: told.asked.url, isTouched: false}),
          }))
        case 'acted':
          return change(numberOf(told.asked), ({browserRules}) => ({
            isTouched: true,
            browserRules: browserRules.includes(told.browserRule) ? browserRules : [...browserRules, told.browserRule],
          }))
        case 'moved':
          return change(kept.numberOf(told.id), ({ledTo = []}) => ({
            movedTo: told.to,
            ...(told.isByServer ? {ledTo: [...ledTo, told.to]} : {}),
          }))
        case 'detoured':
          return change(kept.numberOf(told.id), () => ({onward: told.to}))
        case 'on-the-way':
          return takeOnTheWay(told)
        case 'answered':
          return end(told.id, told.url, {status: told.status, isFromCache: told.fromCache, endedAt: told.time})
        case 'failed':
          change(kept.numberOf(told.id), ({movedTo, wentTo}) => ({
            isHeldBack: movedTo !== undefined && [told.url, wentTo ?? ''].every(each => bare(each) !== bare(movedTo)),
          }))
          return end(told.id, told.url, {failed: told.why, endedAt: told.time})
        case 'in-page':
          return takePage(told)
        case 'went-nowhere':
          return change(leftFor(told.to, told.tab)?.number, () => ofGivenUp(now()))
        case 'left':
          return takeLeft(told)
        case 'code-failed':
        case 'gave-up':
          return takeEarly(told)
      }
    },
    all: kept.shown,
    latest: entry => entryOf(entry.number) ?? entry,
    clear() {
      kept.setAside()
      gaps = [{from: 0, to: isOpen() ? now() : Infinity}]
    },
    open() {
      if (!isHeard) heardSince = now()
      isHeard = true
      if (!isOpen()) gaps = gaps.map(gap => (gap.to === Infinity ? {...gap, to: now()} : gap))
    },
    close() {
      if (isOpen()) gaps = [...gaps, {from: now(), to: Infinity}]
    },
    leave() {
      isHeard = false
      for (const entry of kept.shown()) if (!isOver(entry)) change(entry.number, () => ({isUnheard: true}))
    },
  }
}
