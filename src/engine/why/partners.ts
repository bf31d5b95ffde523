import type {Rule} from '../../contract/rule'
import type {Contender} from './contest'
import {openPart, type Open} from './samples'

/** So many of the upper rules are looked at that say the part of an address which a rule leaves open. */
const mostPartners = 3

/** Rules that could take something from each other: of one type, and of header rules those that change one header. */
function keysOf({ruleType, pairs}: Rule): readonly string[] {
  if (ruleType !== 'Headers') return [ruleType]
  const changes = pairs.flatMap(pair => ('modifications' in pair ? pair.modifications : []))
  return [...new Set(changes.flatMap(each => ('header' in each ? each.header.trim().toLowerCase() : [])))]
}

const other: Readonly<Record<NonNullable<Open>, NonNullable<Open>>> = {host: 'path', path: 'host'}

/**
 * Of each rule the first ones above it that say a host where it says a path, or the other way round: both mean what has this host and this
 * path. All others meet on a request that one of them alone is meant for.
 */
export function* partnersOf(
  contenders: Iterable<Contender>,
): Generator<Contender, ReadonlyMap<string, readonly Rule[]>, unknown> {
  const above = new Map<string, Rule[]>()
  const partners = new Map<string, readonly Rule[]>()
  for (const contender of contenders) {
    const {id, rule, off} = contender
    yield contender
    const open = off === null ? openPart(rule) : null
    if (open === null) continue
    const keys = keysOf(rule)
    const own = keys.flatMap(key => above.get(`${key} ${other[open]}`) ?? [])
    if (own.length > 0) partners.set(id, [...new Set(own)].slice(0, mostPartners))
    for (const key of keys) {
      const place = `${key} ${open}`
      const known = above.get(place)
      if (!known) above.set(place, [rule])
      else if (known.length < mostPartners) known.push(rule)
    }
  }
  return partners
}
