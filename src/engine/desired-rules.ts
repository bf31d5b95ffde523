import type {QueryChanges} from '../model/page-rules'
import type {RuleCondition} from '../model/extension-rule'
import {mergeQueryOutcomes} from '../matching/query-changes'
import {createQueryAction} from '../dnr/rules/query-param'
import type {Problem} from '../model/problems'
import {selectSupportedTemplates, type RegexChecker} from '../dnr/regex-support'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {CompiledRule} from './compiled-rules'
import {toLoopProblem} from '../simulator/loops'
import type {Loop} from '../api/library'

export type PlanInput = {
  readonly rules: readonly CompiledRule[]
  /** While paused nothing is installed, but problems are reported. */
  readonly paused: boolean
  readonly loops: readonly Loop[]
  readonly getRefusal: RegexChecker['getRefusal']
  readonly rejectedRules: Readonly<Record<string, string>>
}

/**
 * A template to install. `merged` lists lower rules merged into it, and whether they still apply.
 */
export type DesiredRule = {
  readonly rule: CompiledRule
  readonly template: DnrRuleTemplate
  readonly merged: readonly (readonly [id: string, acts: boolean])[]
}

export type Report = (id: string, ...problems: readonly Problem[]) => void

/** The templates of all active rules. Adds the pairs that need the fallback to `fallbackPairs`. */
export function collectDesiredRules(
  {rules, loops, getRefusal, rejectedRules}: PlanInput,
  report: Report,
  fallbackPairs: Map<string, readonly number[]>,
): DesiredRule[] {
  const loopsByRule = new Map(loops.map(loop => [loop.ruleId, loop]))
  return rules.flatMap(rule => {
    const {stored, parsed, isActive} = rule
    if (!isActive || parsed.translation === null) return []
    const loop = loopsByRule.get(stored.id)
    const refusal = rejectedRules[stored.id]
    if (loop) report(stored.id, toLoopProblem(loop))
    if (refusal !== undefined) report(stored.id, {code: 'refused-by-browser', params: {reason: refusal}})
    if (loop || refusal !== undefined) return []
    const supported = selectSupportedTemplates(parsed.rule, parsed.translation, getRefusal, problem =>
      report(stored.id, problem),
    )
    if (supported.fallbackPairs.length > 0) fallbackPairs.set(stored.id, supported.fallbackPairs)
    return supported.templates.map(template => ({rule, template, merged: []}))
  })
}

const keys = new WeakMap<RuleCondition, string>()

function getConditionKey(condition: RuleCondition): string {
  const key = keys.get(condition) ?? JSON.stringify(condition)
  keys.set(condition, key)
  return key
}

function mergeBy<T>(all: readonly T[], getKey: (each: T) => string | undefined, merge: (upper: T, lower: T) => T): T[] {
  const mergedRules = new Map<T | string, T>()
  for (const each of all) {
    const key = getKey(each) ?? each
    const upper = mergedRules.get(key)
    mergedRules.set(key, upper === undefined ? each : merge(upper, each))
  }
  return [...mergedRules.values()]
}

export const mergeQueryChanges = <T>(
  all: readonly T[],
  getQuery: (each: T) => QueryChanges | undefined,
  getKey: (each: T) => string,
  merge: (upper: T, lower: T, both: QueryChanges) => T,
): T[] =>
  mergeBy(
    all,
    each => (getQuery(each) ? getKey(each) : undefined),
    (upper, lower) => {
      const [first, second] = [getQuery(upper), getQuery(lower)]
      return first && second ? merge(upper, lower, mergeQueryOutcomes(first, second)) : upper
    },
  )

/**
 * Merges QueryParam rules with the same condition. Two redirects would not chain, because Chrome
 * ignores a redirect to the same URL.
 */
export const mergeQueryRules = (all: readonly DesiredRule[]): DesiredRule[] =>
  mergeQueryChanges(
    all,
    ({template}) => template.query,
    ({template}) => getConditionKey(template.condition),
    (upper, {rule}, both) => ({
      ...upper,
      template: {...upper.template, query: both, action: createQueryAction(both)},
      merged: [...upper.merged, [rule.stored.id, both !== upper.template.query]],
    }),
  )

/** With the same condition only the upper user agent applies. */
export const mergeUserAgentRules = (all: readonly DesiredRule[]): DesiredRule[] =>
  mergeBy(
    all,
    ({rule, template}) =>
      rule.parsed.rule?.ruleType === 'UserAgent' ? getConditionKey(template.condition) : undefined,
    (upper, {rule}) => ({...upper, merged: [...upper.merged, [rule.stored.id, false]]}),
  )
