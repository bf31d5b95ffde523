import type {Problem} from '../../../src/model/problems'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {validateRule, translateDraft} from '../../../src/ui/options/editor/model/draft-validator'
import type {DraftRule} from '../../../src/simulator/candidate-rules'
import {explainDraft, type DraftExplanation} from '../../../src/simulator/explain'
import type {TestRequest} from '../../../src/simulator/test-request'
import {aPair} from '../builders'
import {aRule, aView} from './builders'
import type {RuleView} from '../../../src/model/views'
import type {Group} from '../../../src/model/group'

export const host = (value = 'api.shop.test', filters: Source['filters'] = []): Source => ({
  key: 'host',
  operator: 'Equals',
  value,
  filters,
})
export const redirect = (name: string, destination: string, source = host()) =>
  aRule('Redirect', {name, pairs: [aPair('Redirect', {source, destination})]})
export const cancel = (name: string, source = host()) => aRule('Cancel', {name, pairs: [{source}]})
export const headers = (name: string, ...changes: readonly (readonly ['Add' | 'Modify' | 'Remove', string])[]) =>
  aRule('Headers', {
    name,
    pairs: [{source: host(), modifications: changes.map(([type, header]) => ({type, header, value: name}))}],
  })
export const query = (name: string, param: string, source = host()) =>
  aRule('QueryParam', {name, pairs: [{source, modifications: [{param, type: 'Modify', value: name}]}]})
export const isLookAhead = (regex: string) => regex.includes('(?=')

export const aRequest = (overrides: Partial<TestRequest> = {}): TestRequest => ({
  url: 'https://api.shop.test/v1/cart?lang=de',
  method: 'GET',
  resourceType: 'xmlhttprequest',
  page: '',
  payload: '',
  ...overrides,
})

/** A validated draft, with the regexes that Chrome rejects and with or without file access. */
export function asDraft(
  rule: Rule,
  {id, refuses = () => false, files = false}: Pick<Given, 'id' | 'refuses' | 'files'> = {},
): DraftRule {
  const refusalOf = ({condition: {regexFilter}}: DnrRuleTemplate) =>
    regexFilter !== undefined && refuses(regexFilter) ? 'syntaxError' : undefined
  return {id, rule, validation: validateRule(rule, translateDraft(rule, files), refusalOf), problems: []}
}

type Given = {
  readonly draft: Rule
  readonly others?: readonly (Rule | RuleView)[]
  readonly request?: Partial<TestRequest>
  readonly groups?: readonly Group[]
  readonly paused?: boolean
  /** The id of the draft if it is a rule of the library. */
  readonly id?: string | undefined
  readonly refuses?: (regex: string) => boolean
  readonly files?: boolean
  /** Problems of the saved rule that still hold. */
  readonly problems?: readonly Problem[]
}

/** Runs an explanation to its end. */
export function explained({
  draft,
  others = [],
  request = {},
  groups = [],
  paused = false,
  problems = [],
  ...drafted
}: Given): DraftExplanation {
  const rules = others.map(each => ('ruleType' in each ? aView(each) : each))
  const work = explainDraft({
    request: aRequest(request),
    draft: {...asDraft(draft, drafted), problems},
    library: {rules, groups, paused},
  })
  for (;;) {
    const step = work.next()
    if (!step.done) continue
    if ('fault' in step.value) throw new Error(step.value.fault)
    return step.value
  }
}

/** The name and the verdict of each rule. */
export const kinds = (explanation: DraftExplanation): readonly (readonly [string, string])[] =>
  explanation.verdicts.map(({candidate, kind}) => [candidate.rule.name, kind])
