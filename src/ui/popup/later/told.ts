import {computed, effect, signal, type ReadonlySignal} from '@preact/signals'
import type {Seen} from '../../state/applied'
import {popupLaterWords as words} from '../../words'
import type {Did, Here} from '../here'
import type {PopupSurface} from '../surface'

/** What is told of a page: on which page of which tab, and what it rests on. */
export type Told = Did & {readonly place: Here & {readonly kind: 'open'}; readonly seen: Seen}

type Needs = {
  readonly here: ReadonlySignal<Here | null>
  readonly seen: ReadonlySignal<Seen | null>
  readonly surface: Pick<PopupSurface, 'wasThere'>
}

/** Follows what is told of the open page; null until it is known whether that was said of this page or of the one before. */
export function followTold({here, seen, surface}: Needs): {
  readonly told: ReadonlySignal<Told | null>
  readonly stop: () => void
} {
  /** Whether the page stood in the tab when Chrome said what it said last. */
  const stood = signal<{readonly place: Here; readonly at: number; readonly isSo: boolean} | null>(null)
  const stop = effect(() => {
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
  return {told, stop}
}
