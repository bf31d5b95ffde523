import {effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Applied, Seen} from '../../state/applied'
import type {Did, Here} from '../here'
import type {Shelf} from '../last-known'
import type {Claims} from '../shelves'
import type {PopupSurface} from '../surface'
import {claimsOf, idleOf, inPlaces, isStale, mostIdle, mostLookedInto, renewed, withActed} from './claims'
import {createLooks} from './looks'
import {followTold, type Told} from './told'

/** No row leaves under the pointer, or with the focus of somebody who works with keys. */
const isPointedAt = (): boolean => document.querySelector('.popup-main:hover, .popup-main :focus-visible') !== null
const letsGo = ['pointerout', 'focusout'] as const

/** By then a page has told what was done in it, in milliseconds. */
const pagesTell = 1_200
/** So long after each other the page is read. */
const pause = 1_500

type Needs = {
  readonly library: Shelf
  readonly shelf: ReadonlySignal<Shelf | null>
  readonly here: ReadonlySignal<Here | null>
  readonly applied: Pick<Applied, 'seen' | 'look'>
  readonly surface: Pick<PopupSurface, 'wasThere' | 'seenOf'>
  readonly did: Signal<Did | null>
  readonly claims: Signal<Claims>
}

/** Keeps what rules did on the tab, and which of them stand in the first sections; returns how to stop. */
export function keepClaims({library, shelf, here, applied, surface, did, claims}: Needs): () => void {
  const {told, stop: stopFollowing} = followTold({here, seen: applied.seen, surface})

  /** What was seen last where the next look may say more of some rows; else null. */
  let openSince: Seen | null = null
  const looks = createLooks(() => applied.look())
  let pauses = 0

  /** What is done when the rows are let go: until then no row comes or leaves. */
  let owed: (() => void) | null = null
  /** What the reasons that stand there rest on; null where time alone may change them. */
  let restsOn: string | null = null

  /**
   * Why a rule did nothing is looked into once the rows are there: it takes the whole engine, and the page, to know. Rules for what the page
   * asked for, and for where it was opened, are among them then. `isAgain`: they stand there, and no other comes.
   */
  async function tellWhy(now: Shelf, all: Told, isAgain: boolean): Promise<void> {
    const {id: tab, url} = all.place
    const before = claims.peek()
    const seenPage = await surface.seenOf(tab).catch(() => null)
    const steadySince = looks.steadySince({shelf: now, pauses, openedAt: seenPage?.openedAt ?? 0})
    const ground = JSON.stringify([seenPage, now.changes.peek(), now.groups.peek(), steadySince, all.seen.at])
    if (isAgain && (ground === restsOn || claims.peek() !== before)) return
    const toldUntil = {byChrome: all.seen.at ?? 0, byPage: Date.now() - pagesTell}
    const {mayHaveActed, openedLike, withReasons} = await import('./why-idle')
    const viewsOf = (ids: ReadonlySet<string>) =>
      now.rows.peek().flatMap(row => (ids.has(row.peek().id) ? [row.peek()] : []))
    // An error of the browser's own asks for nothing: all that acted was done to the page that did not come.
    const led = [...all.acted].flatMap(([id, {first}]) => (first <= (seenPage?.answeredAt ?? Infinity) ? [id] : []))
    const asked = [url, ...openedLike(viewsOf(new Set(led))), ...(seenPage?.requests ?? []).map(each => each.url)]
    if (!isAgain) owed = isPointedAt() ? () => tellSoon(now, all) : null
    const at = {acted: new Set(before.acted), url, asked, most: mostLookedInto}
    const found = idleOf(now, all, at)
    const standing = isAgain || owed ? renewed(before.idle, now, all, at) : null
    const idle = standing ? [...standing, ...found.filter(({id}) => !standing.some(each => each.id === id))] : found
    if (idle.length === 0 || claims.peek() !== before) return
    const rules = viewsOf(new Set([...before.acted, ...idle.map(each => each.id)]))
    const onTab = {url, seen: seenPage, led, toldUntil, steadySince}
    const reasoned = withReasons(idle, {rules, groups: now.groups.peek()}, onTab)
    const shown = standing ? reasoned.filter(({id}) => standing.some(each => each.id === id)) : reasoned
    const rows = inPlaces(before.idle, shown.slice(0, mostIdle))
    if (JSON.stringify(rows) !== JSON.stringify(before.idle)) claims.value = {...before, idle: rows}
    // Also of rules that stand below, such as those that were switched on a moment ago.
    const open = reasoned.filter(each => mayHaveActed(each) && !all.acted.has(each.id)).map(({id}) => id)
    openSince = open.length > 0 ? all.seen : null
    restsOn = openSince ? null : ground
    looks.again([...viewsOf(new Set(open))].flatMap(view => (view.browserRules.length > 0 ? [view.id] : [])))
  }

  let reading: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  // What cannot be loaded is not told.
  async function tell(now: Shelf, all: Told, isAgain: boolean): Promise<void> {
    const mine = ++turn
    clearTimeout(reading)
    await tellWhy(now, all, isAgain).catch(() => undefined)
    if (mine === turn) reading = setTimeout(readAgain, pause)
  }
  const tellSoon = (now: Shelf, all: Told) => void tell(now, all, false)

  /** What the page asks for may be read at any time: a row follows it, where Chrome is asked seldom. */
  function readAgain(): void {
    const [now, all] = [shelf.peek(), told.peek()]
    const isSettled = settled?.shelf === now && settled?.place === all?.place
    if (now && all && isSettled && !now.paused.peek() && document.visibilityState === 'visible')
      void tell(now, all, true)
    else reading = setTimeout(readAgain, pause)
  }

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
    if (now.paused.value) pauses++
    if ((now === library && !all.seen.isWhole) || now.paused.value) return
    const {
      place,
      seen: {isOld},
    } = all
    // Rows of the page before are of no use to anybody, whoever points at them.
    const isNew = settled?.shelf !== now || settled.place !== place || isStale(claims.peek(), now, all.acted)
    isWaiting = !isNew && isPointedAt()
    if (isWaiting) return
    if (isNew || (settled?.isOld && !isOld)) {
      settled = {shelf: now, place, isOld}
      claims.value = claimsOf(now, all, place.url)
      tellSoon(now, all)
      return
    }
    const before = claims.peek()
    claims.value = withActed(before, now, all.acted)
    // Who has acted leaves a place, and what was looked into meanwhile is of the rows before.
    if (claims.peek() !== before || (openSince && openSince !== all.seen)) tellSoon(now, all)
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
    turn = 0
    looks.stop()
    clearTimeout(reading)
    stopFollowing()
    stopClaiming()
  }
}
