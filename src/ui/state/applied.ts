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
  /** Refreshes now, every minute while the page is visible, and on user gestures; returns a function that stops. */
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
const shortestPause = 31_000
/** A user gesture does not count against the quota. */
const shortestByHand = 10_000
const byHand = ['keydown', 'click'] as const

const readTimes = (kept: unknown): [string, number][] =>
  isRecord(kept)
    ? Object.entries(kept).filter((each): each is [string, number] => Number.isFinite(each[1] as number))
    : []

/** The times at which rules matched, from the reports of Chrome and of our page scripts. */
export function createApplied({browserAdapter: browserAdapter, library, now = Date.now}: AppliedDependencies): Applied {
  const lastApplied = signal<ReadonlyMap<string, number>>(new Map())
  const seen = signal<AppliedSnapshot | null>(null)
  const owners = createRuleOwners()
  const answers = createMatchReports(browserAdapter, now)
  let answer: MatchReport | null = null
  let isOld = false
  let acts: readonly BrowserMatch[] = []
  let stored: ReadonlyMap<string, number> | null = null

  function take(times: Iterable<readonly [string, number]>): void {
    const merged = new Map(lastApplied.peek())
    let grew = false
    for (const [id, time] of times) {
      if ((merged.get(id) ?? 0) >= time) continue
      merged.set(id, time)
      grew = true
    }
    if (grew) lastApplied.value = merged
  }

  const readKept = async () => {
    if (stored) return
    const kept = readTimes(await browserAdapter.storedValues.read(storageKey).catch(() => undefined))
    stored ??= new Map(kept)
    take(kept)
  }

  /** A deleted rule may be restored, so its time stays as long as "never" would be wrong. */
  function pruned(since: number): {readonly times: ReadonlyMap<string, number>; readonly isCut: boolean} {
    const ids = new Set(library.rows.peek().map(row => row.peek().id))
    const worth = [...lastApplied.peek()].filter(
      ([id, time]) => !library.isComplete.peek() || ids.has(id) || time >= since,
    )
    const times = worth.length <= maxStored ? worth : worth.toSorted((a, b) => b[1] - a[1]).slice(0, maxStored)
    return {times: new Map(times), isCut: times.length < worth.length}
  }

  async function keep(): Promise<void> {
    if (!answer) return
    const {times, isCut} = pruned(answer.since)
    if (isCut) {
      answer = {...answer, since: answer.at}
      await answers.forget()
    }
    const isKnown = times.size === stored?.size && [...times].every(([id, time]) => stored?.get(id) === time)
    if (times.size < lastApplied.peek().size) lastApplied.value = times
    if (!isKnown) {
      stored = times
      await browserAdapter.storedValues.write(storageKey, Object.fromEntries(times)).catch(() => undefined)
    }
  }

  const whole = () =>
    new Promise<void>(done => {
      const stop = effect(() => {
        if (library.isComplete.value) queueMicrotask(() => (stop(), done()))
      })
    })

  function show(): void {
    const matches = [...(answer?.matches ?? []), ...acts]
    const onTab = (tabId: number, inPages = false) =>
      countMatchesByRule(
        (inPages ? acts : matches).filter(each => each.tabId === tabId),
        owners,
      )
    batch(() => {
      seen.value = {at: answer?.at ?? null, isStale: isOld, countByRule: onTab}
      take([...countMatchesByRule(matches, owners)].map(([id, acted]) => [id, acted.last]))
    })
  }

  async function readActs(): Promise<void> {
    acts = await browserAdapter.inPageMatches.read().catch(() => acts)
  }

  async function ask(): Promise<void> {
    const [said] = await Promise.all([answers.ask(), readActs()])
    answer = said.answer
    isOld = said.isRefused
  }

  async function lookNow(): Promise<void> {
    await Promise.all([ask(), readKept(), whole()])
    owners.add(library.rows.peek().map(row => row.peek()))
    show()
    await keep()
  }

  let looking: Promise<void> | null = null
  const look = (): Promise<void> =>
    (looking ??= lookNow().finally(() => {
      looking = null
    }))

  return {
    lastApplied,
    snapshot: seen,
    refresh: look,
    getLastApplied(view) {
      const time = lastApplied.value.get(view.id)
      if (time !== undefined) return time
      const made = view.rule?.creationDate
      if (seen.value === null || answer === null || now() - answer.at > longestGap) return 'unknown'
      return made !== undefined && made >= answer.since && made <= answer.at ? 'never' : 'unknown'
    },
    watch() {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isStopped = false
      const after = (pause: number) => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') timer = setTimeout(() => void next(), pause)
      }
      const next = async () => {
        const last = seen.peek() === null || isOld ? null : await answers.read()
        const pause = last === null ? 0 : last.at + shortestPause - now()
        // Another page may have refreshed just now.
        if (pause > 0 && pause <= shortestPause) return after(pause)
        await look()
        after(everyMinute)
      }
      const onVisible = () => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') void next()
      }
      const unhear = browserAdapter.storedValues.onChange((key, value) => {
        if (key !== storageKey) return
        const times = readTimes(value)
        stored = new Map(times)
        take(times)
      })
      const unhearActs = browserAdapter.inPageMatches.onChange(() => {
        // Reports may change while Chrome is being asked.
        void readActs().then(() => seen.peek() !== null && show())
      })
      const onHand = () => {
        if (hasUserActivation() && (isOld || now() - (answer?.at ?? 0) >= shortestByHand)) void look()
      }
      document.addEventListener('visibilitychange', onVisible)
      for (const each of byHand) document.addEventListener(each, onHand, true)
      onVisible()
      return () => {
        isStopped = true
        clearTimeout(timer)
        unhear()
        unhearActs()
        for (const each of byHand) document.removeEventListener(each, onHand, true)
        document.removeEventListener('visibilitychange', onVisible)
      }
    },
  }
}
