import {effect, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Applied, Seen} from '../../state/applied'
import type {Did, Here} from '../here'
import type {Shelf} from '../last-known'
import type {Claims} from '../shelves'
import type {PopupSurface} from '../surface'
import {claimsOf, idleOf, inPlaces, isStale, mostIdle, mostLookedInto, withActed} from './claims'
import {followTold, type Told} from './told'

/** No row leaves under the pointer, or with the focus. */
function isPointedAt(): boolean {
  const rows = document.querySelector('.popup-main')
  return rows !== null && (rows.matches(':hover') || rows.contains(document.activeElement))
}
const letsGo = ['pointerout', 'focusout'] as const

/** By then a page has told what was done in it, in milliseconds. */
const pagesTell = 1_200
/** And then all is asked for again that was under way. */
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
  let lookedAgain: Here | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Once for each page, and for each wait of it: Chrome answers few times. */
  function lookAgain(place: Here): void {
    if (lookedAgain === place) return
    lookedAgain = place
    timer = setTimeout(() => void applied.look(), pause)
  }

  /** The page alone, which knows of the answer first; then Chrome has more to say. */
  function askLater(now: Shelf): void {
    clearTimeout(timer)
    lookedAgain = null
    timer = setTimeout(() => {
      const all = told.peek()
      if (all) tellSoon(now, all)
    }, pause)
  }

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
    const toldUntil = {byChrome: all.seen.at ?? 0, byPage: Date.now() - pagesTell}
    const {awaitsAnswer, mayHaveActed, openedLike, withReasons} = await import('./why-idle')
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
    const reasoned = withReasons(idle, {rules, groups: now.groups.peek()}, {url, seen: seenPage, led, toldUntil})
    const rows = inPlaces(before.idle, reasoned.slice(0, mostIdle))
    claims.value = {...before, idle: rows}
    openSince = rows.some(mayHaveActed) ? all.seen : null
    if (openSince) lookAgain(all.place)
    else if (rows.some(awaitsAnswer)) askLater(now)
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
    clearTimeout(timer)
    stopFollowing()
    stopClaiming()
  }
}
