import type {BrowserRule} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import {maxPartsPerRule, positionsPerBand, getBrowserRuleId, ownRuleId, getPriority} from '../dnr/priorities'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {Limits, BrowserRules} from './ports'
import {mergeAgents, mergeQueries, wantedOf, type PlanNeeds, type Report, type Wanted} from './desired-rules'
import {createFallbackTemplates} from '../dnr/regex-support'
import {resourceTypes} from '../model/source'
import {waitingPage} from '../model/delay-page'
import type {Entry} from './compiled-rules'

/** Keeps the regexes within Chrome's limit: first those without a fallback condition, then the others from the top of the list. */
function budgetRegexes(all: readonly Wanted[], limit: number, report: Report): Wanted[] {
  const hasRegex = ({draft}: Wanted) => draft.condition.regexFilter !== undefined
  const needed = all.filter(each => hasRegex(each) && each.draft.fallbackConditions === undefined)
  let spare = Math.max(0, limit - needed.length)
  let number = 0
  return all.flatMap(each => {
    if (!hasRegex(each)) return [each]
    const {entry, draft} = each
    if (draft.fallbackConditions !== undefined) {
      if (spare-- > 0) return [each]
      const instead = createFallbackTemplates(draft, problem => report(entry.kept.id, problem))
      return instead.map(alternative => ({...each, draft: alternative}))
    }
    if (++number <= limit) return [each]
    report(entry.kept.id, {code: 'over-limit', pair: draft.pair, says: {limit, number, kind: 'regex'}})
    return []
  })
}

type Extension = BrowserRules['extension']

/** No rule of a user may change the extension's own requests. */
function ownRule({id}: Extension): BrowserRule {
  // Pages that the extension opens belong to the user: after a delay all other rules apply to them.
  const types = resourceTypes.filter(type => type !== 'main_frame' && type !== 'sub_frame')
  return {
    id: ownRuleId,
    priority: getPriority('own', 0),
    action: {type: 'allow'},
    condition: {initiatorDomains: [id], resourceTypes: types},
  }
}

/** Fills in the delay page's address with the secret and the rule's id, and excludes what that page itself opens. */
function settle(
  {action, condition}: DnrRuleTemplate,
  rule: number,
  {id, origin, secret}: Extension,
): Pick<BrowserRule, 'action' | 'condition'> {
  const substitution = action.redirect?.regexSubstitution
  if (substitution?.startsWith(waitingPage) !== true) return {action, condition}
  const excludedInitiatorDomains = [...(condition.excludedInitiatorDomains ?? []), id]
  return {
    action: {...action, redirect: {regexSubstitution: origin + substitution.replace('#', `#${secret},${rule},`)}},
    condition: {...condition, excludedInitiatorDomains},
  }
}

type Standing = {readonly part: number; readonly place: number}

function browserRule(
  {kept}: Entry,
  draft: DnrRuleTemplate,
  {part, place}: Standing,
  extension: Extension,
): BrowserRule {
  const id = getBrowserRuleId(kept.number, part)
  return {id, priority: getPriority(draft.band, place), ...settle(draft, id, extension)}
}

const keyOf = (rule: string, pair: number): string => `${pair} ${rule}`

/** Gives places to Delay rules: the longest delay acts first, of equal ones the upper rule. Rules that are off have places, so that a switch moves no other rule. */
function orderDelays(entries: readonly Entry[]): (entry: Entry, draft: DnrRuleTemplate) => number {
  const pairs = new Map<string, {readonly delayMs: number; readonly room: number}>()
  for (const {kept, read} of entries)
    for (const {pair, delayMs, fallbackConditions} of read.translation?.templates ?? []) {
      if (delayMs === undefined) continue
      const key = keyOf(kept.id, pair)
      pairs.set(key, {
        delayMs,
        room: (pairs.get(key)?.room ?? 0) + Math.max(1, fallbackConditions?.conditions.length ?? 1),
      })
    }
  const free = new Map<string, number>()
  let place = 0
  for (const [key, {room}] of [...pairs].toSorted(([, a], [, b]) => b.delayMs - a.delayMs)) {
    free.set(key, place)
    place += room
  }
  return ({kept}, {pair}) => {
    const key = keyOf(kept.id, pair)
    const at = free.get(key) ?? place
    free.set(key, at + 1)
    return at
  }
}

