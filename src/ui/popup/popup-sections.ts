import {shortenName} from '../sentences/quote'
import type {LibraryState, Row} from '../state/library'
import type {RuleMatches} from '../state/rule-matches'
import {getGroupId, groupIntoSections, isRuleActive, getRuleName, type Section} from '../state/sections'
import type {Rule} from '../../model/rule'
import {explainUnmatchedRules, type NoMatchReason} from '../../simulator/no-match-reason'
import {needsAttention, describeProblems} from '../sentences/problems'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import type {PageTiming} from './browser-adapter'

export type TabMatches = {
  readonly applied: ReadonlyMap<string, RuleMatches>
  /** Whether Chrome has reported the matches of its rules on this page. */
  readonly hasBrowserReport: boolean
  readonly note: string
}

/** A rule that is on but matched nothing on this tab, with the reason. */
export type IdleRule = {readonly id: string; readonly reason: string; readonly warn: boolean}
/** The rules of the first two sections, computed once so that no row moves away. */
export type SectionAssignment = {
  readonly applied: readonly string[]
  readonly idle: readonly IdleRule[]
  readonly isComplete: boolean
}

export const noAssignment: SectionAssignment = {applied: [], idle: [], isComplete: false}

export const assignSections = (
  applied: ReadonlyMap<string, RuleMatches>,
  idle: readonly IdleRule[],
): SectionAssignment => ({
  applied: [...applied].toSorted(([, a], [, b]) => b.reports - a.reports || b.last - a.last).map(([id]) => id),
  idle,
  isComplete: true,
})

/** Adds newly applied rules and removes those of the previous page. The others keep their order. */
export function updateApplied(
  assignment: SectionAssignment,
  applied: ReadonlyMap<string, RuleMatches>,
): SectionAssignment {
  const stillApplied = assignment.applied.filter(id => applied.has(id))
  const added = [...applied.keys()].filter(id => !stillApplied.includes(id))
  if (added.length === 0 && stillApplied.length === assignment.applied.length) return assignment
  return {...assignment, applied: [...stillApplied, ...added], idle: assignment.idle.filter(({id}) => !applied.has(id))}
}

export type GroupRows = Section<Row> & {
  readonly rows: readonly Row[]
}
export type PopupSections = {
  readonly applied: readonly Row[]
  readonly idle: readonly {readonly row: Row; readonly idle: IdleRule}[]
  readonly pinned: readonly Row[]
  readonly groups: readonly GroupRows[]
  readonly inactiveGroups: ReadonlySet<string>
}

/** Lists each rule once, in the first section that has it. */
export function getPopupSections(
  library: Pick<LibraryState, 'rows' | 'groups'>,
  assignment: SectionAssignment,
): PopupSections {
  const rows = library.rows.value
  const byId = new Map(rows.map(row => [row.peek().id, row]))
  const taken = new Set<Row>()
  const take = (row: Row | undefined): row is Row => {
    if (!row || taken.has(row)) return false
    taken.add(row)
    return true
  }
  const applied = assignment.applied.map(id => byId.get(id)).filter(take)
  const idle = assignment.idle.flatMap(each => {
    const row = byId.get(each.id)
    return take(row) ? [{row, idle: each}] : []
  })
  const pinned = rows.filter(row => row.peek().rule?.isFavourite === true).filter(take)
  const sections = groupIntoSections(library.groups.value, rows, row => row.peek())
  const inactiveGroups = new Set(sections.filter(each => each.group?.status === 'Inactive').map(each => each.id))
  const groups = sections
    .map(section => ({...section, rows: section.items.filter(row => !taken.has(row))}))
    .filter(({group, rows: own}) => group !== null || own.length > 0)
    .toSorted((a, b) => Number(b.group?.isFavourite ?? 0) - Number(a.group?.isFavourite ?? 0))
  return {applied, idle, pinned, groups, inactiveGroups}
}

export const isMuted = (row: Row, paused: boolean, inactiveGroups: ReadonlySet<string>): boolean =>
  paused || inactiveGroups.has(getGroupId(row.peek()))

const maxIdleRules = 5

type IdleRuleOptions = {readonly url: string; readonly timing: PageTiming; readonly tabMatches: TabMatches}

const getSite = (host: string): string => host.split('.').slice(-2).join('.')

/** Whether all conditions name hosts of other sites, so that a missing request means nothing. */
function targetsOtherSites({pairs}: Rule, host: string): boolean {
  return pairs.every(({source}) => {
    if (!source || source.key === 'path' || source.value.startsWith('/')) return false
    const value = source.value.replaceAll('\\', '')
    return /\w\.\w/.test(value) && !value.includes(getSite(host))
  })
}

function formatNoMatchReason(reason: NoMatchReason, rule: Rule, getName: (id: string) => string): string {
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

/** Rules that are on but matched nothing. Warnings come first, missing requests last. */
export function getIdleRules(library: LibraryState, {url, timing, tabMatches}: IdleRuleOptions): readonly IdleRule[] {
  const rules = library.rows.peek().map(row => row.peek())
  const groups = library.groups.peek()
  const byId = new Map(groups.map(group => [group.id, group]))
  const viewsById = new Map(rules.map(view => [view.id, view]))
  const getReason = explainUnmatchedRules({
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
  const idleRules: (IdleRule & {readonly rank: number})[] = []
  for (const view of rules) {
    const {id, rule, browserRules} = view
    if (!rule || !isRuleActive(view) || byId.get(getGroupId(view))?.status === 'Inactive' || tabMatches.applied.has(id))
      continue
    // Chrome has not reported the matches of its rules yet.
    if (!tabMatches.hasBrowserReport && browserRules.length > 0) continue
    const reason = getReason(id)
    const hasRequest = reason.why !== 'no-request'
    if (!hasRequest && targetsOtherSites(rule, URL.parse(url)?.hostname ?? '')) continue
    const [worst] = describeProblems(view)
    const isProblem = worst !== undefined && (worst.isLeftOut || needsAttention(view))
    const warn = isProblem ? needsAttention(view) : reason.why === 'overridden'
    idleRules.push({
      id,
      reason: isProblem ? worst.title : formatNoMatchReason(reason, rule, getName),
      warn,
      rank: warn ? 0 : hasRequest ? 1 : 2,
    })
  }
  return idleRules
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxIdleRules)
    .map(({rank: _rank, ...each}) => each)
}
