import {batch, effect, signal, type ReadonlySignal} from '@preact/signals'
import {isRecord} from '../../contract/json'
import type {RuleView} from '../../contract/views'
import type {BrowserMatch, PageSurface} from '../surface'
import {attribute, createOwners, type Acted} from './applied-matches'
import type {LibraryState} from './library'

/** When a rule acted last: a time, `never` only where that is known, `unknown` where the browser cannot say. */
type AppliedWord = number | 'never' | 'unknown'

export type Applied = {
  /** The last time that each rule was ever seen to act, by rule id, whichever page saw it. */
  readonly lastApplied: ReadonlySignal<ReadonlyMap<string, number>>
  /** Read it again when `lastApplied` or `seen` has changed. */
  wordOf(view: RuleView): AppliedWord
  /** What the last look of this page saw; null before the first, and where Chrome did not say. */
  readonly seen: ReadonlySignal<Seen | null>
  /** Chrome does not say what rules did, as when it was asked too often. */
  readonly isRefused: ReadonlySignal<boolean>
  /** Takes in whose browser rules they were when a page last knew; until the library has come, what is seen rests on that. */
  learn(views: readonly RuleView[]): void
  /** Asks Chrome once. */
  look(): Promise<void>
  /** Looks now, about every minute while the page is visible, and when it becomes visible; returns how to stop. */
  watch(): () => void
}

/** What was seen in one look: the rules that acted on a tab. */
type Seen = {
  /** Whose browser rules they are is known of all. */
  readonly isWhole: boolean
  onTab(tabId: number): ReadonlyMap<string, Acted>
}

type AppliedNeeds = {
  readonly surface: Pick<PageSurface, 'kept' | 'session' | 'matches'>
  readonly library: Pick<LibraryState, 'rows' | 'isWhole'>
  readonly now?: () => number
}

const place = 'lastApplied'
const watchPlace = 'watched'
const mostKept = 5_000
// Chrome forgets what was done in a document five minutes after it was left.
const longestGap = 5 * 60_000
const everyMinute = 60_000
// 20 questions in 10 minutes are allowed, and all pages together ask them.
const shortestPause = 31_000

/** Since when every match was seen, and until when: in the memory of the browser's session, as Chrome's own are. */
type Watch = {readonly since: number; readonly until: number}

const readTimes = (kept: unknown): [string, number][] =>
  isRecord(kept)
    ? Object.entries(kept).filter((each): each is [string, number] => Number.isFinite(each[1] as number))
    : []
function readWatch(kept: unknown): Watch | null {
  if (!isRecord(kept)) return null
  const {since, until} = kept
  return typeof since === 'number' && typeof until === 'number' ? {since, until} : null
}

