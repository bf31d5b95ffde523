import type {Rule} from '../../contract/rule'
import type {Contender} from './contest'
import {canJoin, saidIn, type Said} from './joints'

/** So many of the upper rules are looked at that say the same other parts of an address and have the same filters, and so many in all. */
const mostAlike = 3
const mostPartners = 12

type Alike = {readonly said: Said; readonly rules: Rule[]}

/** Rules that could take something from each other: of one type, and of header rules those that change one header. */
function keysOf({ruleType, pairs}: Rule): readonly string[] {
  if (ruleType !== 'Headers') return [ruleType]
  const changes = pairs.flatMap(pair => ('modifications' in pair ? pair.modifications : []))
  return [...new Set(changes.flatMap(each => ('header' in each ? each.header.trim().toLowerCase() : [])))]
}

/**
 * Of each rule the first ones above it that say other parts of an address, as one a host and one a path, or a path and a query: both mean what
 * has this host and this path. All others meet on a request that one of them alone is meant for.
 */
export function* partnersOf(
  contenders: Iterable<Contender>,
): Generator<Contender, ReadonlyMap<string, readonly Rule[]>, unknown> {
  /** By what they could take from each other, then by what they say. */
  const above = new Map<string, Map<string, Alike>>()
  const partners = new Map<string, readonly Rule[]>()
  for (const contender of contenders) {
    const {id, rule, off} = contender
    yield contender
    const said = off === null ? saidIn(rule) : new Map<string, Said>()
    if (said.size === 0) continue
    const own = new Set<Rule>()
    for (const key of keysOf(rule)) {
      const known = above.get(key) ?? new Map<string, Alike>()
      above.set(key, known)
      for (const bits of new Set(said.values()))
        for (const {said: others, rules} of known.values()) {
          if (own.size >= mostPartners) break
          if (canJoin(others, bits)) for (const each of rules) own.add(each)
        }
      for (const [words, bits] of said) {
        const alike = known.get(words) ?? {said: bits, rules: []}
        known.set(words, alike)
        if (alike.rules.length < mostAlike) alike.rules.push(rule)
      }
    }
    if (own.size > 0) partners.set(id, [...own].slice(0, mostPartners))
  }
  return partners
}
