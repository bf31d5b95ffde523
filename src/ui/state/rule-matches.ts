import type {RuleView} from '../../model/views'
import type {BrowserMatch} from '../browser-adapter'

/**
 * How often a rule matched on a tab, and when last (ms since 1970). With several `browserRules`
 * Chrome may report one request more than once.
 */
export type RuleMatches = {readonly reports: number; readonly browserRules: number; readonly last: number}

type Owner = {readonly id: string; readonly changed: number}
type Owners = ReturnType<typeof createRuleOwners>

export function createRuleOwners() {
  const owners = new Map<number, Owner[]>()
  return {
    /** Ids of browser rules are never reused, so earlier owners stay. */
    add(views: readonly RuleView[]): void {
      for (const {id, rule, browserRules} of views) {
        for (const browserRule of browserRules) {
          const known = owners.get(browserRule)
          const owner = {id, changed: rule?.modificationDate ?? 0}
          if (!known) owners.set(browserRule, [owner])
          else if (!known.some(each => each.id === id)) known.push(owner)
        }
      }
    },
    /** The rules that a match belongs to. */
    getRuleIds({browserRule, time, rule}: BrowserMatch): readonly string[] {
      // Rule code is reported with the id of its pair after a newline.
      if (rule) return [rule.replace(/\n.*/, '')]
      const known = owners.get(browserRule) ?? []
      // Rules can share a browser rule. A rule that was changed later did not match.
      return known.filter(each => !known[1] || each.changed <= time).map(each => each.id)
    },
  }
}

export function countMatchesByRule(matches: readonly BrowserMatch[], owners: Owners): ReadonlyMap<string, RuleMatches> {
  const found = new Map<string, {reports: number; last: number; readonly ids: Set<number>}>()
  for (const match of matches) {
    const {browserRule, time, count = 1} = match
    for (const id of owners.getRuleIds(match)) {
      const acted = found.get(id) ?? {reports: 0, last: time, ids: new Set()}
      acted.reports += count
      acted.last = Math.max(acted.last, time)
      if (browserRule !== 0) acted.ids.add(browserRule)
      found.set(id, acted)
    }
  }
  return new Map([...found].map(([id, {reports, last, ids}]) => [id, {reports, browserRules: ids.size, last}]))
}
