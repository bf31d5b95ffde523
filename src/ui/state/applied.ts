import {batch, effect, signal, type ReadonlySignal} from '@preact/signals'
import {isRecord} from '../../model/json'
import type {RuleView} from '../../model/views'
import type {BrowserMatch, PageBrowserAdapter} from '../browser-adapter'
import {createMatchReports, hasUserActivation, longestGap, type MatchReport} from './match-reports'
import {countMatchesByRule, createRuleOwners, type RuleMatches} from './rule-matches'
import type {LibraryState} from './library'

/** The time of the last match; `never` only if that is certain, otherwise `unknown`. */
type LastApplied = number | 'never' | 'unknown'

export type Applied = {
  /** The last match by rule id, as reported to any page. */
  readonly lastApplied: ReadonlySignal<ReadonlyMap<string, number>>
  getLastApplied(view: RuleView): LastApplied
  readonly snapshot: ReadonlySignal<AppliedSnapshot | null>
  /** Calls getMatchedRules once; if Chrome refuses, the last report stays. */
  refresh(): Promise<void>
  /** Refreshes now, each minute and on user gestures; returns a function that stops. */
  watch(): () => void
}

type AppliedSnapshot = {
  /** The time of the last report; null before the first one. */
  readonly at: number | null
  readonly isStale: boolean
  /** `inPages`: only matches inside pages. */
  countByRule(tabId: number, inPages?: boolean): ReadonlyMap<string, RuleMatches>
}

type AppliedDependencies = {
  readonly browserAdapter: Pick<PageBrowserAdapter, 'storedValues' | 'session' | 'readMatches' | 'inPageMatches'>
  readonly library: Pick<LibraryState, 'rows' | 'isComplete'>
  readonly now?: () => number
}

const storageKey = 'lastApplied'
const maxStored = 5_000
const everyMinute = 60_000
const minPause = 31_000
/** A user gesture does not count against the quota. */
const minGesturePause = 10_000
const gestureEvents = ['keydown', 'click'] as const

const readTimes = (stored: unknown): [string, number][] =>
  isRecord(stored)
    ? Object.entries(stored).filter((each): each is [string, number] => Number.isFinite(each[1] as number))
    : []

/** The times of the last matches by rule id, stored for all pages. */
function createStoredTimes({storedValues}: Pick<PageBrowserAdapter, 'storedValues'>) {
  const lastApplied = signal<ReadonlyMap<string, number>>(new Map())
  let stored: ReadonlyMap<string, number> | null = null

  function add(times: Iterable<readonly [string, number]>): void {
    const merged = new Map(lastApplied.peek())
    let hasNewTimes = false
    for (const [id, time] of times) {
      if ((merged.get(id) ?? 0) >= time) continue
      merged.set(id, time)
      hasNewTimes = true
    }
    if (hasNewTimes) lastApplied.value = merged
  }

  const read = async () => {
    if (stored) return
    const times = readTimes(await storedValues.read(storageKey).catch(() => undefined))
    stored ??= new Map(times)
    add(times)
  }

  /** The times of deleted rules stay, since a rule may be restored. */
  async function write(): Promise<void> {
    const times = [...lastApplied.peek()].toSorted((a, b) => b[1] - a[1]).slice(0, maxStored)
    const isStored = times.length === stored?.size && times.every(([id, time]) => stored?.get(id) === time)
    if (isStored) return
    stored = new Map(times)
    await storedValues.write(storageKey, Object.fromEntries(times)).catch(() => undefined)
  }

  return {
    lastApplied,
    add,
    read,
    write,
    /** Follows the times that other pages store; returns a function that stops. */
    follow: () =>
      storedValues.onChange((key, value) => {
        if (key !== storageKey) return
        const times = readTimes(value)
        stored = new Map(times)
        add(times)
      }),
  }
}

/** The times at which rules matched, from the reports of Chrome and of our page scripts. */
export function createApplied({browserAdapter, library, now = Date.now}: AppliedDependencies): Applied {
  const storedTimes = createStoredTimes(browserAdapter)
  const {lastApplied} = storedTimes
  const snapshot = signal<AppliedSnapshot | null>(null)
  const owners = createRuleOwners()
  const matchReports = createMatchReports(browserAdapter, now)
  let report: MatchReport | null = null
  let isStale = false
  let inPageMatches: readonly BrowserMatch[] = []

  const waitForLibrary = () =>
    new Promise<void>(done => {
      const stop = effect(() => {
        if (library.isComplete.value) queueMicrotask(() => (stop(), done()))
      })
    })

  function show(): void {
    const matches = [...(report?.matches ?? []), ...inPageMatches]
    const countByRule = (tabId: number, inPages = false) =>
      countMatchesByRule(
        (inPages ? inPageMatches : matches).filter(each => each.tabId === tabId),
        owners,
      )
    batch(() => {
      snapshot.value = {at: report?.at ?? null, isStale, countByRule}
      storedTimes.add([...countMatchesByRule(matches, owners)].map(([id, acted]) => [id, acted.last]))
    })
  }

  async function readInPageMatches(): Promise<void> {
    inPageMatches = await browserAdapter.inPageMatches.read().catch(() => inPageMatches)
  }

  async function readReports(): Promise<void> {
    const [answered] = await Promise.all([matchReports.ask(), readInPageMatches()])
    report = answered.answer
    isStale = answered.isRefused
  }

  async function refreshNow(): Promise<void> {
    await Promise.all([readReports(), storedTimes.read(), waitForLibrary()])
    owners.add(library.rows.peek().map(row => row.peek()))
    show()
    if (report) await storedTimes.write()
  }

  let refreshing: Promise<void> | null = null
  const refresh = (): Promise<void> =>
    (refreshing ??= refreshNow().finally(() => {
      refreshing = null
    }))

  return {
    lastApplied,
    snapshot,
    refresh,
    getLastApplied(view) {
      const time = lastApplied.value.get(view.id)
      if (time !== undefined) return time
      const created = view.rule?.creationDate
      if (snapshot.value === null || report === null || now() - report.at > longestGap) return 'unknown'
      return created !== undefined && created >= report.since && created <= report.at ? 'never' : 'unknown'
    },
    watch() {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isStopped = false
      const after = (pause: number) => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') timer = setTimeout(() => void next(), pause)
      }
      const next = async () => {
        const last = snapshot.peek() === null || isStale ? null : await matchReports.read()
        const pause = last === null ? 0 : last.at + minPause - now()
        // Another page may have refreshed just now.
        if (pause > 0 && pause <= minPause) return after(pause)
        await refresh()
        after(everyMinute)
      }
      const onVisible = () => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') void next()
      }
      const stopFollowing = storedTimes.follow()
      const stopListening = browserAdapter.inPageMatches.onChange(() => {
        // Reports may change while Chrome is being asked.
        void readInPageMatches().then(() => snapshot.peek() !== null && show())
      })
      const onUserGesture = () => {
        if (hasUserActivation() && (isStale || now() - (report?.at ?? 0) >= minGesturePause)) void refresh()
      }
      document.addEventListener('visibilitychange', onVisible)
      for (const each of gestureEvents) document.addEventListener(each, onUserGesture, true)
      onVisible()
      return () => {
        isStopped = true
        clearTimeout(timer)
        stopFollowing()
        stopListening()
        for (const each of gestureEvents) document.removeEventListener(each, onUserGesture, true)
        document.removeEventListener('visibilitychange', onVisible)
      }
    },
  }
}
