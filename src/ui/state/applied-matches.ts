import type {RuleView} from '../../contract/views'
import type {BrowserMatch} from '../surface'

/**
 * How often a rule was reported to have acted on a tab, and when last, in milliseconds since 1970. `browserRules`: through how many
 * different browser rules. Where there are several, Chrome may report one request more than once.
 */
export type Acted = {readonly reports: number; readonly browserRules: number; readonly last: number}

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
      for (const {id, rule, browserRules} of views) {
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

/** What each rule did. */
export function attribute(matches: readonly BrowserMatch[], owners: Owners): ReadonlyMap<string, Acted> {
  const found = new Map<string, {reports: number; last: number; readonly ids: Set<number>}>()
  for (const match of matches) {
    const {browserRule, time, count = 1} = match
    for (const id of owners.of(match)) {
      const acted = found.get(id) ?? {reports: 0, last: time, ids: new Set()}
      acted.reports += count
      acted.last = Math.max(acted.last, time)
      if (browserRule !== 0) acted.ids.add(browserRule)
      found.set(id, acted)
    }
  }
  return new Map([...found].map(([id, {reports, last, ids}]) => [id, {reports, browserRules: ids.size, last}]))
}
