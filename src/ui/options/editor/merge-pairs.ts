import {same} from '../../same'
import {merge, type Clash} from './merge'
import type {AnyPair, DraftPair} from './draft'

/** Two pages disagree about a condition: about a value in it, or one deleted what the other changed. */
export type PairClash =
  | (Clash & {readonly kind: 'value'; readonly key: number})
  | {readonly kind: 'deleted-there'; readonly key: number}
  | {readonly kind: 'deleted-here'; readonly theirs: AnyPair; readonly origin: string}

type MergedPairs = {
  readonly merged: readonly DraftPair[]
  readonly ancestor: readonly AnyPair[]
  readonly clashes: readonly PairClash[]
}

/** What a kept condition is known by: its id, or its place where the record has none. */
export const originOf = (pair: AnyPair, index: number): string => pair.id ?? `#${index}`

const saidOf = ({id: _own, ...said}: AnyPair) => said

const byOrigin = (pairs: readonly AnyPair[]) => new Map(pairs.map((pair, index) => [originOf(pair, index), pair]))

/** Who writes a rule without the ids of its conditions makes new ones: then each is what stood in its place. */
function recognised(before: ReadonlyMap<string, AnyPair>, theirs: readonly AnyPair[]): ReadonlyMap<string, AnyPair> {
  const there = byOrigin(theirs)
  const isNew = before.size === theirs.length && [...before.keys()].every(origin => !there.has(origin))
  if (!isNew) return there
  const origins = [...before.keys()]
  return new Map(theirs.map((pair, index) => [origins[index] ?? originOf(pair, index), pair]))
}

/** The conditions that stand on both sides, put in the order of theirs; mine that are new stay where they are. */
function inTheirOrder(pairs: readonly DraftPair[], theirs: ReadonlyMap<string, AnyPair>): readonly DraftPair[] {
  const order = [...theirs.keys()]
  const placed = pairs.filter(({origin}) => origin !== undefined && theirs.has(origin))
  const sorted = placed.toSorted((a, b) => order.indexOf(a.origin ?? '') - order.indexOf(b.origin ?? ''))
  return pairs.map(each => sorted[placed.indexOf(each)] ?? each)
}

export function mergePairs(
  base: readonly AnyPair[],
  mine: readonly DraftPair[],
  theirs: readonly AnyPair[],
  keyed: (pair: AnyPair, origin?: string) => DraftPair,
): MergedPairs {
  const before = byOrigin(base)
  const there = recognised(before, theirs)
  const clashes: PairClash[] = []
  const ancestor = new Map(there)
  const kept = mine.flatMap((own): DraftPair[] => {
    const {key, pair, origin} = own
    const [was, is] = origin === undefined ? [] : [before.get(origin), there.get(origin)]
    if (origin === undefined || was === undefined) return [own]
    if (is === undefined) {
      if (same(was, pair)) return []
      clashes.push({kind: 'deleted-there', key})
      ancestor.set(origin, was)
      return [own]
    }
    const joined = merge(was, pair, is)
    clashes.push(...joined.clashes.map(each => ({...each, kind: 'value', key}) as const))
    ancestor.set(origin, joined.ancestor as AnyPair)
    return [{key, pair: joined.merged as AnyPair, origin: is.id ?? origin}]
  })
  const held = new Set(mine.map(({origin}) => origin))
  const isMyOrder = same(
    mine.flatMap(({origin}) => (origin !== undefined && before.has(origin) ? [origin] : [])),
    [...before.keys()].filter(origin => held.has(origin)),
  )
  const merged = [...(isMyOrder ? inTheirOrder(kept, there) : kept)]
  for (const [origin, pair] of there) {
    if (held.has(origin)) continue
    const was = before.get(origin)
    if (was === undefined) {
      const previous = [...there.keys()][[...there.keys()].indexOf(origin) - 1]
      const after = previous === undefined ? -1 : merged.findIndex(each => each.origin === previous)
      merged.splice(after < 0 && previous !== undefined ? merged.length : after + 1, 0, keyed(pair, origin))
    } else if (!same(saidOf(was), saidOf(pair))) {
      clashes.push({kind: 'deleted-here', theirs: pair, origin})
      ancestor.set(origin, was)
    }
  }
  return {merged, ancestor: [...ancestor.values()], clashes}
}
