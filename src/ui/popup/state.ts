import {formatTime} from '../format'
import {popupTexts} from '../../locales/popup'
import {computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Applied} from '../state/applied'
import type {LibraryState} from '../state/library'
import {
  getIdleRules,
  assignSections,
  noAssignment,
  updateApplied,
  type SectionAssignment,
  type TabMatches,
} from './popup-sections'
import type {PopupBrowserAdapter, PageTiming} from './browser-adapter'

type CurrentPage =
  | {readonly kind: 'restricted'}
  | {readonly kind: 'accessible'; readonly id: number; readonly url: string; readonly host: string}

// Extensions have no access to the Chrome Web Store.
const closedHosts = new Set(['chromewebstore.google.com', 'chrome.google.com'])
const openSchemes = new Set(['http:', 'https:', 'file:'])

/** Null for pages that rules cannot change, undefined if the URL is unknown. */
function parsePageUrl(url: string | undefined): URL | null | undefined {
  const page = url && URL.parse(url)
  if (!page) return undefined
  return openSchemes.has(page.protocol) && !closedHosts.has(page.hostname) ? page : null
}

type TabPage = {
  readonly id: number | undefined
  readonly url: URL | null | undefined
  readonly timing: PageTiming | null
}

const getUrlWithoutFragment = ({url}: Pick<TabPage, 'url'>): string | undefined => url?.href.replace(/#.*/, '')

/** Follows navigations. Matches are read first, so that no row is of the previous page. */
function watchNavigation(
  page: Signal<TabPage | null>,
  {applied, browserAdapter}: Pick<PopupStateDependencies, 'applied' | 'browserAdapter'>,
): () => void {
  let lastNavigation = 0
  return browserAdapter.onNavigated(async (id, address, isLoaded) => {
    if (page.peek()?.id !== id) return
    const navigation = ++lastNavigation
    const timing = await browserAdapter.readTiming(id).catch(() => null)
    const next = {id, url: parsePageUrl(address), timing}
    const previous = page.peek()
    if (navigation !== lastNavigation || !previous) return
    const isSameUrl = getUrlWithoutFragment(previous) === getUrlWithoutFragment(next)
    const isSamePage = timing ? timing.openedAt === previous.timing?.openedAt : previous.timing === null && isSameUrl
    if (isSamePage && isSameUrl && !(isLoaded && timing)) return
    if (!isSamePage) await applied.refresh()
    if (navigation === lastNavigation) page.value = next
  })
}

export type PopupState = {
  readonly readyLibrary: ReadonlySignal<LibraryState | null>
  readonly currentPage: ReadonlySignal<CurrentPage | null>
  readonly tabMatches: ReadonlySignal<TabMatches | null>
  readonly assignment: ReadonlySignal<SectionAssignment>
  readonly searchText: Signal<string>
  readonly isRulesOnManaged: ReadonlySignal<boolean>
  /** Null until it is known. */
  readonly hasAccessToAllSites: ReadonlySignal<boolean | null>
  readonly openMenu: Signal<string | null>
  stop(): void
}

type PopupStateDependencies = {
  readonly library: LibraryState
  readonly browserAdapter: PopupBrowserAdapter
  readonly applied: Applied
}

/** Rows must not move under the pointer or while one has the keyboard focus. */
const isListInUse = (): boolean => document.querySelector('.popup-main:hover, .popup-main :focus-visible') !== null
const leaveEvents = ['pointerout', 'focusout'] as const

/** Milliseconds that the first rows wait for the data they are sorted by. */
const maxWait = 400

export function createPopupState({library, browserAdapter, applied}: PopupStateDependencies): PopupState {
  const page = signal<TabPage | null>(null)
  const isReady = signal(false)
  const isRulesOnManaged = signal(false)
  const hasAccessToAllSites = signal<boolean | null>(null)
  const assignment = signal<SectionAssignment>(noAssignment)

  // A page that a rule replaced is a `data:` page, whose URL Chrome does not report.
  const isRuleOutput = computed(() => {
    return (applied.snapshot.value?.countByRule(page.value?.id ?? -1).size ?? 0) > 0
  })
  const currentPage = computed((): CurrentPage | null => {
    if (page.value === null) return null
    const {id, url = isRuleOutput.value && new URL('data:,')} = page.value
    if (!url || id === undefined) return {kind: 'restricted'}
    return {kind: 'accessible', id, url: url.href, host: url.hostname}
  })

  const tabMatches = computed((): TabMatches | null => {
    const [current, snapshot, timing] = [currentPage.value, applied.snapshot.value, page.value?.timing]
    if (current?.kind !== 'accessible' || snapshot === null) return null
    const {at, isStale} = snapshot
    // An old report may be about the previous page.
    const hasBrowserReport = at !== null && (!isStale || (!!timing && at >= timing.openedAt))
    const note = isStale
      ? hasBrowserReport && at !== null
        ? popupTexts('asOf', {time: formatTime(at, Date.now())})
        : popupTexts('notAllKnown')
      : ''
    return {applied: snapshot.countByRule(current.id, !hasBrowserReport), hasBrowserReport, note}
  })

  let assignedFor: {readonly page: TabPage | null; readonly hasBrowserReport: boolean} | null = null
  const leaves = signal(0)
  const onLeave = () => setTimeout(() => leaves.value++)
  for (const each of leaveEvents) document.addEventListener(each, onLeave)
  const stopAssigning = effect(() => {
    void leaves.value
    const matches = tabMatches.value
    if (!library.isLoaded.value || !matches || library.isPaused.value) return
    const previous = assignment.peek()
    const onPage = page.peek()
    const {hasBrowserReport} = matches
    if (assignedFor?.page === onPage) {
      if (isListInUse()) return
      if (assignedFor.hasBrowserReport === hasBrowserReport) {
        assignment.value = updateApplied(previous, matches.applied)
        return
      }
    }
    assignedFor = {page: onPage, hasBrowserReport}
    const current = currentPage.peek()
    const timing = onPage?.timing
    const idle =
      current?.kind === 'accessible' && timing
        ? getIdleRules(library, {url: current.url, timing, tabMatches: matches})
        : []
    assignment.value = assignSections(matches.applied, idle)
  })
  const readyLibrary = computed(() => (isReady.value && library.isLoaded.value ? library : null))

  const tab = browserAdapter.currentTab().catch(() => ({id: undefined, url: undefined}))
  const stopWatching = watchNavigation(page, {applied, browserAdapter})
  void browserAdapter.isRulesOnManaged().then(
    answer => (isRulesOnManaged.value = answer),
    () => undefined,
  )
  void browserAdapter.hasAccessToAllSites().then(
    answer => (hasAccessToAllSites.value = answer),
    () => (hasAccessToAllSites.value = true),
  )
  const readTab = async () => {
    const {id, url} = await tab
    const timingRead = id === undefined ? null : browserAdapter.readTiming(id).catch(() => null)
    // A busy page responds late.
    const late = new Promise<null>(done => setTimeout(done, maxWait, null))
    const first = {id, url: parsePageUrl(url), timing: await Promise.race([timingRead, late])}
    page.value = first
    const timing = await timingRead
    if (timing && page.peek() === first && !first.timing) page.value = {...first, timing}
  }
  const stopWaiting = effect(() => {
    const current = currentPage.value
    if (isReady.value || !library.isLoaded.value || current === null) return
    if (current.kind === 'restricted' || library.isPaused.value || assignment.value.isComplete) isReady.value = true
  })
  const timeout = setTimeout(() => (isReady.value = true), maxWait)
  void readTab()

  return {
    readyLibrary,
    currentPage,
    tabMatches,
    assignment,
    isRulesOnManaged,
    hasAccessToAllSites,
    searchText: signal(''),
    openMenu: signal(null),
    stop() {
      clearTimeout(timeout)
      stopWaiting()
      stopAssigning()
      for (const each of leaveEvents) document.removeEventListener(each, onLeave)
      stopWatching()
    },
  }
}
