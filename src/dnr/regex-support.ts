import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {createFallback} from './fallback'
import type {DnrRuleTemplate, Translation} from './translation'

type RegexOptions = {
  readonly regex: string
  readonly isCaseSensitive: boolean
  /** Whether the rule substitutes captures. */
  readonly requireCapturing: boolean
}

/** Resolves to the reason why RE2 rejects a regex, or null. */
export type GetRegexRefusal = (options: RegexOptions) => Promise<string | null>

function toRegexQuery({
  action,
  condition,
}: DnrRuleTemplate): {readonly options: RegexOptions; readonly key: string} | null {
  const {regexFilter: regex, isUrlFilterCaseSensitive: isCaseSensitive = false} = condition
  if (regex === undefined) return null
  const requireCapturing = action.redirect?.regexSubstitution !== undefined
  const key = `${isCaseSensitive ? '' : 'i'}${requireCapturing ? 'c' : ''} ${regex}`
  return {options: {regex, isCaseSensitive, requireCapturing}, key}
}

/** `getRefusal` returns undefined for a supported regex and for a template without one. */
export type RegexChecker = {
  readonly check: (templates: readonly DnrRuleTemplate[]) => Promise<void>
  readonly getRefusal: (template: DnrRuleTemplate) => string | undefined
}

/** Asks Chrome once per regex. One rejected regex would make Chrome refuse the whole update. */
export function createRegexChecker({getRegexRefusal}: {readonly getRegexRefusal: GetRegexRefusal}): RegexChecker {
  const refusals = new Map<string, string | null>()
  return {
    async check(templates) {
      const unchecked = new Map<string, RegexOptions>()
      for (const template of templates) {
        const query = toRegexQuery(template)
        if (query && !refusals.has(query.key)) unchecked.set(query.key, query.options)
      }
      await Promise.all([...unchecked].map(async ([key, options]) => refusals.set(key, await getRegexRefusal(options))))
    },
    getRefusal(template) {
      const query = toRegexQuery(template)
      return query ? (refusals.get(query.key) ?? undefined) : undefined
    },
  }
}

type Report = (problem: Problem) => void

/** The templates to install where Chrome rejects the regex of this one. */
export function createFallbackTemplates(template: DnrRuleTemplate, report: Report): readonly DnrRuleTemplate[] {
  const {fallbackConditions, ...rest} = template
  if (fallbackConditions?.problem) report(fallbackConditions.problem)
  return fallbackConditions?.conditions.map(condition => ({...rest, condition})) ?? []
}

/** The templates that Chrome supports, and the pairs that our own matcher handles. */
export type SupportedTemplates = {
  readonly templates: readonly DnrRuleTemplate[]
  readonly fallbackPairs: readonly number[]
}

/** Chrome rejects the regex, but the page script still handles fetch and XHR. */
const createFetchOnlyProblem = (pair: number): Problem => ({code: 'fetch-only', pair, params: {because: 'regex'}})

export function selectSupportedTemplates(
  rule: Rule,
  {templates, inPagePairs, fallbackPairs = []}: Translation,
  getRefusal: RegexChecker['getRefusal'],
  report: Report,
): SupportedTemplates {
  // A pair with a rejected regex and no fallback condition is left out completely, because its
  // other templates would apply only half of the rule.
  const rejectedPairs = new Map<number, string>()
  for (const template of templates) {
    const reason = template.fallbackConditions ? undefined : getRefusal(template)
    if (reason !== undefined) rejectedPairs.set(template.pair, reason)
  }
  const fallbacks = [...rejectedPairs].map(([pair, reason]) => {
    const refused: Problem = {code: 'regex-refused', pair, field: 'source.value', params: {reason}}
    const fallback = createFallback(rule, pair, refused)
    report(fallback?.problem ?? (inPagePairs.includes(pair) ? createFetchOnlyProblem(pair) : refused))
    return {pair, fallback}
  })
  const supported = templates.flatMap(template =>
    rejectedPairs.has(template.pair)
      ? []
      : getRefusal(template) === undefined
        ? template
        : createFallbackTemplates(template, report),
  )
  return {
    templates: [...supported, ...fallbacks.flatMap(({fallback}) => fallback?.templates ?? [])],
    fallbackPairs: [...fallbackPairs, ...fallbacks.flatMap(({pair, fallback}) => (fallback ? pair : []))],
  }
}
