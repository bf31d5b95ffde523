import type {BrowserRule} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import {maxPartsPerRule, positionsPerBand, getBrowserRuleId, ownRuleId, getPriority} from '../dnr/priorities'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {Limits, BrowserRules} from './ports'
import {
  mergeUserAgentRules,
  mergeQueryRules,
  collectDesiredRules,
  type PlanInput,
  type Report,
  type DesiredRule,
} from './desired-rules'
import {createFallbackTemplates} from '../dnr/regex-support'
import {resourceTypes} from '../model/source'
import {waitingPage} from '../model/delay-page'
import type {CompiledRule} from './compiled-rules'

/**
 * Keeps the regexes within Chrome's limit: first those without a fallback condition, then the
 * others from the top of the list.
 */
function limitRegexes(all: readonly DesiredRule[], limit: number, report: Report): DesiredRule[] {
  const hasRegex = ({template}: DesiredRule) => template.condition.regexFilter !== undefined
  const required = all.filter(each => hasRegex(each) && each.template.fallbackConditions === undefined)
  let remaining = Math.max(0, limit - required.length)
  let number = 0
  return all.flatMap(each => {
    if (!hasRegex(each)) return [each]
    const {rule, template} = each
    if (template.fallbackConditions !== undefined) {
      if (remaining-- > 0) return [each]
      const fallbacks = createFallbackTemplates(template, problem => report(rule.stored.id, problem))
      return fallbacks.map(fallback => ({...each, template: fallback}))
    }
    if (++number <= limit) return [each]
    report(rule.stored.id, {code: 'over-limit', pair: template.pair, params: {limit, number, kind: 'regex'}})
    return []
  })
}

type Extension = BrowserRules['extension']

/** Protects the extension's own requests from rules. */
function createOwnRule({id}: Extension): BrowserRule {
  // Pages that the extension opens are the user's: after a delay all other rules apply to them.
  const types = resourceTypes.filter(type => type !== 'main_frame' && type !== 'sub_frame')
  return {
    id: ownRuleId,
    priority: getPriority('own', 0),
    action: {type: 'allow'},
    condition: {initiatorDomains: [id], resourceTypes: types},
  }
}

/**
 * Inserts the installation token and the rule id into the delay page's URL, and excludes
 * requests that this page sends.
 */
function resolveDelayPage(
  {action, condition}: DnrRuleTemplate,
  rule: number,
  {id, origin, installationToken}: Extension,
): Pick<BrowserRule, 'action' | 'condition'> {
  const substitution = action.redirect?.regexSubstitution
  if (substitution?.startsWith(waitingPage) !== true) return {action, condition}
  const excludedInitiatorDomains = [...(condition.excludedInitiatorDomains ?? []), id]
  return {
    action: {
      ...action,
      redirect: {regexSubstitution: origin + substitution.replace('#', `#${installationToken},${rule},`)},
    },
    condition: {...condition, excludedInitiatorDomains},
  }
}

type RuleSlot = {readonly part: number; readonly position: number}

function createBrowserRule(
  {stored}: CompiledRule,
  template: DnrRuleTemplate,
  {part, position}: RuleSlot,
  extension: Extension,
): BrowserRule {
  const id = getBrowserRuleId(stored.number, part)
  return {id, priority: getPriority(template.band, position), ...resolveDelayPage(template, id, extension)}
}

const getPairKey = (rule: string, pair: number): string => `${pair} ${rule}`

/**
 * Orders Delay rules: the longest first, then by list order. Inactive rules keep a position, so
 * switching one rule moves no other.
 */
function assignDelayPositions(
  rules: readonly CompiledRule[],
): (rule: CompiledRule, template: DnrRuleTemplate) => number {
  const pairs = new Map<string, {readonly delayMs: number; readonly count: number}>()
  for (const {stored, parsed} of rules)
    for (const {pair, delayMs, fallbackConditions} of parsed.translation?.templates ?? []) {
      if (delayMs === undefined) continue
      const key = getPairKey(stored.id, pair)
      pairs.set(key, {
        delayMs,
        count: (pairs.get(key)?.count ?? 0) + Math.max(1, fallbackConditions?.conditions.length ?? 1),
      })
    }
  const nextPositions = new Map<string, number>()
  let position = 0
  for (const [key, {count}] of [...pairs].toSorted(([, a], [, b]) => b.delayMs - a.delayMs)) {
    nextPositions.set(key, position)
    position += count
  }
  return ({stored}, {pair}) => {
    const key = getPairKey(stored.id, pair)
    const next = nextPositions.get(key) ?? position
    nextPositions.set(key, next + 1)
    return next
  }
}

