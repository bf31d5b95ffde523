import type {QueryOutcome} from '../contract/page-way'
import type {RuleCondition} from '../contract/extension-rule'
import {bothOf} from '../matching/joint-query'
import {queryAction} from '../translate/rules/query-param'
import type {Wanted} from './wanted'

const keys = new WeakMap<RuleCondition, string>()

function keyOf(condition: RuleCondition): string {
  const known = keys.get(condition) ?? JSON.stringify(condition)
  keys.set(condition, known)
  return known
}

/** One for each place, where the first one stood, of all that changes a query; the rest as it is. `merge` is given what both come to. */
export function mergeByPlace<T>(
  all: readonly T[],
  queryOf: (each: T) => QueryOutcome | undefined,
  placeOf: (each: T) => string,
  merge: (upper: T, lower: T, both: QueryOutcome) => T,
): T[] {
  const merged = new Map<T | string, T>()
  for (const each of all) {
    const query = queryOf(each)
    const key = query ? placeOf(each) : each
    const upper = merged.get(key)
    const first = upper && queryOf(upper)
    merged.set(key, query && first ? merge(upper, each, bothOf(first, query)) : each)
  }
  return [...merged.values()]
}

/**
 * QueryParam changes at one place as one browser rule. Two would not chain: the first one's second look leads to the same address, which
 * Chrome drops, and the second rule is never asked.
 */
export const mergeQueries = (all: readonly Wanted[]): Wanted[] =>
  mergeByPlace(
    all,
    ({draft}) => draft.query,
    ({draft}) => keyOf(draft.condition),
    (upper, {entry}, both) => ({
      ...upper,
      draft: {...upper.draft, query: both, action: queryAction(both)},
      joined: [...upper.joined, [entry.kept.id, both !== upper.draft.query]],
    }),
  )

/** User agents at one place as that of the upper rule alone: what a lower one tells pages would count as if it had acted. */
export function mergeAgents(all: readonly Wanted[]): Wanted[] {
  const merged = new Map<unknown, Wanted>()
  for (const each of all) {
    const {entry, draft} = each
    const key = entry.read.rule?.ruleType === 'UserAgent' ? keyOf(draft.condition) : each
    const upper = merged.get(key)
    merged.set(key, upper ? {...upper, joined: [...upper.joined, [entry.kept.id, false]]} : each)
  }
  return [...merged.values()]
}