export type Plan = {
  readonly dynamic: readonly BrowserRule[]
  readonly session: readonly BrowserRule[]
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  readonly inForce: ReadonlyMap<string, readonly number[]>
  readonly beyond: ReadonlyMap<string, readonly number[]>
}

const isSafe = ({action}: DnrRuleTemplate) => action.type === 'block' || action.type === 'allow'

/** Plans what is in force. What did not change since the last plan is the same object in the next. */
export function createPlanner(limits: Limits, extension: BrowserRules['extension']): (needs: PlanNeeds) => Plan {
  const own = ownRule(extension)
  const made = new WeakMap<DnrRuleTemplate, Standing & {readonly rule: BrowserRule}>()

  function make({entry, draft}: Wanted, standing: Standing): BrowserRule {
    const before = made.get(draft)
    if (before?.place === standing.place && before.part === standing.part) return before.rule
    const rule = browserRule(entry, draft, standing, extension)
    made.set(draft, {...standing, rule})
    return rule
  }

  return needs => {
    const problems = new Map<string, Problem[]>()
    const report: Report = (id, ...found) => {
      const known = problems.get(id) ?? []
      for (const problem of found)
        if (!known.some(other => JSON.stringify(other) === JSON.stringify(problem))) known.push(problem)
      problems.set(id, known)
    }
    for (const {kept, read} of needs.entries)
      if (read.translation && read.translation.problems.length > 0) report(kept.id, ...read.translation.problems)
    const beyond = new Map<string, readonly number[]>()
    const drafts = wantedOf(needs, report, beyond)
    const all = budgetRegexes(mergeAgents(mergeQueries(drafts)), limits.regexes, report)
    const wanted = needs.paused ? [] : all
    const delayPlace = wanted.some(({draft}) => draft.delayMs !== undefined) ? orderDelays(needs.entries) : undefined

    const dynamic = [own]
    const session: BrowserRule[] = []
    const inForce = new Map<string, number[]>()
    const parts = new Map<string, number>()
    let unsafe = 0
    for (const each of wanted) {
      const {entry, draft, joined} = each
      const {id} = entry.kept
      const part = parts.get(id) ?? 0
      parts.set(id, part + 1)
      const place = draft.delayMs === undefined ? entry.place + part : (delayPlace?.(entry, draft) ?? 0)
      if (part >= maxPartsPerRule || place >= positionsPerBand) {
        if (part === maxPartsPerRule || part === 0) report(id, {code: 'too-many-parts', says: {limit: maxPartsPerRule}})
        continue
      }
      const safe = isSafe(draft)
      const fits = dynamic.length < limits.dynamic && (safe || unsafe < limits.unsafeDynamic)
      if (!fits && session.length >= limits.session) {
        const limit = (safe ? limits.dynamic : limits.unsafeDynamic) + limits.session
        report(id, {code: 'over-limit', pair: draft.pair, says: {limit, number: limit + 1, kind: 'browser'}})
        continue
      }
      if (fits && !safe) unsafe++
      const rule = make(each, {part, place})
      ;(fits ? dynamic : session).push(rule)
      // A match of a wider rule does not show that the pair acted.
      for (const [done, acts] of [[id, true] as const, ...joined])
        inForce.set(done, [...(inForce.get(done) ?? []), ...(acts && !draft.isBroader ? [rule.id] : [])])
    }
    for (const {kept, read, on} of needs.paused ? [] : needs.entries)
      if (on && (beyond.has(kept.id) || read.translation?.inPagePairs.length) && !needs.refusedRules[kept.id])
        inForce.set(kept.id, inForce.get(kept.id) ?? [])
    // With any browser rule, Chrome resets the badge at each navigation.
    return {dynamic: inForce.size > 0 ? dynamic : [], session, problems, inForce, beyond}
  }
}