export type InstallPlan = {
  readonly dynamic: readonly BrowserRule[]
  readonly session: readonly BrowserRule[]
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  readonly inForce: ReadonlyMap<string, readonly number[]>
  readonly fallbackPairs: ReadonlyMap<string, readonly number[]>
}

const isSafe = ({action}: DnrRuleTemplate) => action.type === 'block' || action.type === 'allow'

/** Creates the install plan. Unchanged browser rules are the same objects as in the last plan. */
export function createPlanner(limits: Limits, extension: BrowserRules['extension']): (input: PlanInput) => InstallPlan {
  const own = createOwnRule(extension)
  const cache = new WeakMap<DnrRuleTemplate, RuleSlot & {readonly rule: BrowserRule}>()

  function getBrowserRule({rule: source, template}: DesiredRule, slot: RuleSlot): BrowserRule {
    const before = cache.get(template)
    if (before?.position === slot.position && before.part === slot.part) return before.rule
    const rule = createBrowserRule(source, template, slot, extension)
    cache.set(template, {...slot, rule})
    return rule
  }

  return input => {
    const problems = new Map<string, Problem[]>()
    const report: Report = (id, ...newProblems) => {
      const reported = problems.get(id) ?? []
      for (const problem of newProblems)
        if (!reported.some(other => JSON.stringify(other) === JSON.stringify(problem))) reported.push(problem)
      problems.set(id, reported)
    }
    for (const {stored, parsed} of input.rules)
      if (parsed.translation && parsed.translation.problems.length > 0)
        report(stored.id, ...parsed.translation.problems)
    const fallbackPairs = new Map<string, readonly number[]>()
    const desired = collectDesiredRules(input, report, fallbackPairs)
    const all = limitRegexes(mergeUserAgentRules(mergeQueryRules(desired)), limits.regexes, report)
    const installable = input.paused ? [] : all
    const getDelayPosition = installable.some(({template}) => template.delayMs !== undefined)
      ? assignDelayPositions(input.rules)
      : undefined

    const dynamic = [own]
    const session: BrowserRule[] = []
    const inForce = new Map<string, number[]>()
    const parts = new Map<string, number>()
    let unsafeCount = 0
    for (const each of installable) {
      const {rule, template, merged} = each
      const {id} = rule.stored
      const part = parts.get(id) ?? 0
      parts.set(id, part + 1)
      const position =
        template.delayMs === undefined ? rule.firstPosition + part : (getDelayPosition?.(rule, template) ?? 0)
      if (part >= maxPartsPerRule || position >= positionsPerBand) {
        if (part === maxPartsPerRule || part === 0)
          report(id, {code: 'too-many-parts', params: {limit: maxPartsPerRule}})
        continue
      }
      const isSafeRule = isSafe(template)
      const fits = dynamic.length < limits.dynamic && (isSafeRule || unsafeCount < limits.unsafeDynamic)
      if (!fits && session.length >= limits.session) {
        const limit = (isSafeRule ? limits.dynamic : limits.unsafeDynamic) + limits.session
        report(id, {code: 'over-limit', pair: template.pair, params: {limit, number: limit + 1, kind: 'browser'}})
        continue
      }
      if (fits && !isSafeRule) unsafeCount++
      const browserRule = getBrowserRule(each, {part, position})
      ;(fits ? dynamic : session).push(browserRule)
      // A match of a broader rule does not prove that the pair applied.
      for (const [ruleId, acts] of [[id, true] as const, ...merged])
        inForce.set(ruleId, [...(inForce.get(ruleId) ?? []), ...(acts && !template.isBroader ? [browserRule.id] : [])])
    }
    for (const {stored, parsed, isActive} of input.paused ? [] : input.rules)
      if (
        isActive &&
        (fallbackPairs.has(stored.id) || parsed.translation?.inPagePairs.length) &&
        !input.rejectedRules[stored.id]
      )
        inForce.set(stored.id, inForce.get(stored.id) ?? [])
    // With any browser rule, Chrome resets the badge at each navigation.
    return {dynamic: inForce.size > 0 ? dynamic : [], session, problems, inForce, fallbackPairs}
  }
}
