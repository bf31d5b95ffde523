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
}

export function createOwners(): Owners {
  const owners = new Map<number, Owner[]>()
  return {
    learn(views) {
      for (const {id, rule, browserRules} of views)
        for (const browserRule of browserRules) {
          const known = owners.get(browserRule)
          const owner = {id, changed: rule?.modificationDate ?? 0}
          if (!known) owners.set(browserRule, [owner])
          else if (!known.some(each => each.id === id)) known.push(owner)
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

/** What each rule did, in requests: several browser rules of one rule that act in one millisecond act on one request. */
export function attribute(matches: readonly BrowserMatch[], owners: Owners): ReadonlyMap<string, Acted> {
  const found = new Map<string, {readonly times: Map<number, Map<number, number>>; first: number; last: number}>()
  for (const match of matches) {
    const {browserRule, time, count = 1} = match
    for (const id of owners.of(match)) {
      const acted = found.get(id) ?? {times: new Map<number, Map<number, number>>(), first: time, last: time}
      const millisecond = Math.floor(time)
      const parts = acted.times.get(millisecond) ?? new Map<number, number>()
      parts.set(browserRule, (parts.get(browserRule) ?? 0) + count)
      acted.times.set(millisecond, parts)
      acted.first = Math.min(acted.first, time)
      acted.last = Math.max(acted.last, time)
      found.set(id, acted)
    }
  }
  return new Map(
    [...found].map(([id, {times, first, last}]) => [
      id,
      {requests: [...times.values()].reduce((sum, parts) => sum + Math.max(...parts.values()), 0), first, last},
    ]),
  )
}
