import type {QueryOutcome} from '../contract/page-way'

type Params = QueryOutcome['params']

/** What is removed first and what is set again last, where a second pass of Chrome over its own address puts it too. */
function inOrder(params: Params): Params {
  const removed = new Map(params.filter(([, value]) => value === null))
  const order = ([name, value]: Params[number]) => (value === null ? 0 : removed.has(name) ? 2 : 1)
  return params.toSorted((a, b) => order(a) - order(b))
}

/**
 * What two come to that change one address together: of a parameter that both name, what the upper one says. It is the upper one itself where
 * the lower one leaves nothing to do.
 */
export function bothOf(upper: QueryOutcome, lower: QueryOutcome): QueryOutcome {
  const taken = new Map(upper.params)
  const more = lower.params.filter(([name, value]) => !taken.has(name) && !(upper.cleared && value === null))
  const cleared = upper.cleared || lower.cleared
  return more.length > 0 || cleared !== upper.cleared ? {cleared, params: inOrder([...upper.params, ...more])} : upper
}
