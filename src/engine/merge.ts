import type {QueryOutcome} from '../contract/page-plan'
import type {RuleCondition} from '../contract/extension-rule'
import {bothOf} from '../matching/query-changes'
import {queryAction} from '../translate/rules/query-param'
import type {Wanted} from './wanted'

const keys = new WeakMap<RuleCondition, string>()

function keyOf(condition: RuleCondition): string {
  const known = keys.get(condition) ?? JSON.stringify(condition)
  keys.set(condition, known)
  return known
}

/** One for each key, where the first one stood, of all that has one; the rest as it is. */
function joinedBy<T>(all: readonly T[], markOf: (each: T) => string | undefined, join: (upper: T, lower: T) => T): T[] {
  const joined = new Map<T | string, T>()
  for (const each of all) {
    const key = markOf(each) ?? each
    const upper = joined.get(key)
    joined.set(key, upper === undefined ? each : join(upper, each))
  }
  return [...joined.values()]
}

/** One for each place of all that changes a query; the rest as it is. `merge` is given what both come to. */
export const mergeByPlace = <T>(
  all: readonly T[],
  queryOf: (each: T) => QueryOutcome | undefined,
  placeOf: (each: T) => string,
  merge: (upper: T, lower: T, both: QueryOutcome) => T,
): T[] =>
  joinedBy(
    all,
    each => (queryOf(each) ? placeOf(each) : undefined),
    (upper, lower) => {
      const [first, second] = [queryOf(upper), queryOf(lower)]
      return first && second ? merge(upper, lower, bothOf(first, second)) : upper
    },
  )

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
export const mergeAgents = (all: readonly Wanted[]): Wanted[] =>
  joinedBy(
    all,
    ({entry, draft}) => (entry.read.rule?.ruleType === 'UserAgent' ? keyOf(draft.condition) : undefined),
    (upper, {entry}) => ({...upper, joined: [...upper.joined, [entry.kept.id, false]]}),
  )
