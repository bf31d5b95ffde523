import type {Trashed} from './migrations'
import {byRank, type Work} from './state'

type Keeper = {readonly entry: {readonly id: string; readonly rank: number}; readonly keep: (rank: number) => void}

/** Numbers everything of a kind from 1 up in the same order, what lies in the trash between the others. */
export function renumber(work: Work, kind: Trashed['kind'], lying: readonly Trashed[]): void {
  const keepers: Keeper[] = lying.map(each => ({
    entry: each.entry,
    keep: rank => work.trash.put({...each, entry: {...each.entry, rank}} as Trashed),
  }))
  if (kind === 'rule')
    for (const entry of work.rules.all()) keepers.push({entry, keep: rank => work.rules.put({...entry, rank})})
  else for (const entry of work.groups.all()) keepers.push({entry, keep: rank => work.groups.put({...entry, rank})})
  keepers.toSorted((a, b) => byRank(a.entry, b.entry)).forEach(({keep}, index) => keep(index + 1))
}
