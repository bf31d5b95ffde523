import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Rule} from '../../../../model/rule'
import {isJsonEqual} from '../../../json-equality'
import {getDraftFields, type AnyPair, type DraftFields, type DraftPair} from './draft-fields'

export type PathSegment = string | number
type Conflict = {readonly path: readonly PathSegment[]; readonly mine: unknown; readonly theirs: unknown}

export type MergeResult = {
  readonly merged: unknown
  /** The base of the next merge: theirs, or the old base for fields with a conflict. */
  readonly ancestor: unknown
  readonly conflicts: readonly Conflict[]
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isObjectList = (value: unknown): value is readonly Fields[] => Array.isArray(value) && value.every(isObject)
const withoutConflict = (value: unknown, ancestor: unknown): MergeResult => ({merged: value, ancestor, conflicts: []})

/** Merges three versions by field, and by row if no side added or removed rows. */
export function merge(base: unknown, mine: unknown, theirs: unknown, path: readonly PathSegment[] = []): MergeResult {
  if (isJsonEqual(mine, theirs) || isJsonEqual(base, mine)) return withoutConflict(theirs, theirs)
  if (isJsonEqual(base, theirs)) return withoutConflict(mine, theirs)
  if (isObject(base) && isObject(mine) && isObject(theirs)) return mergeFields(base, mine, theirs, path)
  if (
    isObjectList(base) &&
    isObjectList(mine) &&
    isObjectList(theirs) &&
    base.length === mine.length &&
    mine.length === theirs.length
  ) {
    const rows = mine.map((each, index) => merge(base[index], each, theirs[index], [...path, index]))
    return {
      merged: rows.map(each => each.merged),
      ancestor: rows.map(each => each.ancestor),
      conflicts: rows.flatMap(each => each.conflicts),
    }
  }
  return {merged: mine, ancestor: base, conflicts: [{path, mine, theirs}]}
}

function mergeFields(base: Fields, mine: Fields, theirs: Fields, path: readonly PathSegment[]): MergeResult {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(base)])]
  const each = names.map(name => [name, merge(base[name], mine[name], theirs[name], [...path, name])] as const)
  const mergeEach = (pick: (merged: MergeResult) => unknown) =>
    Object.fromEntries(each.flatMap(([name, merged]) => (pick(merged) === undefined ? [] : [[name, pick(merged)]])))
  return {
    merged: mergeEach(({merged}) => merged),
    ancestor: mergeEach(({ancestor}) => ancestor),
    conflicts: each.flatMap(([, {conflicts}]) => conflicts),
  }
}

const getAtPath = (value: unknown, path: readonly PathSegment[]): unknown =>
  path.reduce<unknown>((at, segment) => (at as Record<PathSegment, unknown> | null | undefined)?.[segment], value)

export function setAtPath(value: unknown, [first, ...rest]: readonly PathSegment[], next: unknown): unknown {
  if (first === undefined) return next
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? setAtPath(each, rest, next) : each))
  const {[first]: before, ...others} = (value ?? {}) as Record<string, unknown>
  const nextChild = setAtPath(before, rest, next)
  return nextChild === undefined ? others : {...(value as object), [first]: nextChild}
}

/** Formats `['source', 'filters', 0, 'pageDomains']` as `source.filters[0].pageDomains`. */
export const formatPath = (path: readonly PathSegment[]): string =>
  path.reduce<string>(
    (text, segment) =>
      typeof segment === 'number' ? `${text}[${segment}]` : text === '' ? segment : `${text}.${segment}`,
    '',
  )

export type PairConflict =
  | (Conflict & {readonly kind: 'value'; readonly key: number})
  | {readonly kind: 'deleted-by-them'; readonly key: number}
  | {readonly kind: 'deleted-by-me'; readonly theirs: AnyPair; readonly origin: string}

type MergedPairs = {
  readonly merged: readonly DraftPair[]
  readonly ancestor: readonly AnyPair[]
  readonly conflicts: readonly PairConflict[]
}

export const getOrigin = (pair: AnyPair, index: number): string => pair.id ?? `#${index}`

