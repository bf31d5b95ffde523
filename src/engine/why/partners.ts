import type {Rule} from '../../contract/rule'
import type {Contender} from './contest'
import {saidParts, type Said} from './samples'

/** So many of the upper rules are looked at that say the same other parts of an address. */
const mostPartners = 3

/** Rules that could take something from each other: of one type, and of header rules those that change one header. */
function keysOf({ruleType, pairs}: Rule): readonly string[] {
  if (ruleType !== 'Headers') return [ruleType]
  const changes = pairs.flatMap(pair => ('modifications' in pair ? pair.modifications : []))
  return [...new Set(changes.flatMap(each => ('header' in each ? each.header.trim().toLowerCase() : [])))]
}

/** Host, path and query as one number each, so that what two rules say has nothing in common where theirs have no bit. */
const bitsOf = ({host, path, query}: Said): number => Number(host) + 2 * Number(path) + 4 * Number(query)
const allBits = 7

/**
 * Of each rule the first ones above it that say other parts of an address, as one a host and one a path, or a path and a query: both mean what
 * has this host and this path. All others meet on a request that one of them alone is meant for.
 */
export function* partnersOf(
  contenders: Iterable<Contender>,
): Generator<Contender, ReadonlyMap<string, readonly Rule[]>, unknown> {
  /** By what they could take from each other, then by the parts that they say. */
  const above = new Map<string, Map<number, Rule[]>>()
  const partners = new Map<string, readonly Rule[]>()
  for (const contender of contenders) {
    const {id, rule, off} = contender
    yield contender
    const said = off === null ? saidParts(rule) : null
    const bits = said === null ? 0 : bitsOf(said)
    if (bits === 0 || bits === allBits) continue
    const own = new Set<Rule>()
    for (const key of keysOf(rule)) {
      const known = above.get(key) ?? new Map<number, Rule[]>()
      above.set(key, known)
      for (const [others, rules] of known) if ((others & bits) === 0) for (const each of rules) own.add(each)
      const alike = known.get(bits) ?? []
      known.set(bits, alike)
      if (alike.length < mostPartners) alike.push(rule)
    }
    if (own.size > 0) partners.set(id, [...own].slice(0, 2 * mostPartners))
  }
  return partners
}
