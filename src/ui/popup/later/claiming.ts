import {computed, effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Acted} from '../../state/applied-matches'
import type {Seen} from '../../state/applied'
import {popupLaterWords as words} from '../../words'
import type {Did, Here} from '../here'
import type {Shelf} from '../last-known'
import type {Claims, Idle} from '../shelves'
import type {PopupSurface} from '../surface'
import {idleHere} from './idle'

/** So many rules that did nothing are told of. */
const mostIdle = 5
/** And so many are looked into, before it is known which of them there is most to say of. */
const mostLookedInto = 10

/** The rules that did nothing. Where Chrome `hasSaid` nothing, none of its own did. */
function idleOf(
  {rows, groups}: Shelf,
  {hasSaid}: Did,
  at: Pick<Parameters<typeof idleHere>[0], 'acted' | 'url' | 'asked' | 'most'>,
) {
  const views = rows.peek().map(row => row.peek())
  const offGroups = new Set(
    groups
      .peek()
      .filter(group => group.status === 'Inactive')
      .map(group => group.id),
  )
  const known = hasSaid ? views : views.filter(view => view.browserRules.length === 0)
  return idleHere({views: known, offGroups, ...at})
}

/** The rules of the first two sections, the busiest first. */
function claimsOf(shelf: Shelf, did: Did, url: string): Claims {
  const {acted} = did
  const present = new Set(shelf.rows.peek().map(row => row.peek().id))
  const ids = [...acted]
    .filter(([id]) => present.has(id))
    .toSorted(([, a], [, b]) => b.requests - a.requests || b.last - a.last)
    .map(([id]) => id)
  return {acted: ids, idle: idleOf(shelf, did, {acted: new Set(ids), url, asked: [], most: mostIdle}), isSettled: true}
}

/** These rows, of which those that stood there before keep their places. */
function inPlaces(before: readonly Idle[], rows: readonly Idle[]): readonly Idle[] {
  const more = rows.filter(({id}) => !before.some(each => each.id === id))
  const kept = before.flatMap(({id}) => rows.find(each => each.id === id) ?? more.shift() ?? [])
  return [...kept, ...more]
}

/** With the rules that have acted since; the others keep their places. */
function withActed(claims: Claims, {rows}: Shelf, acted: ReadonlyMap<string, Acted>): Claims {
  const more = rows
    .peek()
    .map(row => row.peek().id)
    .filter(id => acted.has(id) && !claims.acted.includes(id))
  if (more.length === 0) return claims
  return {...claims, acted: [...claims.acted, ...more], idle: claims.idle.filter(({id}) => !more.includes(id))}
}

/** Whether a rule stands among those that acted, is in force, and has not: what it did was done for the page before. */
const isStale = ({acted: claimed}: Claims, {rows}: Shelf, acted: ReadonlyMap<string, Acted>): boolean =>
  rows.peek().some(row => {
    const {id, rule, inForce} = row.peek()
    return inForce && rule?.status === 'Active' && claimed.includes(id) && !acted.has(id)
  })

/** No row leaves under the pointer, or with the focus. */
function isPointedAt(): boolean {
  const rows = document.querySelector('.popup-main')
  return rows !== null && (rows.matches(':hover') || rows.contains(document.activeElement))
}
const letsGo = ['pointerout', 'focusout'] as const

type Needs = {
  readonly library: Shelf
  readonly shelf: ReadonlySignal<Shelf | null>
  readonly here: ReadonlySignal<Here | null>
  readonly seen: ReadonlySignal<Seen | null>
  readonly surface: Pick<PopupSurface, 'wasThere' | 'seenOf'>
  readonly did: Signal<Did | null>
  readonly claims: Signal<Claims>
}

/** What is told of a page: on which page of which tab, and what it rests on. */
type Told = Did & {readonly place: Here & {readonly kind: 'open'}; readonly seen: Seen}

