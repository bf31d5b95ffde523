import {same} from '../../same'

export type Step = string | number
/** One value that was changed here and elsewhere, each to something else. */
export type Clash = {readonly steps: readonly Step[]; readonly mine: unknown; readonly theirs: unknown}

export type Merged = {
  /** Both sides' changes; where they clash, mine. */
  readonly merged: unknown
  /** What both sides start from next: theirs; where they clash, what it was, so that the clash is found again. */
  readonly ancestor: unknown
  readonly clashes: readonly Clash[]
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is readonly Fields[] => Array.isArray(value) && value.every(isFields)
const agreed = (value: unknown, ancestor: unknown): Merged => ({merged: value, ancestor, clashes: []})

/** Joins two versions of one value that was once the same: field by field, and row by row where no row came or went. */
export function merge(base: unknown, mine: unknown, theirs: unknown, steps: readonly Step[] = []): Merged {
  if (same(mine, theirs) || same(base, mine)) return agreed(theirs, theirs)
  if (same(base, theirs)) return agreed(mine, theirs)
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
  // A field that is not there is left out, not written as undefined.
  const present = (pick: (merged: Merged) => unknown) =>
    Object.fromEntries(each.flatMap(([name, merged]) => (pick(merged) === undefined ? [] : [[name, pick(merged)]])))
  return {
    merged: present(({merged}) => merged),
    ancestor: present(({ancestor}) => ancestor),
    clashes: each.flatMap(([, {clashes}]) => clashes),
  }
}

/** What stands at a place; undefined where there is nothing. */
export const atPlace = (value: unknown, steps: readonly Step[]): unknown =>
  steps.reduce<unknown>((at, step) => (at as Record<Step, unknown> | null | undefined)?.[step], value)

/** The same value with one place in it changed; undefined takes the place away. */
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
