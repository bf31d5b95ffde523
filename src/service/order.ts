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

type Place = {readonly entry: Ranked; readonly before: Ranked | null; readonly peers: readonly Ranked[]}

/** What stands right above and right below the place, the moved entry itself left out; null where the entry is alone. */
function gapAt({entry, before, peers}: Place, all: readonly Ranked[]) {
  const last = peers.findLast(({id}) => id !== entry.id)
  if (before?.id === entry.id || (before === null && last === undefined)) return null
  const others = all.filter(({id}) => id !== entry.id)
  const next = before ?? others[others.findIndex(({id}) => id === last?.id) + 1]
  const at = next === undefined ? others.length : others.findIndex(({id}) => id === next.id)
  return {above: others[at - 1]?.rank ?? -Infinity, below: next?.rank ?? Infinity}
}

type Gap = NonNullable<ReturnType<typeof gapAt>>
const fits = ({above, below}: Gap, rank: number) => above < rank && rank < below

function middleOf(gap: Gap): number | undefined {
  const {above, below} = gap
  const middle = below === Infinity ? above + 1 : above === -Infinity ? below - 1 : above + (below - above) / 2
  return fits(gap, middle) ? middle : undefined
}

/** The rank for a place: the entry's own where it stands there already, undefined where numbers leave no room. */
function rankFor(work: Work, kind: Kind, place: Place): number | undefined {
  const all = draftOfKind[kind](work)
  const gap = gapAt(place, all)
  if (gap === null || fits(gap, place.entry.rank)) return place.entry.rank
  // What lies in the trash has its place as well; two with one rank could not be told apart after a restore.
  const lyingToo = [...all, ...lying(work, kind).map(({entry}) => entry)].toSorted(byRank)
  return middleOf(gapAt(place, lyingToo) ?? gap)
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

/** The rank with which an entry stands above `before`, or for null last of its peers. `find` is asked again after a renumbering. */
export function placeOf(work: Work, kind: Kind, find: () => Place): number {
  const rank = rankFor(work, kind, find())
  if (rank !== undefined) return rank
  renumber(work, kind)
  const place = find()
  return rankFor(work, kind, place) ?? place.entry.rank
}