/** Keeps what rules did on the tab, and which of them stand in the first sections; returns how to stop. */
export function keepClaims({library, shelf, here, seen, surface, did, claims}: Needs): () => void {
  /** Whether the page stood in the tab when Chrome said what it said last. */
  const stood = signal<{readonly place: Here; readonly at: number; readonly isSo: boolean} | null>(null)
  const stopAsking = effect(() => {
    const [place, now] = [here.value, seen.value]
    if (place?.kind !== 'open' || !now?.isOld || now.at === null) return
    const {at} = now
    const known = stood.peek()
    if (known?.place === place && known.at === at) return
    void surface.wasThere(place.id, at).then(
      isSo => (stood.value = {place, at, isSo}),
      () => (stood.value = {place, at, isSo: false}),
    )
  })

  const told = computed((): Told | null => {
    const [place, now] = [here.value, seen.value]
    if (place?.kind !== 'open' || now === null) return null
    const {isOld, at} = now
    const known = stood.value
    if (isOld && at !== null && (known?.place !== place || known.at !== at)) return null
    // What it said of the page before is not said of this one.
    const isOther = isOld && at !== null && known?.isSo === false
    const note = isOld ? words.asOf(isOther ? null : at) : ''
    return {place, seen: now, note, hasSaid: at !== null && !isOther, acted: now.onTab(place.id, isOther)}
  })

  /** What is done when the rows are let go: until then no row comes or leaves. */
  let owed: (() => void) | null = null

  /**
   * Why a rule did nothing is looked into once the rows are there: it takes the whole engine, and the page, to know. Rules for what the page
   * asked for, and for where it was opened, are among them then.
   */
  async function tellWhy(now: Shelf, all: Told): Promise<void> {
    const {id: tab, url} = all.place
    const before = claims.peek()
    const seenPage = await surface.seenOf(tab).catch(() => null)
    const {openedLike, withReasons} = await import('./why-idle')
    const viewsOf = (ids: ReadonlySet<string>) =>
      now.rows.peek().flatMap(row => (ids.has(row.peek().id) ? [row.peek()] : []))
    // An error of the browser's own asks for nothing: all that acted was done to the page that did not come.
    const led = [...all.acted].flatMap(([id, {first}]) => (first <= (seenPage?.answeredAt ?? Infinity) ? [id] : []))
    const asked = [url, ...openedLike(viewsOf(new Set(led))), ...(seenPage?.requests ?? []).map(each => each.url)]
    owed = isPointedAt() ? () => tellSoon(now, all) : null
    const most = mostLookedInto
    const idle = owed ? before.idle : idleOf(now, all, {acted: new Set(before.acted), url, asked, most})
    if (idle.length === 0 || claims.peek() !== before) return
    const rules = viewsOf(new Set([...before.acted, ...idle.map(each => each.id)]))
    const reasoned = withReasons(idle, {rules, groups: now.groups.peek()}, {url, seen: seenPage, led})
    claims.value = {...before, idle: inPlaces(before.idle, reasoned.slice(0, mostIdle))}
  }
  // What cannot be loaded is not told.
  const tellSoon = (now: Shelf, all: Told) => void tellWhy(now, all).catch(() => undefined)

  // Settled when all is known: once for what was last known of the library and once for what is, for each page, and again when Chrome says
  // what it did not say before.
  let settled: {readonly shelf: Shelf; readonly place: Here; readonly isOld: boolean} | null = null
  const turns = signal(0)
  let isWaiting = false
  const stopClaiming = effect(() => {
    void turns.value
    const [now, all] = [shelf.value, told.value]
    if (now === null || all === null) return
    did.value = all
    if ((now === library && !all.seen.isWhole) || now.paused.value) return
    const {
      place,
      seen: {isOld},
    } = all
    const isNew = settled?.shelf !== now || settled.place !== place
    isWaiting = !isNew && isPointedAt()
    if (isWaiting) return
    if (isNew || (settled?.isOld && !isOld) || isStale(claims.peek(), now, all.acted)) {
      settled = {shelf: now, place, isOld}
      claims.value = claimsOf(now, all, place.url)
      tellSoon(now, all)
      return
    }
    const before = claims.peek()
    claims.value = withActed(before, now, all.acted)
    // Who has acted leaves a place, and what was looked into meanwhile is of the rows before.
    if (claims.peek() !== before) tellSoon(now, all)
  })
  const onLetGo = () => {
    if (isWaiting) setTimeout(() => turns.value++)
    else if (owed)
      setTimeout(() => {
        if (!isPointedAt()) owed?.()
      })
  }
  for (const each of letsGo) document.addEventListener(each, onLetGo)
  return () => {
    for (const each of letsGo) document.removeEventListener(each, onLetGo)
    stopAsking()
    stopClaiming()
  }
}
