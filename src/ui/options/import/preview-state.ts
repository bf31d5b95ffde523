import {computed, signal} from '@preact/signals'
import type {RuleLibrary} from '../../../import-export/rule-library'
import type {ImportedRecord} from '../../../import-export/import-types'
import type {RecordVerdict, Verdict} from '../../../import-export/import-verdicts'
import type {ReadFile} from '../../../import-export/reader'

export type PreviewEntry = ImportedRecord & RecordVerdict & {readonly index: number}

export type PreviewState = ReturnType<typeof createPreviewState>
export type VerdictFilter = Verdict | 'all'

export const verdicts: readonly Verdict[] = ['complete', 'changed', 'already-here', 'refused']

const isNew = ({verdict}: RecordVerdict) => verdict === 'complete' || verdict === 'changed'

/** The records of a file. Initially all that the library does not have are selected. */
export function createPreviewState(
  name: string,
  {imported, verdicts: initial}: ReadFile,
  groups: RuleLibrary['groups'],
) {
  const groupsHere: ReadonlySet<unknown> = new Set(groups.map(group => group.name))
  const entries = imported.records.map((record, index): PreviewEntry => {
    const {verdict, existingId} = initial[index] ?? {verdict: 'refused', existingId: null}
    return {...record, verdict, existingId, index}
  })
  const selected = signal<ReadonlySet<number>>(new Set(entries.filter(isNew).map(({index}) => index)))
  const filter = signal<VerdictFilter>('all')
  const shown = computed(() => entries.filter(({verdict}) => filter.value === 'all' || verdict === filter.value))
  const chosen = computed(() => entries.filter(({index}) => selected.value.has(index)))
  const groupsWithRules = new Set(imported.records.map(({group}) => group))
  const counts = new Map<VerdictFilter, number>([['all', entries.length]])
  for (const {verdict} of entries) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return {
    name,
    imported,
    entries,
    notes: [
      ...imported.notes,
      ...imported.groups.flatMap(({record, notes}) => notes.map(each => ({...each, path: record.name}))),
    ],
    /** The indexes of groups without rules. */
    emptyGroups: imported.groups.flatMap(({isKeptIfEmpty, record}, groupIndex) =>
      isKeptIfEmpty === true && !groupsWithRules.has(groupIndex) && !groupsHere.has(record.name) ? [groupIndex] : [],
    ),
    groupCount: imported.groups.filter(
      ({isKeptIfEmpty}, groupIndex) => isKeptIfEmpty === true || groupsWithRules.has(groupIndex),
    ).length,
    filter,
    shown,
    chosen,
    isSelected: (index: number) => selected.value.has(index),
    getCount: (verdict: VerdictFilter) => counts.get(verdict) ?? 0,
    /** Records that depend on another are selected with it, unless the library already has them. */
    select(indexes: readonly number[], isSelected: boolean) {
      const next = new Set(selected.peek())
      const choose = (index: number) => {
        if (isSelected && entries[index]?.rule) next.add(index)
        else next.delete(index)
      }
      for (const index of indexes) {
        choose(index)
        for (let follower = index + 1; entries[follower]?.isPartOfPrevious === true; follower += 1)
          if (!isSelected || entries[follower]?.verdict !== 'already-here') choose(follower)
      }
      selected.value = next
    },
  }
}
