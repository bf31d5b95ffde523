import {formatTime} from '../format'
import {popupTexts} from '../../locales/popup'
import {computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Applied} from '../state/applied'
import type {LibraryState} from '../state/library'
import {getIdleRules, claimsOf, noClaims, withActed, type Claims} from './shelves'
import type {PopupSurface, PageTiming} from './surface'
import type {RuleMatches} from '../state/rule-matches'

type Here =
  {readonly kind: 'closed'} | {readonly kind: 'open'; readonly id: number; readonly url: string; readonly host: string}

export type Did = {
  readonly acted: ReadonlyMap<string, RuleMatches>
  /** Whether Chrome has told what its own rules did there. */
  readonly hasSaid: boolean
  readonly note: string
}

// Chrome lets no extension touch its store.
const closedHosts = new Set(['chromewebstore.google.com', 'chrome.google.com'])
const openSchemes = new Set(['http:', 'https:', 'file:'])

/** The page of a tab, where rules can change what it asks for; undefined where Chrome does not tell which it is. */
function pageOf(url: string | undefined): URL | null | undefined {
  const page = url && URL.parse(url)
  if (!page) return undefined
  return openSchemes.has(page.protocol) && !closedHosts.has(page.hostname) ? page : null
}

type Page = {
  readonly id: number | undefined
  readonly url: URL | null | undefined
  readonly timing: PageTiming | null
}

const withoutHash = ({url}: Pick<Page, 'url'>): string | undefined => url?.href.replace(/#.*/, '')

/** While the popup is open its tab may go elsewhere: Chrome is asked first what rules did there, so that no row is of the page before. */
function followTab(page: Signal<Page | null>, {applied, surface}: Pick<Needs, 'applied' | 'surface'>): () => void {
  let turn = 0
  return surface.onNavigated(async (id, address, isLoaded) => {
    if (page.peek()?.id !== id) return
    const mine = ++turn
    const timing = await surface.readTiming(id).catch(() => null)
    const next = {id, url: pageOf(address), timing}
    const before = page.peek()
    if (mine !== turn || !before) return
    const isSameUrl = withoutHash(before) === withoutHash(next)
    const isSamePage = timing ? timing.openedAt === before.timing?.openedAt : before.timing === null && isSameUrl
    if (isSamePage && isSameUrl && !(isLoaded && timing)) return
    if (!isSamePage) await applied.refresh()
    if (mine === turn) page.value = next
  })
}

export type PopupState = {
  readonly shelf: ReadonlySignal<LibraryState | null>
  readonly here: ReadonlySignal<Here | null>
  readonly did: ReadonlySignal<Did | null>
  readonly claims: ReadonlySignal<Claims>
  readonly typed: Signal<string>
  readonly isSet: ReadonlySignal<boolean>
  /** Whether rules may act on every site; null until it is known. */
  readonly isAllowed: ReadonlySignal<boolean | null>
  readonly menu: Signal<string | null>
  stop(): void
}

type Needs = {
  readonly library: LibraryState
  readonly surface: PopupSurface
  readonly applied: Applied
}

/** No row leaves under the pointer, or with the focus of somebody who works with keys. */
const isPointedAt = (): boolean => document.querySelector('.popup-main:hover, .popup-main :focus-visible') !== null
const letsGo = ['pointerout', 'focusout'] as const

/** Everything that the rows' places depend on comes in a few milliseconds; they do not wait longer than this for it. */
const longestWait = 400

export function createPopupState({library, surface, applied}: Needs): PopupState {
  const page = signal<Page | null>(null)
  const isReady = signal(false)
  const isSet = signal(false)
  const isAllowed = signal<boolean | null>(null)
  const claims = signal<Claims>(noClaims)

  // Of a page that a rule made up, which is a `data:` page, Chrome does not tell the address.
  const isMadeUp = computed(() => {
    return (applied.snapshot.value?.countByRule(page.value?.id ?? -1).size ?? 0) > 0
  })
  const here = computed((): Here | null => {
    if (page.value === null) return null
    const {id, url = isMadeUp.value && new URL('data:,')} = page.value
    if (!url || id === undefined) return {kind: 'closed'}
    return {kind: 'open', id, url: url.href, host: url.hostname}
  })

  const did = computed((): Did | null => {
    const [place, seen, timing] = [here.value, applied.snapshot.value, page.value?.timing]
    if (place?.kind !== 'open' || seen === null) return null
    const {at, isStale} = seen
    // An older answer of Chrome may be about the page before.
    const hasSaid = at !== null && (!isStale || (!!timing && at >= timing.openedAt))
    const note = isStale
      ? hasSaid && at !== null
        ? popupTexts('asOf', {time: formatTime(at, Date.now())})
        : popupTexts('notAllKnown')
      : ''
    return {acted: seen.countByRule(place.id, !hasSaid), hasSaid, note}
  })

  let settled: {readonly page: Page | null; readonly hasSaid: boolean} | null = null
  const turns = signal(0)
  const onLetGo = () => setTimeout(() => turns.value++)
  for (const each of letsGo) document.addEventListener(each, onLetGo)
  const stopSettling = effect(() => {
    void turns.value
    const done = did.value
    if (!library.isLoaded.value || !done || library.isPaused.value) return
    const before = claims.peek()
    const onPage = page.peek()
    const {hasSaid} = done
    if (settled?.page === onPage) {
      if (isPointedAt()) return
      if (settled.hasSaid === hasSaid) {
        claims.value = withActed(before, done.acted)
        return
      }
    }
    settled = {page: onPage, hasSaid}
    const place = here.peek()
    const timing = onPage?.timing
    const idle = place?.kind === 'open' && timing ? getIdleRules(library, {url: place.url, timing, did: done}) : []
    claims.value = claimsOf(done.acted, idle)
  })
  const shelf = computed(() => (isReady.value && library.isLoaded.value ? library : null))

  const tab = surface.currentTab().catch(() => ({id: undefined, url: undefined}))
  const stopFollowing = followTab(page, {applied, surface})
  void surface.isRulesOnSet().then(
    answer => (isSet.value = answer),
    () => undefined,
  )
  void surface.mayOnAllSites().then(
    answer => (isAllowed.value = answer),
    () => (isAllowed.value = true),
  )
  const know = async () => {
    const {id, url} = await tab
    const read = id === undefined ? null : surface.readTiming(id).catch(() => null)
    // A busy page answers late.
    const wait = new Promise<null>(done => setTimeout(done, longestWait, null))
    const first = {id, url: pageOf(url), timing: await Promise.race([read, wait])}
    page.value = first
    const timing = await read
    if (timing && page.peek() === first && !first.timing) page.value = {...first, timing}
  }
  const stopWaiting = effect(() => {
    const place = here.value
    if (isReady.value || !library.isLoaded.value || place === null) return
    if (place.kind === 'closed' || library.isPaused.value || claims.value.isSettled) isReady.value = true
  })
  const late = setTimeout(() => (isReady.value = true), longestWait)
  void know()

  return {
    shelf,
    here,
    did,
    claims,
    isSet,
    isAllowed,
    typed: signal(''),
    menu: signal(null),
    stop() {
      clearTimeout(late)
      stopWaiting()
      stopSettling()
      for (const each of letsGo) document.removeEventListener(each, onLetGo)
      stopFollowing()
    },
  }
}
