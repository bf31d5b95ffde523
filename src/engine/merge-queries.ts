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
  const merged: Wanted[] = []
  const places = new Map<string, number>()
  for (const wanted of all) {
    const {draft} = wanted
    const key = draft.changes === undefined ? undefined : keyOf(draft.condition)
    const at = key === undefined ? undefined : places.get(key)
    const first = at === undefined ? undefined : merged[at]
    if (key !== undefined && at === undefined) places.set(key, merged.length)
    if (at === undefined || first === undefined) {
      merged.push(wanted)
      continue
    }
    const changes = [...(first.draft.changes ?? []), ...(draft.changes ?? [])]
    merged[at] = {
      ...first,
      draft: {...first.draft, changes, action: queryAction(changes)},
      joined: [...first.joined, wanted.entry.kept.id],
    }
  }
  return merged
}
