import type {Rule} from '../../../src/model/rule'
import type {LibraryView, RuleView} from '../../../src/model/views'
import type {DraftRule} from '../../../src/simulator/candidate-rules'
import {explainDraft, type DraftExplanation} from '../../../src/simulator/explain'
import type {TestRequest} from '../../../src/simulator/test-request'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {validateRule, translateDraft} from '../../../src/ui/options/editor/model/draft-validator'

/** A stored rule as an unchanged draft. Refusals come from its problems. */
const asDraft = ({id, problems}: RuleView, rule: Rule): DraftRule => {
  const refused = new Set(problems.flatMap(({code, pair}) => (/^regex-(?:refused|in-part)$/.test(code) ? [pair] : [])))
  const refusalOf = ({pair}: DnrRuleTemplate) => (refused.has(pair) ? 'syntaxError' : undefined)
  return {id, rule, validation: validateRule(rule, translateDraft(rule, true), refusalOf), problems}
}

/** Explains a request as the tester does, with the first readable rule as the draft. */
export function explainAsTester({rules, groups, paused}: LibraryView, tested: TestRequest): DraftExplanation {
  const own = rules.find(({rule}) => rule !== null)
  if (!own?.rule) throw new Error('no rules')
  const work = explainDraft({request: tested, draft: asDraft(own, own.rule), library: {rules, groups, paused}})
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    if ('fault' in step.value) throw new Error(`${step.value.fault}: ${tested.url}`)
    return step.value
  }
}

/**
 * Returns the ids of the rules that act on the original URL: those that redirect or end the
 * request, otherwise all matching header rules.
 */
export function getFirstActingRules({verdicts}: DraftExplanation): readonly string[] {
  // Chrome does not report actions that run inside the page.
  const acting = verdicts.filter(
    ({effect}) => effect && !['headers', 'in-page'].includes(effect.kind) && effect.match.hop === 0,
  )
  const delays = acting.filter(({candidate}) => candidate.rule.ruleType === 'Delay')
  const first = delays.length > 0 ? delays : acting
  const headers = verdicts.filter(
    ({effect, reason}) => effect?.kind === 'headers' || (!effect && reason?.why === 'header-taken'),
  )
  return (first.length > 0 ? first : headers).map(({candidate}) => candidate.id).toSorted()
}
