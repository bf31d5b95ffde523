import {batch, computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Applied} from '../state/applied'
import type {LibraryState} from '../state/library'
import {popupWords} from '../words'
import {pageOf, type Did, type Here} from './here'
import {followTab, type Page} from './follow-tab'
import {getIdleRules} from './idle'
import {keepLastKnown} from './keep-last-known'
import {readLastKnown, type LastKnown, type Shelf} from './last-known'
import {claimsOf, noClaims, withActed, type Claims} from './shelves'
import type {PopupSurface} from './surface'

export type PopupState = {
  /** What is drawn; null until anything is known. */
  readonly shelf: ReadonlySignal<Shelf | null>
  /** Null before it is known, as is what rules did there. */
  readonly here: ReadonlySignal<Here | null>
  readonly did: ReadonlySignal<Did | null>
  readonly claims: ReadonlySignal<Claims>
  readonly typed: Signal<string>
  /** Whether the organisation has set "Rules on". */
  readonly isSet: ReadonlySignal<boolean>
  /** Whether rules may act on every site; null until it is known. */
  readonly isAllowed: ReadonlySignal<boolean | null>
  /** The rule whose menu is open. */
  readonly menu: Signal<string | null>
  /** Moves what was last known, while it is what is drawn. */
  readonly known: ReadonlySignal<LastKnown | null>
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
  const known = signal<LastKnown | null>(null)
  const page = signal<Page | null>(null)
  const isReady = signal(false)
  const isSet = signal(false)
  const isAllowed = signal<boolean | null>(null)
  const claims = signal<Claims>(noClaims)

  // Of a page that a rule made up, which is a `data:` page, Chrome does not tell the address.
  const isMadeUp = computed(() => {
    return (applied.seen.value?.onTab(page.value?.id ?? -1).size ?? 0) > 0
  })
  const here = computed((): Here | null => {
    if (page.value === null) return null
    const {id, url = isMadeUp.value && new URL('data:,')} = page.value
    if (!url || id === undefined) return {kind: 'closed'}
    return {kind: 'open', id, url: url.href, host: url.hostname}
  })

  const shelf = computed((): Shelf | null => {
    if (library.isWhole.value) return library
    // What has come so far is better than nothing, and what was known before is better than that.
    return known.value ?? (library.loaded.value ? library : null)
  })
  const did = computed((): Did | null => {
    const [place, seen, timing] = [here.value, applied.seen.value, page.value?.timing]
    if (place?.kind !== 'open' || seen === null) return null
    const {at, isOld} = seen
    // An older answer of Chrome may be about the page before.
    const hasSaid = at !== null && (!isOld || (!!timing && at >= timing.openedAt))
    const note = isOld ? popupWords.asOf(hasSaid ? at : null) : ''
    return {acted: seen.onTab(place.id, !hasSaid), hasSaid, note}
  })

  /** The sections are settled once for each page; then only what acts moves. */
  let settled: {readonly shelf: Shelf; readonly page: Page | null; readonly hasSaid: boolean} | null = null
  const turns = signal(0)
  const onLetGo = () => setTimeout(() => turns.value++)
  for (const each of letsGo) document.addEventListener(each, onLetGo)
  const stopSettling = effect(() => {
    void turns.value
    const [now, done] = [shelf.value, did.value]
    if (!now || !done || now.paused.value || (now === library && !applied.seen.value?.isWhole)) return
    const before = claims.peek()
    const onPage = page.peek()
    const {hasSaid} = done
    if (settled?.shelf === now && settled.page === onPage) {
      if (isPointedAt()) return
      if (settled.hasSaid === hasSaid) {
        claims.value = withActed(before, done.acted)
        return
      }
    }
    settled = {shelf: now, page: onPage, hasSaid}
    const place = here.peek()
    const timing = onPage?.timing
    const idle = place?.kind === 'open' && timing ? getIdleRules(now, {url: place.url, timing, did: done}) : []
    claims.value = claimsOf(done.acted, idle)
  })
  const shown = computed(() => (isReady.value ? shelf.value : null))

  const tab = surface.currentTab().catch(() => ({id: undefined, url: undefined}))
  const toStop = [keepLastKnown(library, surface.session), followTab({page, applied, surface})]
  void surface.isRulesOnSet().then(
    answer => (isSet.value = answer),
    () => undefined,
  )
  void surface.mayOnAllSites().then(
    answer => (isAllowed.value = answer),
    () => (isAllowed.value = true),
  )
  const know = async () => {
    const [last, {id, url}] = await Promise.all([readLastKnown(surface.session), tab])
    batch(() => {
      known.value = last
      if (last) applied.learn(last.rows.peek().map(row => row.peek()))
    })
    const read = id === undefined ? null : surface.readTiming(id).catch(() => null)
    // A busy page answers late.
    const wait = new Promise<null>(done => setTimeout(done, longestWait, null))
    const first = {id, url: pageOf(url), timing: await Promise.race([read, wait])}
    page.value = first
    const timing = await read
    if (timing && page.peek() === first && !first.timing) page.value = {...first, timing}
  }
  const stopWaiting = effect(() => {
    const [now, place] = [shelf.value, here.value]
    if (isReady.value || now === null || place === null) return
    if (place.kind === 'closed' || now.paused.value || claims.value.isSettled) isReady.value = true
  })
  const late = setTimeout(() => (isReady.value = true), longestWait)
  void know()

  return {
    shelf: shown,
    here,
    did,
    claims,
    known,
    isSet,
    isAllowed,
    typed: signal(''),
    menu: signal(null),
    stop() {
      clearTimeout(late)
      stopWaiting()
      stopSettling()
      for (const each of letsGo) document.removeEventListener(each, onLetGo)
      for (const each of toStop) each()
    },
  }
}
