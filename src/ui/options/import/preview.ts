import {computed, signal} from '@preact/signals'
import type {ImportedRecord} from '../../../interchange/imported'
import type {Judged, ReadFile} from '../../../interchange/reader'
import type {Verdict} from '../../../interchange/content'

/** A record of the file as the preview shows it. `index` is its place in the file. */
export type Entry = ImportedRecord & Judged & {readonly index: number}

export type Preview = ReturnType<typeof createPreview>
export type VerdictFilter = Verdict | 'all'

export const verdicts: readonly Verdict[] = ['complete', 'changed', 'already-here', 'refused']

/** What a file holds, and which of it is wanted: at first all that is not here yet. `groupsHere`: the names of groups. */
export function createPreview(name: string, {imported, judged}: ReadFile, groupsHere: ReadonlySet<string>) {
  const entries: readonly Entry[] = imported.records.map((record, index) => ({
    ...record,
    ...(judged[index] ?? {verdict: 'refused', same: null}),
    index,
  }))
  const wanted = signal<ReadonlySet<number>>(
    new Set(entries.filter(({verdict}) => verdict === 'complete' || verdict === 'changed').map(({index}) => index)),
  )
  const filter = signal<VerdictFilter>('all')
  const shown = computed(() => entries.filter(({verdict}) => filter.value === 'all' || verdict === filter.value))
  const chosen = computed(() => entries.filter(({index}) => wanted.value.has(index)))
  const filled = new Set(entries.map(({group}) => group))
  const counts = new Map<VerdictFilter, number>([['all', entries.length]])
  for (const {verdict} of entries) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return {
    name,
    imported,
    entries,
    /** What is to be said of the file as a whole, and of its groups. */
    notes: [
      ...imported.notes,
      ...imported.groups.flatMap(({record, notes}) => notes.map(each => ({...each, path: record.name}))),
    ],
    /** Groups without rules, by their places among the groups of the file. */
    empty: imported.groups.flatMap(({isKept, record}, place) =>
      isKept === true && !filled.has(place) && !groupsHere.has(record.name) ? [place] : [],
    ),
    /** How many groups there are to add: a tool's own that hold nothing are none. */
    groupCount: imported.groups.filter(({isKept}, place) => isKept === true || filled.has(place)).length,
    filter,
    shown,
    chosen,
    isWanted: (index: number) => wanted.value.has(index),
    countOf: (verdict: VerdictFilter) => counts.get(verdict) ?? 0,
    /** What goes along with a record is left out with it, and chosen with it where it is not here yet. */
    want(indexes: readonly number[], isWanted: boolean) {
      const next = new Set(wanted.peek())
      const choose = (index: number) => {
        if (isWanted && entries[index]?.rule) next.add(index)
        else next.delete(index)
      }
      for (const index of indexes) {
        choose(index)
        for (let along = index + 1; entries[along]?.goesAlong === true; along += 1)
          if (!isWanted || entries[along]?.verdict !== 'already-here') choose(along)
      }
      wanted.value = next
    },
  }
}
