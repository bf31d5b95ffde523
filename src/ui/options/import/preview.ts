import {batch, computed, signal} from '@preact/signals'
import type {RuleLibrary} from '../../../import-export/rule-library'
import type {ImportedRecord} from '../../../import-export/import-types'
import {getVerdicts, type RecordVerdict, type Verdict} from '../../../import-export/import-verdicts'
import type {ReadFile} from '../../../import-export/reader'

export type Entry = ImportedRecord & RecordVerdict & {readonly index: number}

export type Preview = ReturnType<typeof createPreview>
export type VerdictFilter = Verdict | 'all'

export const verdicts: readonly Verdict[] = ['complete', 'changed', 'already-here', 'refused']

const isNew = ({verdict}: RecordVerdict) => verdict === 'complete' || verdict === 'changed'
const namesOf = (groups: RuleLibrary['groups']): ReadonlySet<unknown> => new Set(groups.map(({name}) => name))

/** The records of a file. At first all that are not in `groups` and rules here are wanted. */
export function createPreview(name: string, {imported, verdicts}: ReadFile, groups: RuleLibrary['groups']) {
  const judgements = signal(verdicts)
  const groupsHere = signal(namesOf(groups))
  const entries = computed(() =>
    imported.records.map((record, index): Entry => {
      const {verdict, existingId} = judgements.value[index] ?? {verdict: 'refused', existingId: null}
      return {...record, verdict, existingId, index}
    }),
  )
  const wanted = signal<ReadonlySet<number>>(
    new Set(
      entries
        .peek()
        .filter(isNew)
        .map(({index}) => index),
    ),
  )
  const declined = new Set<number>()
  const filter = signal<VerdictFilter>('all')
  const shown = computed(() => entries.value.filter(({verdict}) => filter.value === 'all' || verdict === filter.value))
  const chosen = computed(() => entries.value.filter(({index}) => wanted.value.has(index)))
  const filled = new Set(imported.records.map(({group}) => group))
  const counts = computed(() => {
    const counted = new Map<VerdictFilter, number>([['all', entries.value.length]])
    for (const {verdict} of entries.value) counted.set(verdict, (counted.get(verdict) ?? 0) + 1)
    return counted
  })
  return {
    name,
    imported,
    entries,
    notes: [
      ...imported.notes,
      ...imported.groups.flatMap(({record, notes}) => notes.map(each => ({...each, path: record.name}))),
    ],
    /** Groups without rules, by their places among the groups of the file. */
    empty: computed(() =>
      imported.groups.flatMap(({isKeptIfEmpty, record}, place) =>
        isKeptIfEmpty === true && !filled.has(place) && !groupsHere.value.has(record.name) ? [place] : [],
      ),
    ),
    groupCount: imported.groups.filter(({isKeptIfEmpty}, place) => isKeptIfEmpty === true || filled.has(place)).length,
    filter,
    shown,
    chosen,
    isWanted: (index: number) => wanted.value.has(index),
    countOf: (verdict: VerdictFilter) => counts.value.get(verdict) ?? 0,
    /** Compares with the current library. Records that it already has are no longer selected. */
    judge(here: RuleLibrary) {
      const before = judgements.peek()
      const next = getVerdicts(here.rules, imported.records)
      const moved = next.flatMap((now, index) => (now.verdict === before[index]?.verdict ? [] : [index]))
      batch(() => {
        groupsHere.value = namesOf(here.groups)
        judgements.value = next
        if (moved.length === 0) return
        const still = new Set(wanted.peek())
        for (const index of moved) {
          if (next[index] && isNew(next[index]) && !declined.has(index)) still.add(index)
          else still.delete(index)
        }
        wanted.value = still
        if ((counts.peek().get(filter.peek()) ?? 0) === 0) filter.value = 'all'
      })
    },
    /** What goes along with a record is left out with it, and chosen with it where it is not here yet. */
    want(indexes: readonly number[], isWanted: boolean) {
      const next = new Set(wanted.peek())
      const all = entries.peek()
      const choose = (index: number) => {
        if (isWanted) declined.delete(index)
        else declined.add(index)
        if (isWanted && all[index]?.rule) next.add(index)
        else next.delete(index)
      }
      for (const index of indexes) {
        choose(index)
        for (let along = index + 1; all[along]?.isPartOfPrevious === true; along += 1)
          if (!isWanted || all[along]?.verdict !== 'already-here') choose(along)
      }
      wanted.value = next
    },
  }
}
