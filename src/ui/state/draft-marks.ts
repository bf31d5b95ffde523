import {signal, type ReadonlySignal} from '@preact/signals'
import type {KeptValues} from '../surface'

const prefix = 'draft:'
/** Where the draft of a rule, or of a new rule (`new/Cancel/` and a key), is kept. */
export const draftPlace = (key: string): string => prefix + key
export const draftKeyOf = (place: string): string | undefined =>
  place.startsWith(prefix) ? place.slice(prefix.length) : undefined

export type DraftMarks = {
  /** The ids of the rules with changes that were not saved. Drafts of new rules are among them under keys of their own. */
  readonly marks: ReadonlySignal<ReadonlySet<string>>
  readonly stop: () => void
}

/** Which rules have an unsaved draft, kept current over all pages. */
export function createDraftMarks(kept: KeptValues): DraftMarks {
  const marks = signal<ReadonlySet<string>>(new Set())
  /** What was heard while the rest is still being read is newer. */
  const heard = new Map<string, boolean>()
  const mark = (key: string, isThere: boolean) => {
    if (marks.peek().has(key) === isThere) return
    const next = new Set(marks.peek())
    if (isThere) next.add(key)
    else next.delete(key)
    marks.value = next
  }
  const stop = kept.onChange((place, value) => {
    const key = draftKeyOf(place)
    if (key === undefined) return
    heard.set(key, value !== undefined)
    mark(key, value !== undefined)
  })
  const take = (places: readonly string[]) => {
    const found = places.flatMap(place => draftKeyOf(place) ?? [])
    const fresh = found.filter(key => !heard.has(key))
    if (fresh.length > 0) marks.value = new Set([...marks.peek(), ...fresh])
  }
  // Without its marks the list is still the list.
  kept.keys().then(take, () => undefined)
  return {marks, stop}
}
