import type {Trashed} from './database'
import {byRank, type Work} from './state'
import {maxRuleNumber} from '../dnr/priorities'

type Keeper = {readonly entry: {readonly id: string; readonly rank: number}; readonly keep: (rank: number) => void}

/** Numbers everything of a kind from 1 up in the same order, the trash included. */
function renumber(work: Work, kind: Trashed['kind'], lying: readonly Trashed[]): void {
  const keepers: Keeper[] = lying.map(each => ({
    entry: each.entry,
    keep: rank => work.trash.put({...each, entry: {...each.entry, rank}} as Trashed),
  }))
  if (kind === 'rule')
    for (const entry of work.rules.all()) keepers.push({entry, keep: rank => work.rules.put({...entry, rank})})
  else for (const entry of work.groups.all()) keepers.push({entry, keep: rank => work.groups.put({...entry, rank})})
  keepers.toSorted((a, b) => byRank(a.entry, b.entry)).forEach(({keep}, index) => keep(index + 1))
}

/** Rule ids of the browser are made of this number and must fit into 31 bits. */
export const isNumber = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= maxRuleNumber

export const numbersOf = ({rules, trash}: Work): Set<number> =>
  new Set(
    [...rules.all(), ...trash.all().flatMap(each => (each.kind === 'rule' ? [each.entry] : []))]
      .map(({number}) => number)
      .filter(isNumber),
  )

/** A number that no rule has had or, once all are used, the smallest free one. */
export function newNumber(work: Work, used?: ReadonlySet<number>): number {
  if (work.values.nextNumber < maxRuleNumber) return work.values.nextNumber++
  const taken = used ?? numbersOf(work)
  let free = 1
  while (taken.has(free)) free++
  return free
}

type Ranked = {readonly id: string; readonly rank: number}
type Kind = Trashed['kind']

const draftOfKind = {
  rule: (work: Work) => work.rules.all(),
  group: (work: Work) => work.groups.all(),
} as const

const lying = (work: Work, kind: Kind): readonly Trashed[] => work.trash.all().filter(each => each.kind === kind)

/** The rank below everything of its kind, the trash included. */
export function lastRank(work: Work, kind: Kind): number {
  const ranks = [...draftOfKind[kind](work), ...lying(work, kind).map(({entry}) => entry)].map(({rank}) => rank)
  return ranks.reduce((last, rank) => (Number.isFinite(rank) ? Math.max(last, rank) : last), 0) + 1
}

/** Where entries are to stand: above `before`, or for null last among their peers. */
type Place = {
  readonly entries: readonly Ranked[]
  readonly before: Ranked | null
  readonly peers: readonly Ranked[]
  readonly all: readonly Ranked[]
}

/** The ranks above and below a place, without the moved entries; null where these are alone. */
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

/** The wanted ranks or the entries' own where these fit; undefined where numbers leave no room. */
function ranksFor(work: Work, kind: Kind, place: Place, wanted: readonly number[]): readonly number[] | undefined {
  const {entries, all} = place
  const own = entries.map(({rank}) => rank)
  // Entries in the trash keep their place: after a restore, two with one rank would have no order.
  const inTrash = lying(work, kind).map(({entry}) => entry)
  const moved = new Set(entries.map(({id}) => id))
  const taken = new Set([...inTrash, ...all.filter(({id}) => !moved.has(id))].map(({rank}) => rank))
  const isFree = (ranks: readonly number[]) => ranks.length === own.length && !ranks.some(rank => taken.has(rank))
  if (fit(gapAt(place, place.peers) ?? anywhere, wanted) && isFree(wanted)) return wanted
  const gap = gapAt(place, all)
  if (gap === null && isFree(own)) return own.toSorted((a, b) => a - b)
  if (gap === null) return ranksWithin({...anywhere, above: lastRank(work, kind)}, own.length)
  if (fit(gap, own)) return own
  const lyingToo = [...all, ...inTrash].toSorted(byRank)
  return ranksWithin(gapAt(place, lyingToo) ?? gap, own.length)
}

/** The ranks of entries at a place. After a renumbering `find` is called again and `wanted` (NaN for any) is ignored. */
export function placesOf(work: Work, kind: Kind, find: () => Place, wanted: readonly number[]): readonly number[] {
  const ranks = ranksFor(work, kind, find(), wanted)
  if (ranks !== undefined) return ranks
  renumber(work, kind, lying(work, kind))
  const place = find()
  return ranksFor(work, kind, place, [NaN]) ?? place.entries.map(({rank}) => rank)
}
