import type {RuleView} from '../../contract/views'
import type {BrowserMatch} from '../surface'

/** What a rule did on a tab, and when first and last, in milliseconds since 1970. */
export type Acted = {readonly requests: number; readonly first: number; readonly last: number}

type Owner = {readonly id: string; readonly changed: number}
export type Owners = {
  /** Who acts through which browser rule now. What was learned before still holds: the id of a browser rule is one rule's for life. */
  learn(views: readonly RuleView[]): void
  /** The rules that acted when this was seen. */
  of(match: BrowserMatch): readonly string[]
  /** Whether several browser rules of a rule can act on one request by one condition, as such for headers can; by rule id. */
  readonly joins: ReadonlyMap<string, boolean>
}

export function createOwners(): Owners {
  const owners = new Map<number, Owner[]>()
  const joins = new Map<string, boolean>()
  return {
    joins,
    learn(views) {
      for (const {id, rule, browserRules} of views) {
        joins.set(id, rule?.pairs.length === 1 && /^[HU]/.test(rule.ruleType))
        for (const browserRule of browserRules) {
          const known = owners.get(browserRule)
          const owner = {id, changed: rule?.modificationDate ?? 0}
          if (!known) owners.set(browserRule, [owner])
          else if (!known.some(each => each.id === id)) known.push(owner)
        }
      }
    },
    of({browserRule, time, rule}) {
      // As pages name it: to share `ruleOfPart` would cost the popup a script.
      if (rule) return [rule.replace(/\n.*/, '')]
      const known = owners.get(browserRule) ?? []
      // A rule that joined another's browser rule did nothing through it before it was as it is now.
      return known.filter(each => !known[1] || each.changed <= time).map(each => each.id)
    },
  }
}

/** What each rule did. Chrome tells of the browser rules that act on one request one after the other, in the order of their ids, some 0.3 ms apart. */
export function attribute(matches: readonly BrowserMatch[], owners: Owners): ReadonlyMap<string, Acted> {
  const found = new Map<string, Acted>()
  const before = new Map<string, BrowserMatch>()
  for (const match of matches) {
    const {browserRule, time, count = 1} = match
    for (const id of owners.of(match)) {
      const {requests, first, last} = found.get(id) ?? {requests: 0, first: time, last: time}
      const earlier = before.get(id)
      const isOne = earlier && browserRule > earlier.browserRule && time - earlier.time < 0.5 && owners.joins.get(id)
      found.set(id, {
        requests: isOne ? requests : requests + count,
        first: Math.min(first, time),
        last: Math.max(last, time),
      })
      before.set(id, match)
    }
  }
  return found
}
