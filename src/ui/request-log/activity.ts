import type {Rule} from '../../model/rule'
import {batch, computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {ResourceType} from '../../model/source'
import {explainLibrary} from '../../simulator/explain'
import {createRuleIndexCache} from '../../simulator/rule-index'
import type {TestRequest} from '../../simulator/test-request'
import {isInPage, type Verdict} from '../../simulator/verdict'
import {splitSearchTerms} from '../search-terms'
import {createRuleOwners} from '../state/rule-matches'
import type {LibraryState} from '../state/library'
import {blocked, createLog, getOutcome, type LogEntry, type Outcome} from './log'
import type {ActivityPort} from './request-events'

/** The filters of the log; '' shows all. */
export type LogFilter = {
  readonly typed: string
  readonly type: ResourceType | ''
  readonly result: ResultFilter | ''
  readonly tab: number | null
}
export const noLogFilter: LogFilter = {typed: '', type: '', result: '', tab: null}
type ResultFilter = 'applied' | 'failed' | 'no-rule'

/** A row. `isExpected`: Chrome reports no matches, and `rules` come from the simulator. */
export type LogLine = {
  readonly entry: LogEntry
  readonly rules: readonly Rule[]
  readonly isExpected: boolean
  readonly outcome: Outcome
}

export type Activity = {
  readonly reportsMatches: boolean
  readonly filter: Signal<LogFilter>
  isNew(): boolean
  /** The last request first. While the user reads, `pendingCount` new ones are held back. */
  readonly lines: ReadonlySignal<readonly LogLine[]>
  readonly pendingCount: ReadonlySignal<number>
  readonly isLive: ReadonlySignal<boolean>
  getLatest(entry: LogEntry): LogEntry
  /** The simulator's verdicts with the current rules, for each rule that matches or was applied. */
  explain(entry: LogEntry): readonly Verdict[]
  getAppliedRules(entry: LogEntry): readonly Rule[]
  setHeld(isHeld: boolean): void
  showNew(): void
  clear(): void
  start(tab?: number): void
  /** Takes no new requests; reports about earlier ones are accepted for some seconds. */
  stop(): void
}

/** Milliseconds between two updates of the rows. */
const minRedrawDelay = 250
/** Rendering takes at most a twentieth of the time, which the watched pages need. */
const redrawRatio = 20
const maxRedrawDelay = 2_000
/** Milliseconds in which pages report the end of their requests. */
const lateReportDelay = 4_500
const maxExpected = 1_000

/** The request of a log entry. Its original body is unknown if a Request rule changed it. */
export const toTestRequest = (
  {request: {url, method, type, page, payload = ''}}: LogEntry,
  acted: readonly Rule[],
): TestRequest => ({
  url,
  method,
  resourceType: type,
  page,
  payload: acted.some(({ruleType}) => ruleType === 'Request') ? '' : payload,
})

const isCode = (pair: Rule['pairs'][number]) => 'type' in pair && pair.type === 'code'

type ActivityDependencies = {
  readonly port: ActivityPort
  readonly library: LibraryState
  readonly now?: () => number
}

type LineBuilderDependencies = Pick<ActivityDependencies, 'library'> & Pick<Activity, 'reportsMatches'>

/** Finds the rules of each entry, from reports or else from the simulator. */
function createLineBuilder({library, reportsMatches}: LineBuilderDependencies) {
  const owners = createRuleOwners()
  const indexCache = createRuleIndexCache()
  const rules = computed(() => {
    void library.revision.value
    return {
      rules: library.rows.value.map(each => each.peek()),
      groups: library.groups.value,
      paused: library.isPaused.value,
    }
  })

  /** The ids of the rules that apply, by request: pages repeat the same requests. */
  const expected = new Map<string, readonly string[]>()
  let lastRules: typeof rules.value | null = null
  function updateRules(): void {
    const known = rules.peek()
    if (known === lastRules) return
    lastRules = known
    owners.add(known.rules)
    expected.clear()
  }

  /** Applied rules by id, so that a deleted one keeps its name. */
  const appliedRules = new Map<string, Rule>()
  function getRule(id: string): Rule | undefined {
    const rule = library.getRow(id)?.peek().rule
    if (rule) appliedRules.set(id, rule)
    return rule ?? appliedRules.get(id)
  }

  function getAppliedRules({
    browserRules,
    pageRules,
    isAmbiguous = false,
    error,
    status,
    request,
  }: LogEntry): readonly Rule[] {
    const {tab: tabId, time} = request
    const byBrowser = browserRules.flatMap(browserRule => owners.getRuleIds({browserRule, tabId, time}))
    /** Pages report before sending. A blocked request has no body, and a failed one no response. */
    const hasNoEffect = ({ruleType, pairs}: Rule) =>
      (error === blocked && ruleType === 'Request') ||
      (error !== undefined && status === undefined && ruleType === 'Response' && pairs.every(isCode))
    const byPage = isAmbiguous ? [] : pageRules.flatMap(id => getRule(id) ?? []).filter(rule => !hasNoEffect(rule))
    return [...new Set([...byBrowser, ...byPage.map(({id}) => id)])].flatMap(id => getRule(id) ?? [])
  }

  function explain(entry: LogEntry): readonly Verdict[] {
    updateRules()
    const applied = getAppliedRules(entry)
    const work = explainLibrary({
      request: toTestRequest(entry, applied),
      library: rules.peek(),
      indexCache,
      about: applied.map(({id}) => id),
    })
    for (;;) {
      const step = work.next()
      if (step.done === true) return 'fault' in step.value ? [] : step.value.verdicts
    }
  }

  /** The browser rules that apply by the simulator. In-page rules are always reported. */
  function getExpectedRules(entry: LogEntry): readonly Rule[] {
    const key = JSON.stringify([toTestRequest(entry, []), entry.pageRules])
    const isApplied = (verdict: Verdict) => verdict.effect !== null && !isInPage(verdict)
    const ids =
      expected.get(key) ??
      explain(entry)
        .filter(isApplied)
        .map(({candidate}) => candidate.id)
    if (expected.size >= maxExpected) expected.clear()
    expected.set(key, ids)
    return ids.flatMap(id => getRule(id) ?? [])
  }

  function toLine(entry: LogEntry): LogLine {
    const reported = getAppliedRules(entry)
    const isSent = !entry.isServed && !entry.isAborted
    const more = reportsMatches || !isSent ? [] : getExpectedRules(entry).filter(each => !reported.includes(each))
    const all = [...reported, ...more]
    return {entry, rules: all, isExpected: more.length > 0, outcome: getOutcome(entry, all)}
  }
  return {updateRules, explain, getAppliedRules, toLine}
}

const getResult = ({outcome: {kind}, rules: {length}}: LogLine): ResultFilter =>
  kind === 'code-failed' ? 'failed' : length > 0 ? 'applied' : 'no-rule'

function filterEntries(
  entries: readonly LogEntry[],
  {typed, type, result, tab}: LogFilter,
  toLine: (entry: LogEntry) => LogLine,
): readonly LogLine[] {
  const terms = splitSearchTerms(typed)
  const isSelected = ({request}: LogEntry) =>
    (tab === null || request.tab === tab) && (type === '' || request.type === type)
  const isMatch = (line: LogLine) => {
    if (result !== '' && getResult(line) !== result) return false
    if (terms.length === 0) return true
    const text = [line.entry.request.url, ...line.rules.map(({name}) => name)].join('\n').toLowerCase()
    return terms.every(term => text.includes(term))
  }
  return entries
    .filter(isSelected)
    .toSorted((a, b) => b.request.time - a.request.time || b.number - a.number)
    .map(toLine)
    .filter(isMatch)
}

/** Returns a function that draws soon: later if drawing takes long, never in a hidden page. */
function createRedraw(draw: () => void): () => void {
  let delay = minRedrawDelay
  let timer: ReturnType<typeof setTimeout> | undefined
  const isVisible = () => document.visibilityState === 'visible'
  function redraw(): void {
    timer = undefined
    if (!isVisible()) return
    const started = performance.now()
    draw()
    setTimeout(() => {
      delay = Math.min(maxRedrawDelay, Math.max(minRedrawDelay, redrawRatio * (performance.now() - started)))
    })
  }
  return () => {
    if (isVisible()) timer ??= setTimeout(redraw, delay)
  }
}

/** The watched requests as a page shows them, in memory only. */
export function createActivity({port, library, now = Date.now}: ActivityDependencies): Activity {
  const {reportsMatches} = port
  const log = createLog(now)
  const {updateRules, explain, getAppliedRules, toLine} = createLineBuilder({library, reportsMatches})
  const filter = signal(noLogFilter)
  const lines = signal<readonly LogLine[]>([])
  const pendingCount = signal(0)
  const isLive = signal(false)
  let isHeld = false
  let unwatch: (() => void) | null = null
  let stopTimer: ReturnType<typeof setTimeout> | undefined

  /** Updates the rows. Rows that the user reads keep their positions. */
  function show(isForced: boolean): void {
    updateRules()
    const found = filterEntries(log.getEntries(), filter.peek(), toLine)
    batch(() => {
      if (isForced || !isHeld || lines.peek().length === 0) {
        lines.value = found
        pendingCount.value = 0
        return
      }
      const newest = Math.max(...lines.peek().map(({entry}) => entry.number))
      pendingCount.value = found.filter(({entry}) => entry.number > newest).length
      lines.value = lines.peek().map(line => toLine(log.getLatest(line.entry)))
    })
  }

  const redrawSoon = createRedraw(() => show(false))

  function stopWatching(): void {
    document.removeEventListener('visibilitychange', redrawSoon)
    unwatch?.()
    unwatch = null
    log.endAll()
    redrawSoon()
  }

  effect(() => {
    void filter.value
    show(true)
  })

  return {
    reportsMatches,
    filter,
    isNew: () => filter.peek() === noLogFilter,
    lines,
    pendingCount,
    isLive,
    getLatest: log.getLatest,
    explain,
    getAppliedRules,
    setHeld(held) {
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
      clearTimeout(stopTimer)
      log.open()
      document.addEventListener('visibilitychange', redrawSoon)
      unwatch ??= port.watch(event => {
        log.take(event)
        redrawSoon()
      }, tab)
      isLive.value = true
    },
    stop() {
      clearTimeout(stopTimer)
      // The end of requests under way has not been reported yet.
      if (unwatch) stopTimer = setTimeout(stopWatching, lateReportDelay)
      log.close()
      isLive.value = false
    },
  }
}
