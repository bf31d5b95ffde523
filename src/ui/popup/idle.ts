import type {LibraryState} from '../state/library'
import type {Rule} from '../../contract/rule'
import {explainIdleRules, type IdleReason} from '../../simulator/idle-reason'
import {needsLook, problemsOf} from '../sentences/problems'
import {groupIdOf, isOn, nameOf} from '../state/sections'
import {common, popupWords as words} from '../words'
import type {Did} from './state'
import type {Idle} from './shelves'
import type {PageTiming} from './surface'

const mostShown = 5

type OnPage = {readonly url: string; readonly timing: PageTiming; readonly did: Did}

const getSite = (host: string): string => host.split('.').slice(-2).join('.')

/** Whether all conditions of a rule name hosts of other sites: a request that is missing here is no news then. */
function isForOtherSites({pairs}: Rule, host: string): boolean {
  return pairs.every(({source}) => {
    if (!source || source.key === 'path' || source.value.startsWith('/')) return false
    const value = source.value.replaceAll('\\', '')
    return /\w\.\w/.test(value) && !value.includes(getSite(host))
  })
}

function getText(reason: IdleReason, rule: Rule, getName: (id: string) => string): string {
  switch (reason.why) {
    case 'overridden':
      return words.overridden(getName(reason.by))
    case 'filter':
      return words.filtered[reason.filter]
    case 'no-request': {
      const [first] = rule.pairs
      if (rule.pairs.length > 1) return words.noRequestOf(rule.pairs.length)
      if (!first?.source) return words.noFetch
      return words.noRequest(first.source.value, first.source.operator === 'Equals')
    }
    default:
      return words.idleReasons[reason.why]
  }
}

/** The rules that are on and did nothing on a page, each with one reason. Rules with something to do about come first, and rules without a request last. */
export function getIdleRules(shelf: LibraryState, {url, timing, did}: OnPage): readonly Idle[] {
  const rules = shelf.rows.peek().map(row => row.peek())
  const groups = shelf.groups.peek()
  const byId = new Map(groups.map(group => [group.id, group]))
  const viewsById = new Map(rules.map(view => [view.id, view]))
  const reasonOf = explainIdleRules({
    library: {rules, groups, paused: false},
    page: url,
    requests: timing.requests,
    isNewer: ({modificationDate = 0, groupId}) =>
      Math.max(modificationDate ?? 0, byId.get(groupId)?.modificationDate ?? 0) > timing.openedAt,
  })
  const getName = (id: string) => {
    const view = viewsById.get(id)
    return view ? nameOf(view, common.untitled) : common.untitled
  }
  const found: (Idle & {readonly rank: number})[] = []
  for (const view of rules) {
    const {id, rule, browserRules} = view
    if (!rule || !isOn(view) || byId.get(groupIdOf(view))?.status === 'Inactive' || did.acted.has(id)) continue
    // Chrome has not reported what its own rules did.
    if (!did.hasSaid && browserRules.length > 0) continue
    const reason = reasonOf(id)
    const hasRequest = reason.why !== 'no-request'
    if (!hasRequest && isForOtherSites(rule, URL.parse(url)?.hostname ?? '')) continue
    const [worst] = problemsOf(view)
    const isProblem = worst !== undefined && (worst.isLeftOut || needsLook(view))
    const warn = isProblem ? needsLook(view) : reason.why === 'overridden'
    found.push({
      id,
      reason: isProblem ? worst.title : getText(reason, rule, getName),
      warn,
      rank: warn ? 0 : hasRequest ? 1 : 2,
    })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostShown)
    .map(({rank: _rank, ...each}) => each)
}
