import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Rule} from '../../../../model/rule'
import {isJsonEqual} from '../../../json-equality'
import type {AnyPair, DraftPair} from './draft'
import {fieldsOf, type DraftFields} from './draft-fields'

export type Step = string | number
type Clash = {readonly steps: readonly Step[]; readonly mine: unknown; readonly theirs: unknown}

export type Merged = {
  readonly merged: unknown
  /** The base of the next merge: theirs, or the old base where both changed a field. */
  readonly ancestor: unknown
  readonly clashes: readonly Clash[]
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is readonly Fields[] => Array.isArray(value) && value.every(isFields)
const agreed = (value: unknown, ancestor: unknown): Merged => ({merged: value, ancestor, clashes: []})

/** Merges field by field, and row by row where no row was added or removed. */
export function merge(base: unknown, mine: unknown, theirs: unknown, steps: readonly Step[] = []): Merged {
  if (isJsonEqual(mine, theirs) || isJsonEqual(base, mine)) return agreed(theirs, theirs)
  if (isJsonEqual(base, theirs)) return agreed(mine, theirs)
  if (isFields(base) && isFields(mine) && isFields(theirs)) return mergeFields(base, mine, theirs, steps)
  if (isRows(base) && isRows(mine) && isRows(theirs) && base.length === mine.length && mine.length === theirs.length) {
    const rows = mine.map((each, index) => merge(base[index], each, theirs[index], [...steps, index]))
    return {
      merged: rows.map(each => each.merged),
      ancestor: rows.map(each => each.ancestor),
      clashes: rows.flatMap(each => each.clashes),
    }
  }
  return {merged: mine, ancestor: base, clashes: [{steps, mine, theirs}]}
}

function mergeFields(base: Fields, mine: Fields, theirs: Fields, steps: readonly Step[]): Merged {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(base)])]
  const each = names.map(name => [name, merge(base[name], mine[name], theirs[name], [...steps, name])] as const)
  const present = (pick: (merged: Merged) => unknown) =>
    Object.fromEntries(each.flatMap(([name, merged]) => (pick(merged) === undefined ? [] : [[name, pick(merged)]])))
  return {
    merged: present(({merged}) => merged),
    ancestor: present(({ancestor}) => ancestor),
    clashes: each.flatMap(([, {clashes}]) => clashes),
  }
}

const atPlace = (value: unknown, steps: readonly Step[]): unknown =>
  steps.reduce<unknown>((at, step) => (at as Record<Step, unknown> | null | undefined)?.[step], value)

export function withPlace(value: unknown, [first, ...rest]: readonly Step[], next: unknown): unknown {
  if (first === undefined) return next
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? withPlace(each, rest, next) : each))
  const {[first]: before, ...others} = (value ?? {}) as Record<string, unknown>
  const placed = withPlace(before, rest, next)
  return placed === undefined ? others : {...(value as object), [first]: placed}
}

/** `['source', 'filters', 0, 'pageDomains']` as `source.filters[0].pageDomains`. */
export const pathOfSteps = (steps: readonly Step[]): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  )

export type PairClash =
  | (Clash & {readonly kind: 'value'; readonly key: number})
  | {readonly kind: 'deleted-there'; readonly key: number}
  | {readonly kind: 'deleted-here'; readonly theirs: AnyPair; readonly origin: string}

type MergedPairs = {
  readonly merged: readonly DraftPair[]
  readonly ancestor: readonly AnyPair[]
  readonly clashes: readonly PairClash[]
}

export const originOf = (pair: AnyPair, index: number): string => pair.id ?? `#${index}`

const saidOf = ({id: _own, ...said}: AnyPair) => said

const byOrigin = (pairs: readonly AnyPair[]) => new Map(pairs.map((pair, index) => [originOf(pair, index), pair]))

/** Conditions that another client saved without ids get new ones, and are matched by index. */
function recognised(before: ReadonlyMap<string, AnyPair>, theirs: readonly AnyPair[]): ReadonlyMap<string, AnyPair> {
  const there = byOrigin(theirs)
  const isNew = before.size === theirs.length && [...before.keys()].every(origin => !there.has(origin))
  if (!isNew) return there
  const origins = [...before.keys()]
  return new Map(theirs.map((pair, index) => [origins[index] ?? originOf(pair, index), pair]))
}

