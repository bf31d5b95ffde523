import type {Trashed} from './migrations'
import {renumber} from './renumber'
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

/** Where entries are to stand among all, in this order: above `before`, or for null last of their peers. */
type Place = {
  readonly entries: readonly Ranked[]
  readonly before: Ranked | null
  readonly peers: readonly Ranked[]
  readonly all: readonly Ranked[]
}

/** What stands right above and right below the place, the moved entries themselves left out; null where they are alone. */
function gapAt({entries, before, peers}: Omit<Place, 'all'>, all: readonly Ranked[]) {
  const moved = new Set(entries.map(({id}) => id))
  const stays = ({id}: Ranked) => !moved.has(id)
  const last = peers.findLast(stays)
  if (before === null ? last === undefined : !stays(before)) return null
  const others = all.filter(stays)
  const next = before ?? others[others.findIndex(({id}) => id === last?.id) + 1]
  const at = next === undefined ? others.length : others.findIndex(({id}) => id === next.id)
  return {above: others[at - 1]?.rank ?? -Infinity, below: next?.rank ?? Infinity}
}

type Gap = NonNullable<ReturnType<typeof gapAt>>
const anywhere: Gap = {above: -Infinity, below: Infinity}

/** Whether the ranks stand in a gap, one after the other. */
const fit = ({above, below}: Gap, ranks: readonly number[]) =>
  ranks.every((rank, index) => (ranks[index - 1] ?? above) < rank && rank < below)

function ranksWithin(gap: Gap, count: number): readonly number[] | undefined {
  const {above, below} = gap
  const ranks = Array.from({length: count}, (_, index) =>
    below === Infinity
      ? above + 1 + index
      : above === -Infinity
        ? below - count + index
        : above + ((below - above) * (index + 1)) / (count + 1),
  )
  return fit(gap, ranks) ? ranks : undefined
}

/** The ranks for a place: those that are wanted or the entries' own where they stand there, undefined where numbers leave no room. */
function ranksFor(work: Work, kind: Kind, place: Place, wanted: readonly number[]): readonly number[] | undefined {
  const {entries, all} = place
  const own = entries.map(({rank}) => rank)
  // What lies in the trash has its place as well; two with one rank could not be told apart after a restore.
  const inTrash = lying(work, kind).map(({entry}) => entry)
  const moved = new Set(entries.map(({id}) => id))
  const taken = new Set([...inTrash, ...all.filter(({id}) => !moved.has(id))].map(({rank}) => rank))
  const isFree = (ranks: readonly number[]) => ranks.length === own.length && !ranks.some(rank => taken.has(rank))
  // Where they stood: rules of other groups are no reason against it.
  if (fit(gapAt(place, place.peers) ?? anywhere, wanted) && isFree(wanted)) return wanted
  const gap = gapAt(place, all)
  if (gap === null && isFree(own)) return own.toSorted((a, b) => a - b)
  if (gap === null) return ranksWithin({...anywhere, above: lastRank(work, kind)}, own.length)
  if (fit(gap, own)) return own
  const lyingToo = [...all, ...inTrash].toSorted(byRank)
  return ranksWithin(gapAt(place, lyingToo) ?? gap, own.length)
}

/** The ranks with which entries stand at a place, one after the other. `find` is asked again after a renumbering, and `wanted` (NaN for any) holds no longer. */
export function placesOf(work: Work, kind: Kind, find: () => Place, wanted: readonly number[]): readonly number[] {
  const ranks = ranksFor(work, kind, find(), wanted)
  if (ranks !== undefined) return ranks
  renumber(work, kind, lying(work, kind))
  const place = find()
  return ranksFor(work, kind, place, [NaN]) ?? place.entries.map(({rank}) => rank)
}