/** What rules did, from Chrome's own feedback. Nothing runs while no page is open, and nothing that was not seen is claimed. */
export function createApplied({surface, library, now = Date.now}: AppliedNeeds): Applied {
  const lastApplied = signal<ReadonlyMap<string, number>>(new Map())
  const seen = signal<Seen | null>(null)
  const isRefused = signal(false)
  const owners = createOwners()
  let hasLearned = false
  let latest: readonly BrowserMatch[] | null = null
  let watched: Watch | null = null
  let stored: ReadonlyMap<string, number> | null = null

  /** Takes in times; the later one of a rule holds. */
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
    const kept = readTimes(await surface.kept.read(place).catch(() => undefined))
    stored ??= new Map(kept)
    take(kept)
  }

  /** What is still worth keeping. A deleted rule may come back, so it is forgotten only when "never" would not be said of it. */
  function pruned(since: number): {readonly times: ReadonlyMap<string, number>; readonly isCut: boolean} {
    const ids = new Set(library.rows.peek().map(row => row.peek().id))
    const worth = [...lastApplied.peek()].filter(
      ([id, time]) => !library.isWhole.peek() || ids.has(id) || time >= since,
    )
    const times = worth.length <= mostKept ? worth : worth.toSorted((a, b) => b[1] - a[1]).slice(0, mostKept)
    return {times: new Map(times), isCut: times.length < worth.length}
  }

  async function keep(): Promise<void> {
    if (!watched) return
    const {times, isCut} = pruned(watched.since)
    if (isCut) watched = {since: watched.until, until: watched.until}
    const isKnown = times.size === stored?.size && [...times].every(([id, time]) => stored?.get(id) === time)
    if (times.size < lastApplied.peek().size) lastApplied.value = times
    if (!isKnown) {
      stored = times
      // What cannot be kept is still shown.
      await surface.kept.write(place, Object.fromEntries(times)).catch(() => undefined)
    }
    await surface.session.write(watchPlace, watched).catch(() => undefined)
  }

  const readWatched = () => surface.session.read(watchPlace).then(readWatch, () => null)
  /** Whose browser rules they are is known when all rules have come. */
  const whole = () =>
    new Promise<void>(done => {
      const stop = effect(() => {
        if (library.isWhole.value) queueMicrotask(() => (stop(), done()))
      })
    })

  async function lookNow(): Promise<void> {
    const at = now()
    const asking = surface.matches().then(answer => {
      latest = answer
      showEarly()
      isRefused.value = answer === null
      return answer
    })
    const [matches, before] = await Promise.all([asking, readWatched(), readKept(), whole()])
    if (matches === null) {
      seen.value = null
      return
    }
    const isContinued = before !== null && at - before.until <= longestGap && before.since <= at
    watched = {since: isContinued ? before.since : at, until: at}
    owners.learn(library.rows.peek().map(row => row.peek()))
    batch(() => {
      seen.value = seenIn(matches, true)
      take([...attribute(matches, owners)].map(([id, acted]) => [id, acted.last]))
    })
    await keep()
  }

  const seenIn = (matches: readonly BrowserMatch[], isWhole: boolean): Seen => ({
    isWhole,
    onTab: tabId =>
      attribute(
        matches.filter(each => each.tabId === tabId),
        owners,
      ),
  })

  function showEarly(): void {
    if (latest && hasLearned && !library.isWhole.peek()) seen.value = seenIn(latest, false)
  }

  let looking: Promise<void> | null = null
  const look = (): Promise<void> =>
    (looking ??= lookNow().finally(() => {
      looking = null
    }))

  return {
    lastApplied,
    seen,
    isRefused,
    look,
    learn(views) {
      owners.learn(views)
      hasLearned = true
      showEarly()
    },
    wordOf(view) {
      const time = lastApplied.value.get(view.id)
      if (time !== undefined) return time
      const made = view.rule?.creationDate
      // A look that is long ago says nothing about now.
      if (seen.value === null || watched === null || now() - watched.until > longestGap) return 'unknown'
      return made !== undefined && made >= watched.since && made <= watched.until ? 'never' : 'unknown'
    },
    watch() {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isStopped = false
      const after = (pause: number) => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') timer = setTimeout(() => void next(), pause)
      }
      const next = async () => {
        const last = seen.peek() === null ? null : await readWatched()
        const pause = last === null ? 0 : last.until + shortestPause - now()
        // Another page may have looked just now.
        if (pause > 0 && pause <= shortestPause) return after(pause)
        await look()
        after(everyMinute)
      }
      const onVisible = () => {
        clearTimeout(timer)
        if (!isStopped && document.visibilityState === 'visible') void next()
      }
      const unhear = surface.kept.onChange((key, value) => {
        if (key !== place) return
        const times = readTimes(value)
        stored = new Map(times)
        take(times)
      })
      document.addEventListener('visibilitychange', onVisible)
      onVisible()
      return () => {
        isStopped = true
        clearTimeout(timer)
        unhear()
        document.removeEventListener('visibilitychange', onVisible)
      }
    },
  }
}