/** Puts saved conditions in their order; my new ones stay where they are. */
function inTheirOrder(pairs: readonly DraftPair[], theirs: ReadonlyMap<string, AnyPair>): readonly DraftPair[] {
  const order = [...theirs.keys()]
  const placed = pairs.filter(({origin}) => origin !== undefined && theirs.has(origin))
  const sorted = placed.toSorted((a, b) => order.indexOf(a.origin ?? '') - order.indexOf(b.origin ?? ''))
  return pairs.map(each => sorted[placed.indexOf(each)] ?? each)
}

function mergePairs(
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
      if (isJsonEqual(was, pair)) return []
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
  const isMyOrder = isJsonEqual(
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
    } else if (!isJsonEqual(saidOf(was), saidOf(pair))) {
      clashes.push({kind: 'deleted-here', theirs: pair, origin})
      ancestor.set(origin, was)
    }
  }
  return {merged, ancestor: [...ancestor.values()], clashes}
}

type Needs = {
  readonly base: Signal<Rule>
  readonly fields: Signal<DraftFields>
  readonly pairs: Signal<readonly DraftPair[]>
  readonly keyed: (pair: AnyPair, origin?: string) => DraftPair
}
type Both = {readonly ofFields: readonly Clash[]; readonly ofPairs: readonly PairClash[]}

const none: Both = {ofFields: [], ofPairs: []}

/** Values and conditions that both sides changed, until the user chooses. */
export function createClashes({base, fields, pairs, keyed}: Needs) {
  const met = signal(none)
  const open = computed<Both>(() => ({
    ofFields: met.value.ofFields.filter(({steps, theirs: other}) => !isJsonEqual(atPlace(fields.value, steps), other)),
    ofPairs: met.value.ofPairs.filter(each => {
      if (each.kind !== 'value') return true
      const mine = pairs.value.find(({key}) => key === each.key)
      return mine === undefined || !isJsonEqual(atPlace(mine.pair, each.steps), each.theirs)
    }),
  }))
  let ancestor = base.peek()

  const forget = (rule: Rule) => {
    ancestor = rule
    met.value = none
  }
  const meet = (kept: Rule) => {
    // The switch acts at once and is no part of the draft.
    const here = {...fields.peek(), status: kept.status}
    const ofFields = merge({...fieldsOf(ancestor), status: kept.status}, here, fieldsOf(kept))
    const ofPairs = mergePairs(ancestor.pairs, pairs.peek(), kept.pairs, keyed)
    base.value = kept
    fields.value = ofFields.merged as DraftFields
    pairs.value = ofPairs.merged
    ancestor = {...kept, ...(ofFields.ancestor as DraftFields), pairs: ofPairs.ancestor} as unknown as Rule
    met.value = {ofFields: ofFields.clashes, ofPairs: ofPairs.clashes}
  }
  const theirPair = ({key, ...clash}: Extract<PairClash, {kind: 'value'}>) => {
    pairs.value = pairs
      .peek()
      .map(each =>
        each.key === key ? {...each, pair: withPlace(each.pair, clash.steps, clash.theirs) as AnyPair} : each,
      )
  }

  const theirs: ReadonlySignal<ReadonlyMap<string, unknown>> = computed(() => {
    const {ofFields, ofPairs} = open.value
    const indexes = new Map(pairs.value.map(({key}, index) => [key, index]))
    return new Map([
      ...ofFields.map(each => [pathOfSteps(each.steps), each.theirs] as const),
      ...ofPairs.flatMap(each =>
        each.kind === 'value' && indexes.has(each.key)
          ? [[pathOfSteps(['pairs', indexes.get(each.key) ?? 0, ...each.steps]), each.theirs] as const]
          : [],
      ),
    ])
  })

  return {
    theirs,
    count: computed(() => open.value.ofFields.length + open.value.ofPairs.length),
    deleted: computed(() =>
      open.value.ofPairs.flatMap(each =>
        each.kind === 'value'
          ? []
          : each.kind === 'deleted-here'
            ? [null]
            : [pairs.value.findIndex(({key}) => key === each.key) + 1],
      ),
    ),
    ancestor: () => ancestor,
    forget,
    meet,
    keepMine: () => forget(base.peek()),
    takeTheirs() {
      batch(() => {
        const {ofFields, ofPairs} = open.peek()
        for (const each of ofFields) fields.value = withPlace(fields.peek(), each.steps, each.theirs) as DraftFields
        for (const each of ofPairs) {
          if (each.kind === 'value') theirPair(each)
          else if (each.kind === 'deleted-there') pairs.value = pairs.peek().filter(({key}) => key !== each.key)
          else pairs.value = [...pairs.peek(), keyed(each.theirs, each.origin)]
        }
        forget(base.peek())
      })
    },
  }
}
