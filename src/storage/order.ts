import type {TrashedEntry} from './database'
import {compareRanks, type LibraryTransaction, type TableDraft} from './state'
import {maxRuleNumber} from '../dnr/priorities'

type Ranked = {readonly id: string; readonly rank: number}
type RankChange = {readonly entry: Ranked; readonly keep: (rank: number) => void}

/** Numbers all entries of a kind from 1 up without changing their order. */
function renumberRanks(draft: LibraryTransaction, kind: TrashedEntry['kind'], trashed: readonly TrashedEntry[]): void {
  const changes: RankChange[] = trashed.map(each => ({
    entry: each.entry,
    keep: rank => draft.trash.put({...each, entry: {...each.entry, rank}} as TrashedEntry),
  }))
  const table = (kind === 'rule' ? draft.rules : draft.groups) as TableDraft<Ranked>
  for (const entry of table.all()) changes.push({entry, keep: rank => table.put({...entry, rank})})
  changes.toSorted((a, b) => compareRanks(a.entry, b.entry)).forEach(({keep}, index) => keep(index + 1))
}

/** Ids of browser rules are derived from this number and must fit into 31 bits. */
export const isRuleNumber = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= maxRuleNumber

export const getUsedNumbers = ({rules, trash}: LibraryTransaction): Set<number> =>
  new Set(
    [...rules.all(), ...trash.all().flatMap(each => (each.kind === 'rule' ? [each.entry] : []))]
      .map(({number}) => number)
      .filter(isRuleNumber),
  )

/** A number that was never used or, once all were used, the smallest free one. */
export function allocateNumber(draft: LibraryTransaction, used?: ReadonlySet<number>): number {
  if (draft.values.nextNumber < maxRuleNumber) return draft.values.nextNumber++
  const taken = used ?? getUsedNumbers(draft)
  let free = 1
  while (taken.has(free)) free++
  return free
}

type Kind = TrashedEntry['kind']

const listEntries = {
  rule: (draft: LibraryTransaction) => draft.rules.all(),
  group: (draft: LibraryTransaction) => draft.groups.all(),
} as const

const listTrashed = (draft: LibraryTransaction, kind: Kind): readonly TrashedEntry[] =>
  draft.trash.all().filter(each => each.kind === kind)

/** The rank after all entries of a kind, including the trash. */
export function getNextRank(draft: LibraryTransaction, kind: Kind): number {
  const ranks = [...listEntries[kind](draft), ...listTrashed(draft, kind).map(({entry}) => entry)].map(({rank}) => rank)
  return ranks.reduce((last, rank) => (Number.isFinite(rank) ? Math.max(last, rank) : last), 0) + 1
}

/** The target of a move: above `before`, or for null after all `peers`. */
type RankTarget = {
  readonly entries: readonly Ranked[]
  readonly before: Ranked | null
  readonly peers: readonly Ranked[]
  readonly all: readonly Ranked[]
}

/** The ranks around the target without the moved entries; null if no other entry is near. */
function findGap({entries, before, peers}: Omit<RankTarget, 'all'>, all: readonly Ranked[]) {
  const moved = new Set(entries.map(({id}) => id))
  const isUnmoved = ({id}: Ranked) => !moved.has(id)
  const last = peers.findLast(isUnmoved)
  if (before === null ? last === undefined : !isUnmoved(before)) return null
  const others = all.filter(isUnmoved)
  const next = before ?? others[others.findIndex(({id}) => id === last?.id) + 1]
  const at = next === undefined ? others.length : others.findIndex(({id}) => id === next.id)
  return {above: others[at - 1]?.rank ?? -Infinity, below: next?.rank ?? Infinity}
}

type RankGap = NonNullable<ReturnType<typeof findGap>>
const unlimitedGap: RankGap = {above: -Infinity, below: Infinity}

const fitsGap = ({above, below}: RankGap, ranks: readonly number[]) =>
  ranks.every((rank, index) => (ranks[index - 1] ?? above) < rank && rank < below)

function spreadRanks(gap: RankGap, count: number): readonly number[] | undefined {
  const {above, below} = gap
  const ranks = Array.from({length: count}, (_, index) =>
    below === Infinity
      ? above + 1 + index
      : above === -Infinity
        ? below - count + index
        : above + ((below - above) * (index + 1)) / (count + 1),
  )
  return fitsGap(gap, ranks) ? ranks : undefined
}

/** The preferred or the current ranks where they fit; undefined if the gap is too small. */
function chooseRanks(
  draft: LibraryTransaction,
  kind: Kind,
  target: RankTarget,
  preferredRanks: readonly number[],
): readonly number[] | undefined {
  const {entries, all} = target
  const currentRanks = entries.map(({rank}) => rank)
  // Entries in the trash keep their rank, so that no restored entry shares its rank.
  const inTrash = listTrashed(draft, kind).map(({entry}) => entry)
  const moved = new Set(entries.map(({id}) => id))
  const taken = new Set([...inTrash, ...all.filter(({id}) => !moved.has(id))].map(({rank}) => rank))
  const isFree = (ranks: readonly number[]) =>
    ranks.length === currentRanks.length && !ranks.some(rank => taken.has(rank))
  if (fitsGap(findGap(target, target.peers) ?? unlimitedGap, preferredRanks) && isFree(preferredRanks))
    return preferredRanks
  const gap = findGap(target, all)
  if (gap === null && isFree(currentRanks)) return currentRanks.toSorted((a, b) => a - b)
  if (gap === null) return spreadRanks({...unlimitedGap, above: getNextRank(draft, kind)}, currentRanks.length)
  if (fitsGap(gap, currentRanks)) return currentRanks
  const allEntries = [...all, ...inTrash].toSorted(compareRanks)
  return spreadRanks(findGap(target, allEntries) ?? gap, currentRanks.length)
}

/**
 * Returns the ranks of entries at their target. NaN in `preferredRanks` means any rank.
 * If no gap is large enough, all ranks are renumbered and `find` is called again.
 */
export function assignRanks(
  draft: LibraryTransaction,
  kind: Kind,
  find: () => RankTarget,
  preferredRanks: readonly number[],
): readonly number[] {
  const ranks = chooseRanks(draft, kind, find(), preferredRanks)
  if (ranks !== undefined) return ranks
  renumberRanks(draft, kind, listTrashed(draft, kind))
  const target = find()
  return chooseRanks(draft, kind, target, [NaN]) ?? target.entries.map(({rank}) => rank)
}
