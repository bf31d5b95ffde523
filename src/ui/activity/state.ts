import type {Rule} from '../../contract/rule'
import {batch, computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {ResourceType} from '../../contract/source'
import {termsOf} from '../found'
import type {LibraryState} from '../state/library'
import {createJudging, type Judged} from './judging'
import type {Entry} from './entries'
import {createLog} from './log'
import {makingOf} from './making'
import {placedOf} from './placed'
import {summaryOf, withoutOutdone, type Result, type Summary} from './summary'
import type {ActivityPort} from './told'

/** Only these are shown; '' narrows nothing. */
export type LogFilter = {
  readonly typed: string
  readonly type: ResourceType | ''
  readonly result: ResultFilter | ''
  /** Of this tab alone. */
  readonly tab: number | null
}
export const noLogFilter: LogFilter = {typed: '', type: '', result: '', tab: null}
type ResultFilter = 'applied' | 'not-applied' | 'failed' | 'no-rule'

export type Line = {readonly entry: Entry; readonly summary: Summary}

export type Activity = {
  readonly tellsRules: boolean
  readonly filter: Signal<LogFilter>
  /** Nobody has narrowed it yet. */
  isNew(): boolean
  /** The last request first. While somebody reads, new ones wait in `waiting`. */
  readonly lines: ReadonlySignal<readonly Line[]>
  readonly waiting: ReadonlySignal<number>
  /** Whether requests are being watched. */
  readonly isLive: ReadonlySignal<boolean>
  /** What is known of it by now. */
  latest(entry: Entry): Entry
  /** By the rules as they are now. `isLed`: a server has led it to its address, where no script in a page acts on it. */
  judge(entry: Entry, isLed?: boolean): Judged
  /** How little what its page told of a request fits that it was sent with this payload; infinite where it cannot have been. */
  misfit(entry: Entry, payload: string): number
  /** The ids of the rules that were seen to act. */
  actedOf(entry: Entry): readonly string[]
  /** Through how many browser rules Chrome says that a rule acted. */
  actedThrough(entry: Entry, id: string): number
  /** When the page was opened that asked, in milliseconds since 1970; undefined where that is not known, or it has been left. */
  openedAt(entry: Entry): Promise<number | undefined>
  /** When rules were turned on again while this page was open, in milliseconds since 1970; 0 where they were not. */
  resumedAt(): number
  /** Somebody reads, or no longer. */
  hold(isHeld: boolean): void
  /** What waits comes in. */
  showNew(): void
  clear(): void
  /** Watches from now on; of one tab alone where one is named. */
  start(tab?: number): void
  /** Takes no new requests from now on; what is told of those before is heard for some seconds more. */
  stop(): void
}

/** In milliseconds: new rows come at most four times a second. */
const beat = 250
/** So long of each beat may be thought about why rules did not act. */
const thinking = 8
/** Drawing takes a twentieth of the time at most: the pages that are watched have need of it. */
const rest = 20
const longestBeat = 2_000
/** By then pages have told what they did. */
const late = 4_500

const filterOf: Readonly<Record<Result['result'], ResultFilter>> = {
  applied: 'applied',
  stopped: 'applied',
  'code-failed': 'failed',
  'not-applied': 'not-applied',
  answered: 'no-rule',
  failed: 'no-rule',
  waits: 'no-rule',
  unheard: 'no-rule',
}

type Needs = {
  readonly port: ActivityPort
  readonly library: LibraryState
  readonly now?: () => number
}

/** The requests that are watched, as a page shows them. In memory only. */
export function createActivity({port, library, now = Date.now}: Needs): Activity {
  const log = createLog(now, ids => makingOf(ids.map(id => library.rowOf(id)?.peek().rule)))
  const judging = createJudging()
  const filter = signal(noLogFilter)
  const lines = signal<readonly Line[]>([])
  const waiting = signal(0)
  const isLive = signal(false)
  let isHeld = false
  let pause = beat
  let unwatch: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lateTimer: ReturnType<typeof setTimeout> | undefined
  let leaveTimer: ReturnType<typeof setTimeout> | undefined

  const rules = computed(() => {
    void library.changes.value
    return {
      rules: library.rows.value.map(each => each.peek()),
      groups: library.groups.value,
      paused: library.paused.value,
    }
  })

  let learned: typeof rules.value | null = null
  /** Takes in the rules as they are now. */
  function learn(): void {
    const known = rules.peek()
    if (known !== learned) judging.learn((learned = known))
  }

  /** Those that acted, by id: one that is deleted since is still known by its name. */
  const acted = new Map<string, Rule>()
  function ruleOf(id: string): Rule | null | undefined {
    const rule = library.rowOf(id)?.peek().rule
    if (rule) acted.set(id, rule)
    return rule ?? acted.get(id)
  }

  /** Those that acted; of several user agents those that were sent. */
  function effectiveOn(entry: Entry): readonly string[] {
    const told = judging.actedOf(entry)
    if (told.filter(id => ruleOf(id)?.ruleType === 'UserAgent').length < 2) return told
    learn()
    const placed = placedOf(entry, {...judging, tellsRules: port.tellsRules})
    return withoutOutdone(
      told,
      placed.map(each => each.verdict),
    )
  }

  const lineOf = (entry: Entry): Line => ({
    entry,
    summary: summaryOf(entry, {
      judged: judging.known(entry),
      acted: effectiveOn(entry),
      ruleOf,
      tellsRules: port.tellsRules,
      now: now(),
    }),
  })

  function passing({typed, type, result, tab}: LogFilter): readonly Line[] {
    const terms = termsOf(typed)
    const isMeant = ({asked}: Entry) => (tab === null || asked.tab === tab) && (type === '' || asked.type === type)
    const isFound = ({entry, summary}: Line) => {
      if (result !== '' && filterOf[summary.result.result] !== result) return false
      if (terms.length === 0) return true
      const text = [entry.asked.url, ...summary.rules.map(({name}) => name)].join('\n').toLowerCase()
      return terms.every(term => text.includes(term))
    }
    return log
      .all()
      .filter(isMeant)
      .toSorted((a, b) => b.asked.time - a.asked.time || b.number - a.number)
      .map(lineOf)
      .filter(isFound)
  }

  /** Shows what is known; rows that are read keep their places. */
  function show(isFresh: boolean): void {
    learn()
    const found = passing(filter.peek())
    batch(() => {
      if (isFresh || !isHeld || lines.peek().length === 0) {
        lines.value = found
        waiting.value = 0
        return
      }
      const newest = Math.max(...lines.peek().map(({entry}) => entry.number))
      waiting.value = found.filter(({entry}) => entry.number > newest).length
      // What has left the log since is not judged any more: it stays as it was said to be.
      const [{number: oldest} = {number: Infinity}] = log.all()
      lines.value = lines.peek().map(line => (line.entry.number < oldest ? line : lineOf(log.latest(line.entry))))
    })
  }

  const isSeen = () => document.visibilityState === 'visible'
  function onBeat(): void {
    timer = undefined
    // Nothing is drawn for nobody: it is when somebody looks.
    if (!isSeen()) return
    const started = performance.now()
    learn()
    const hasMore = judging.spend(thinking, log.all)
    show(false)
    // Once it is drawn.
    setTimeout(() => {
      pause = Math.min(longestBeat, Math.max(beat, rest * (performance.now() - started)))
    })
    if (hasMore) soon()
    // From the last beat on, or what came after the first would be shown too early, and never again.
    clearTimeout(lateTimer)
    lateTimer = setTimeout(() => {
      if (isSeen()) show(false)
    }, late)
  }
  function soon(): void {
    if (isSeen()) timer ??= setTimeout(onBeat, pause)
  }

  function leave(): void {
    document.removeEventListener('visibilitychange', soon)
    unwatch?.()
    unwatch = null
    log.leave()
    soon()
  }

  effect(() => {
    void filter.value
    show(true)
  })

  let resumedAt = 0
  let wasPaused = library.paused.peek()
  effect(() => {
    const isPaused = library.paused.value
    if (wasPaused && !isPaused) resumedAt = now()
    wasPaused = isPaused
  })

  return {
    tellsRules: port.tellsRules,
    filter,
    isNew: () => filter.peek() === noLogFilter,
    lines,
    waiting,
    isLive,
    latest: log.latest,
    judge(entry, isLed) {
      learn()
      return judging.judge(entry, isLed)
    },
    misfit(entry, payload) {
      learn()
      return judging.misfit(entry, payload)
    },
    actedOf: judging.actedOf,
    actedThrough: judging.actedThrough,
    async openedAt({asked: {tab, time}}) {
      const at = tab < 0 ? undefined : await port.openedAt(tab)
      return at !== undefined && at <= time ? at : undefined
    },
    resumedAt: () => resumedAt,
    hold(held) {
      if (held === isHeld) return
      isHeld = held
      if (!held) show(true)
    },
    showNew: () => show(true),
    clear() {
      log.clear()
      show(true)
    },
    start(tab) {
      clearTimeout(leaveTimer)
      log.open()
      document.addEventListener('visibilitychange', soon)
      unwatch ??= port.watch(told => {
        log.take(told)
        soon()
      }, tab)
      isLive.value = true
    },
    stop() {
      clearTimeout(leaveTimer)
      // What is under way has not been told to its end.
      if (unwatch) leaveTimer = setTimeout(leave, late)
      log.close()
      isLive.value = false
    },
  }
}
