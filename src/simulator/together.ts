import type {QueryOutcome} from '../contract/page-way'
import type {QueryModification} from '../contract/rules/query-param'
import {bothOf} from '../matching/joint-query'
import {outcomeOf} from '../matching/query-changes'
import type {Act, Touch} from './walk'

const unchanged: QueryOutcome = {cleared: false, params: []}
/** What a condition does to a query. */
const queryOf = ({isBeyond, condition: {pair}, drafts}: Touch): QueryOutcome =>
  isBeyond && 'modifications' in pair
    ? outcomeOf(pair.modifications as readonly QueryModification[])
    : (drafts[0]?.query ?? unchanged)

/** Those that change a query together, upper first: who does anything, and of the others who does it. */
export function sharing(together: readonly Touch[]): Required<Pick<Act, 'joined' | 'taken'>> {
  const joined: Touch[] = []
  const taken = new Map<Touch, Touch>()
  const owners = new Map<string, Touch>()
  let clearing: Touch | undefined
  let all = unchanged
  for (const touch of together) {
    const {cleared, params} = queryOf(touch)
    const both = bothOf(all, {cleared, params})
    const before = params.map(([name]) => owners.get(name)).find(each => each !== undefined) ?? clearing
    if (both === all && before) taken.set(touch, before)
    else joined.push(touch)
    for (const [name] of params) if (!owners.has(name)) owners.set(name, touch)
    if (cleared) clearing ??= touch
    all = both
  }
  return {joined, taken}
}

/** Whether two conditions are one to whoever acts on them. */
export const samePlace = (a: Touch, b: Touch) =>
  a.isBeyond || b.isBeyond
    ? a.isBeyond && b.isBeyond && JSON.stringify(a.condition.source) === JSON.stringify(b.condition.source)
    : sameBrowserRule(a, b)
const sameBrowserRule = (a: Touch, b: Touch) =>
  a.drafts.some(one => b.drafts.some(other => JSON.stringify(one.condition) === JSON.stringify(other.condition)))

/** What they come to together. */
export const joinedQuery = (joined: readonly Touch[]): QueryOutcome => joined.map(queryOf).reduce(bothOf, unchanged)
