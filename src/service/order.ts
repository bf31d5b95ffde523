import type {KeptGroup, KeptRule} from '../contract/library'
import type {Trashed} from './migrations'
import {byRank, type Work} from './state'

type Ranked = {readonly id: string; readonly rank: number}
type Kind = Trashed['kind']

const draftOfKind = {
  rule: (work: Work) => work.rules.all(),
  group: (work: Work) => work.groups.all(),
} as const

const lying = (work: Work, kind: Kind): readonly Trashed[] => work.trash.all().filter(each => each.kind === kind)

/** The rank below everything of its kind, what lies in the trash included, so that what is put back finds its place free. */
export function lastRank(work: Work, kind: Kind): number {
  const ranks = [...draftOfKind[kind](work), ...lying(work, kind).map(({entry}) => entry)].map(({rank}) => rank)
  return ranks.reduce((last, rank) => (Number.isFinite(rank) ? Math.max(last, rank) : last), 0) + 1
}

/**
 * The rank for a place above `before`, or for null right below the last of its `peers`. Its own rank where that says it already;
 * undefined where numbers leave no room between the neighbours.
 */
function rankFor(entry: Ranked, before: Ranked | null, peers: readonly Ranked[], all: readonly Ranked[]) {
  const others = all.filter(({id}) => id !== entry.id)
  const last = peers.findLast(({id}) => id !== entry.id)
  if (before?.id === entry.id || (before === null && last === undefined)) return entry.rank
  const at =
    before === null ? others.findIndex(({id}) => id === last?.id) + 1 : others.findIndex(({id}) => id === before.id)
  const above = others[at - 1]?.rank ?? -Infinity
  const below = others[at]?.rank ?? Infinity
  const fits = (rank: number) => above < rank && rank < below
  if (fits(entry.rank)) return entry.rank
  const middle = below === Infinity ? above + 1 : above === -Infinity ? below - 1 : above + (below - above) / 2
  return fits(middle) ? middle : undefined
}

/** Numbers everything of a kind from 1 up in the same order, what lies in the trash between the others. */
function renumber(work: Work, kind: Kind): void {
  const keepers: {readonly entry: Ranked; readonly keep: (rank: number) => void}[] = lying(work, kind).map(each => ({
    entry: each.entry,
    keep: rank => work.trash.put({...each, entry: {...each.entry, rank}} as Trashed),
  }))
  if (kind === 'rule')
    for (const entry of work.rules.all()) keepers.push({entry, keep: rank => work.rules.put({...entry, rank})})
  else for (const entry of work.groups.all()) keepers.push({entry, keep: rank => work.groups.put({...entry, rank})})
  keepers.toSorted((a, b) => byRank(a.entry, b.entry)).forEach(({keep}, index) => keep(index + 1))
}

type Entries = {readonly rule: KeptRule; readonly group: KeptGroup}

/** The rank with which an entry stands above `before`, or for null last of its peers. `find` is asked again after a renumbering. */
export function placeOf<K extends Kind>(
  work: Work,
  kind: K,
  find: () => {readonly entry: Entries[K]; readonly before: Entries[K] | null; readonly peers: readonly Entries[K][]},
): number {
  const rank = () => {
    const {entry, before, peers} = find()
    return rankFor(entry, before, peers, draftOfKind[kind](work))
  }
  const first = rank()
  if (first !== undefined) return first
  renumber(work, kind)
  return rank() ?? find().entry.rank
}