const withoutId = ({id: _id, ...content}: AnyPair) => content

const indexByOrigin = (pairs: readonly AnyPair[]) => new Map(pairs.map((pair, index) => [getOrigin(pair, index), pair]))

/** If another client saved all conditions with new ids, they are matched by index. */
function matchOrigins(before: ReadonlyMap<string, AnyPair>, theirs: readonly AnyPair[]): ReadonlyMap<string, AnyPair> {
  const theirsByOrigin = indexByOrigin(theirs)
  const isNew = before.size === theirs.length && [...before.keys()].every(origin => !theirsByOrigin.has(origin))
  if (!isNew) return theirsByOrigin
  const origins = [...before.keys()]
  return new Map(theirs.map((pair, index) => [origins[index] ?? getOrigin(pair, index), pair]))
}

/** Sorts the saved conditions like theirs. New conditions keep their position. */
function sortLikeTheirs(pairs: readonly DraftPair[], theirs: ReadonlyMap<string, AnyPair>): readonly DraftPair[] {
  const order = [...theirs.keys()]
  const common = pairs.filter(({origin}) => origin !== undefined && theirs.has(origin))
  const sorted = common.toSorted((a, b) => order.indexOf(a.origin ?? '') - order.indexOf(b.origin ?? ''))
  return pairs.map(each => sorted[common.indexOf(each)] ?? each)
}

function mergePairs(
  base: readonly AnyPair[],
  mine: readonly DraftPair[],
  theirs: readonly AnyPair[],
  withKey: (pair: AnyPair, origin?: string) => DraftPair,
): MergedPairs {
  const before = indexByOrigin(base)
  const theirsByOrigin = matchOrigins(before, theirs)
  const conflicts: PairConflict[] = []
  const ancestor = new Map(theirsByOrigin)
  const mergedMine = mine.flatMap((draftPair): DraftPair[] => {
    const {key, pair, origin} = draftPair
    const [baseValue, theirValue] = origin === undefined ? [] : [before.get(origin), theirsByOrigin.get(origin)]
    if (origin === undefined || baseValue === undefined) return [draftPair]
    if (theirValue === undefined) {
      if (isJsonEqual(baseValue, pair)) return []
      conflicts.push({kind: 'deleted-by-them', key})
      ancestor.set(origin, baseValue)
      return [draftPair]
    }
    const result = merge(baseValue, pair, theirValue)
    conflicts.push(...result.conflicts.map(each => ({...each, kind: 'value', key}) as const))
    ancestor.set(origin, result.ancestor as AnyPair)
    return [{key, pair: result.merged as AnyPair, origin: theirValue.id ?? origin}]
  })
  const ownOrigins = new Set(mine.map(({origin}) => origin))
  const isOrderUnchanged = isJsonEqual(
    mine.flatMap(({origin}) => (origin !== undefined && before.has(origin) ? [origin] : [])),
    [...before.keys()].filter(origin => ownOrigins.has(origin)),
  )
  const merged = [...(isOrderUnchanged ? sortLikeTheirs(mergedMine, theirsByOrigin) : mergedMine)]
  for (const [origin, pair] of theirsByOrigin) {
    if (ownOrigins.has(origin)) continue
    const baseValue = before.get(origin)
    if (baseValue === undefined) {
      const previous = [...theirsByOrigin.keys()][[...theirsByOrigin.keys()].indexOf(origin) - 1]
      const after = previous === undefined ? -1 : merged.findIndex(each => each.origin === previous)
      merged.splice(after < 0 && previous !== undefined ? merged.length : after + 1, 0, withKey(pair, origin))
    } else if (!isJsonEqual(withoutId(baseValue), withoutId(pair))) {
      conflicts.push({kind: 'deleted-by-me', theirs: pair, origin})
      ancestor.set(origin, baseValue)
    }
  }
  return {merged, ancestor: [...ancestor.values()], conflicts}
}

