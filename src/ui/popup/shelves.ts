import {shortenName} from '../sentences/quote'
import type {LibraryState, Row} from '../state/library'
import type {RuleMatches} from '../state/rule-matches'
import {getGroupId, groupIntoSections, isRuleActive, getRuleName, type Section} from '../state/sections'
import type {Rule} from '../../model/rule'
import {explainIdleRules, type IdleReason} from '../../simulator/idle-reason'
import {needsAttention, describeProblems} from '../sentences/problems'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import type {Did} from './state'
import type {PageTiming} from './surface'

/** A rule that is on and did nothing on this tab, and why. */
export type Idle = {readonly id: string; readonly reason: string; readonly warn: boolean}
/** Which rules stand in the first sections, and in which order. It is settled once, so that no row leaves under the pointer. */
export type Claims = {readonly acted: readonly string[]; readonly idle: readonly Idle[]; readonly isSettled: boolean}

export const noClaims: Claims = {acted: [], idle: [], isSettled: false}

export const claimsOf = (acted: ReadonlyMap<string, RuleMatches>, idle: readonly Idle[]): Claims => ({
  acted: [...acted].toSorted(([, a], [, b]) => b.reports - a.reports || b.last - a.last).map(([id]) => id),
  idle,
  isSettled: true,
})

/** With the rules that have acted since, and without those of a page that was left. The others keep their places. */
export function withActed(claims: Claims, acted: ReadonlyMap<string, RuleMatches>): Claims {
  const kept = claims.acted.filter(id => acted.has(id))
  const more = [...acted.keys()].filter(id => !kept.includes(id))
  if (more.length === 0 && kept.length === claims.acted.length) return claims
  return {...claims, acted: [...kept, ...more], idle: claims.idle.filter(({id}) => !acted.has(id))}
}

export type GroupShelf = Section<Row> & {
  readonly own: readonly Row[]
}
export type Shelves = {
  readonly acted: readonly Row[]
  readonly idle: readonly {readonly row: Row; readonly idle: Idle}[]
  readonly pinned: readonly Row[]
  readonly groups: readonly GroupShelf[]
  readonly offGroups: ReadonlySet<string>
}

/** Each rule once: in the first section that claims it. */
export function shelvesOf(shelf: Pick<LibraryState, 'rows' | 'groups'>, claims: Claims): Shelves {
  const rows = shelf.rows.value
  const byId = new Map(rows.map(row => [row.peek().id, row]))
  const taken = new Set<Row>()
  const take = (row: Row | undefined): row is Row => {
    if (!row || taken.has(row)) return false
    taken.add(row)
    return true
  }
  const acted = claims.acted.map(id => byId.get(id)).filter(take)
  const idle = claims.idle.flatMap(each => {
    const row = byId.get(each.id)
    return take(row) ? [{row, idle: each}] : []
  })
  const pinned = rows.filter(row => row.peek().rule?.isFavourite === true).filter(take)
  const sections = groupIntoSections(shelf.groups.value, rows, row => row.peek())
  const offGroups = new Set(sections.filter(each => each.group?.status === 'Inactive').map(each => each.id))
  const groups = sections
    .map(section => ({...section, own: section.items.filter(row => !taken.has(row))}))
    .filter(({group, own}) => group !== null || own.length > 0)
    .toSorted((a, b) => Number(b.group?.isFavourite ?? 0) - Number(a.group?.isFavourite ?? 0))
  return {acted, idle, pinned, groups, offGroups}
}

export const isMuted = (row: Row, paused: boolean, offGroups: ReadonlySet<string>): boolean =>
  paused || offGroups.has(getGroupId(row.peek()))

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
      return popupTexts('overridden', {name: shortenName(getName(reason.by))})
    case 'filter':
      return popupTexts(`filtered.${reason.filter}`)
    case 'no-request': {
      const [first] = rule.pairs
      if (rule.pairs.length > 1) return popupTexts('noRequestOf', {conditions: rule.pairs.length})
      if (!first?.source) return popupTexts('noFetch')
      return popupTexts('noRequest', {value: first.source.value, isWhole: first.source.operator === 'Equals'})
    }
    default:
      return popupTexts(`idleReasons.${reason.why}`)
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
    return view ? getRuleName(view, commonTexts('untitled')) : commonTexts('untitled')
  }
  const found: (Idle & {readonly rank: number})[] = []
  for (const view of rules) {
    const {id, rule, browserRules} = view
    if (!rule || !isRuleActive(view) || byId.get(getGroupId(view))?.status === 'Inactive' || did.acted.has(id)) continue
    // Chrome has not reported what its own rules did.
    if (!did.hasSaid && browserRules.length > 0) continue
    const reason = reasonOf(id)
    const hasRequest = reason.why !== 'no-request'
    if (!hasRequest && isForOtherSites(rule, URL.parse(url)?.hostname ?? '')) continue
    const [worst] = describeProblems(view)
    const isProblem = worst !== undefined && (worst.isLeftOut || needsAttention(view))
    const warn = isProblem ? needsAttention(view) : reason.why === 'overridden'
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
