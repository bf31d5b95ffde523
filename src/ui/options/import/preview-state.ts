import {batch, computed, signal} from '@preact/signals'
import type {RuleLibrary} from '../../../import-export/rule-library'
import type {ImportedRecord} from '../../../import-export/import-types'
import {getVerdicts, type RecordVerdict, type Verdict} from '../../../import-export/import-verdicts'
import type {ReadFile} from '../../../import-export/reader'

export type PreviewEntry = ImportedRecord & RecordVerdict & {readonly index: number}

export type PreviewState = ReturnType<typeof createPreviewState>
export type VerdictFilter = Verdict | 'all'

export const verdicts: readonly Verdict[] = ['complete', 'changed', 'already-here', 'refused']

const isNew = ({verdict}: RecordVerdict) => verdict === 'complete' || verdict === 'changed'
const getGroupNames = (groups: RuleLibrary['groups']): ReadonlySet<unknown> => new Set(groups.map(({name}) => name))

/** The records of a file. Initially all that the library does not have are selected. */
export function createPreviewState(
  name: string,
  {imported, verdicts: initial}: ReadFile,
  groups: RuleLibrary['groups'],
) {
  const comparisons = signal(initial)
  const groupsHere = signal(getGroupNames(groups))
  const entries = computed(() =>
    imported.records.map((record, index): PreviewEntry => {
      const {verdict, existingId} = comparisons.value[index] ?? {verdict: 'refused', existingId: null}
      return {...record, verdict, existingId, index}
    }),
  )
  const selected = signal<ReadonlySet<number>>(
    new Set(
      entries
        .peek()
        .filter(isNew)
        .map(({index}) => index),
    ),
  )
  const deselected = new Set<number>()
  const filter = signal<VerdictFilter>('all')
  const shown = computed(() => entries.value.filter(({verdict}) => filter.value === 'all' || verdict === filter.value))
  const chosen = computed(() => entries.value.filter(({index}) => selected.value.has(index)))
  const groupsWithRules = new Set(imported.records.map(({group}) => group))
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
    /** The indexes of groups without rules. */
    emptyGroups: computed(() =>
      imported.groups.flatMap(({isKeptIfEmpty, record}, groupIndex) =>
        isKeptIfEmpty === true && !groupsWithRules.has(groupIndex) && !groupsHere.value.has(record.name)
          ? [groupIndex]
          : [],
      ),
    ),
    groupCount: imported.groups.filter(
      ({isKeptIfEmpty}, groupIndex) => isKeptIfEmpty === true || groupsWithRules.has(groupIndex),
    ).length,
    filter,
    shown,
    chosen,
    isSelected: (index: number) => selected.value.has(index),
    getCount: (verdict: VerdictFilter) => counts.value.get(verdict) ?? 0,
    /** Compares with the current library and deselects records that it already has. */
    compare(library: RuleLibrary) {
      const before = comparisons.peek()
      const next = getVerdicts(library.rules, imported.records)
      const changed = next.flatMap((now, index) => (now.verdict === before[index]?.verdict ? [] : [index]))
      batch(() => {
        groupsHere.value = getGroupNames(library.groups)
        comparisons.value = next
        if (changed.length === 0) return
        const nextSelected = new Set(selected.peek())
        for (const index of changed) {
          if (next[index] && isNew(next[index]) && !deselected.has(index)) nextSelected.add(index)
          else nextSelected.delete(index)
        }
        selected.value = nextSelected
        if ((counts.peek().get(filter.peek()) ?? 0) === 0) filter.value = 'all'
      })
    },
    /** Records that depend on another are selected with it, unless the library already has them. */
    select(indexes: readonly number[], isSelected: boolean) {
      const next = new Set(selected.peek())
      const all = entries.peek()
      const choose = (index: number) => {
        if (isSelected) deselected.delete(index)
        else deselected.add(index)
        if (isSelected && all[index]?.rule) next.add(index)
        else next.delete(index)
      }
      for (const index of indexes) {
        choose(index)
        for (let follower = index + 1; all[follower]?.isPartOfPrevious === true; follower += 1)
          if (!isSelected || all[follower]?.verdict !== 'already-here') choose(follower)
      }
      selected.value = next
    },
  }
}