type ConflictDependencies = {
  readonly base: Signal<Rule>
  readonly fields: Signal<DraftFields>
  readonly pairs: Signal<readonly DraftPair[]>
  readonly withKey: (pair: AnyPair, origin?: string) => DraftPair
}
type Conflicts = {readonly fieldConflicts: readonly Conflict[]; readonly pairConflicts: readonly PairConflict[]}

const noConflicts: Conflicts = {fieldConflicts: [], pairConflicts: []}

/** The fields and conditions that both sides changed, until the user chooses a version. */
export function createConflicts({base, fields, pairs, withKey}: ConflictDependencies) {
  const detected = signal(noConflicts)
  const openConflicts = computed<Conflicts>(() => ({
    fieldConflicts: detected.value.fieldConflicts.filter(
      ({path, theirs: theirValue}) => !isJsonEqual(getAtPath(fields.value, path), theirValue),
    ),
    pairConflicts: detected.value.pairConflicts.filter(each => {
      if (each.kind !== 'value') return true
      const mine = pairs.value.find(({key}) => key === each.key)
      return mine === undefined || !isJsonEqual(getAtPath(mine.pair, each.path), each.theirs)
    }),
  }))
  let ancestor = base.peek()

  const forget = (rule: Rule) => {
    ancestor = rule
    detected.value = noConflicts
  }
  const mergeSaved = (saved: Rule) => {
    // The switch saves at once, so the status is not part of the draft.
    const mine = {...fields.peek(), status: saved.status}
    const mergedFields = merge({...getDraftFields(ancestor), status: saved.status}, mine, getDraftFields(saved))
    const mergedPairs = mergePairs(ancestor.pairs, pairs.peek(), saved.pairs, withKey)
    base.value = saved
    fields.value = mergedFields.merged as DraftFields
    pairs.value = mergedPairs.merged
    ancestor = {...saved, ...(mergedFields.ancestor as DraftFields), pairs: mergedPairs.ancestor} as unknown as Rule
    detected.value = {fieldConflicts: mergedFields.conflicts, pairConflicts: mergedPairs.conflicts}
  }
  const takeTheirValue = ({key, ...conflict}: Extract<PairConflict, {kind: 'value'}>) => {
    pairs.value = pairs
      .peek()
      .map(each =>
        each.key === key ? {...each, pair: setAtPath(each.pair, conflict.path, conflict.theirs) as AnyPair} : each,
      )
  }

  const theirs: ReadonlySignal<ReadonlyMap<string, unknown>> = computed(() => {
    const {fieldConflicts, pairConflicts} = openConflicts.value
    const indexes = new Map(pairs.value.map(({key}, index) => [key, index]))
    return new Map([
      ...fieldConflicts.map(each => [formatPath(each.path), each.theirs] as const),
      ...pairConflicts.flatMap(each =>
        each.kind === 'value' && indexes.has(each.key)
          ? [[formatPath(['pairs', indexes.get(each.key) ?? 0, ...each.path]), each.theirs] as const]
          : [],
      ),
    ])
  })

  return {
    theirs,
    count: computed(() => openConflicts.value.fieldConflicts.length + openConflicts.value.pairConflicts.length),
    deleted: computed(() =>
      openConflicts.value.pairConflicts.flatMap(each =>
        each.kind === 'value'
          ? []
          : each.kind === 'deleted-by-me'
            ? [null]
            : [pairs.value.findIndex(({key}) => key === each.key) + 1],
      ),
    ),
    ancestor: () => ancestor,
    forget,
    mergeSaved,
    keepMine: () => forget(base.peek()),
    takeTheirs() {
      batch(() => {
        const {fieldConflicts, pairConflicts} = openConflicts.peek()
        for (const each of fieldConflicts)
          fields.value = setAtPath(fields.peek(), each.path, each.theirs) as DraftFields
        for (const each of pairConflicts) {
          if (each.kind === 'value') takeTheirValue(each)
          else if (each.kind === 'deleted-by-them') pairs.value = pairs.peek().filter(({key}) => key !== each.key)
          else pairs.value = [...pairs.peek(), withKey(each.theirs, each.origin)]
        }
        forget(base.peek())
      })
    },
  }
}
