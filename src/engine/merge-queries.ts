import type {RuleCondition} from '../contract/extension-rule'
import {queryAction} from '../translate/rules/query-param'
import type {Wanted} from './wanted'

const keys = new WeakMap<RuleCondition, string>()

function keyOf(condition: RuleCondition): string {
  const known = keys.get(condition) ?? JSON.stringify(condition)
  keys.set(condition, known)
  return known
}

/**
 * QueryParam changes at one place as one browser rule, in list order. Two would not chain: the first one's second look leads to the same
 * address, which Chrome drops, and the second rule is never asked.
 */
export function mergeQueries(all: readonly Wanted[]): Wanted[] {
  const merged = new Map<Wanted | string, Wanted>()
  for (const wanted of all) {
    const {condition, changes} = wanted.draft
    const key = changes ? keyOf(condition) : wanted
    const first = merged.get(key)
    if (!changes || !first?.draft.changes) {
      merged.set(key, wanted)
      continue
    }
    const both = [...first.draft.changes, ...changes]
    merged.set(key, {
      ...first,
      draft: {...first.draft, changes: both, action: queryAction(both)},
      joined: [...first.joined, wanted.entry.kept.id],
    })
  }
  return [...merged.values()]
}
