import {computed, signal, type ReadonlySignal} from '@preact/signals'
import type {KeptValues} from '../surface'

const prefix = 'draft:'
/** Where the draft of a rule, or of a new rule (`new/Cancel/` and a key), is kept. */
export const draftPlace = (key: string): string => prefix + key
export const draftKeyOf = (place: string): string | undefined =>
  place.startsWith(prefix) ? place.slice(prefix.length) : undefined

const other = /^also\/[^/]*\/(.*)$/s
/** Of a rule that another tab writes as well: each has a draft of its own. */
export const otherKeyOf = (id: string, own: string): string => `also/${own}/${id}`
/** The rule that a draft is of, whichever tab wrote it. A draft of a new rule has no other name than its key. */
export const ruleIdOf = (key: string): string => other.exec(key)?.[1] ?? key

export type DraftMarks = {
  /** The ids of the rules with changes that were not saved. Drafts of new rules are among them under keys of their own. */
  readonly marks: ReadonlySignal<ReadonlySet<string>>
  readonly stop: () => void
}

/** Which rules have an unsaved draft, kept current over all pages. */
export function createDraftMarks(kept: KeptValues): DraftMarks {
  const keys = signal<ReadonlySet<string>>(new Set())
  /** What was heard while the rest is still being read is newer. */
  const heard = new Map<string, boolean>()
  const mark = (key: string, isThere: boolean) => {
    if (keys.peek().has(key) === isThere) return
    const next = new Set(keys.peek())
    if (isThere) next.add(key)
    else next.delete(key)
    keys.value = next
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
    if (fresh.length > 0) keys.value = new Set([...keys.peek(), ...fresh])
  }
  // Without its marks the list is still the list.
  kept.keys().then(take, () => undefined)
  return {marks: computed(() => new Set([...keys.value].map(ruleIdOf))), stop}
}
