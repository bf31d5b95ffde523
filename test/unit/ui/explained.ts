import type {Problem} from '../../../src/model/problems'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {judge, translated} from '../../../src/ui/options/editor/model/judge'
import type {Drafted} from '../../../src/simulator/contest'
import {explain, type Explanation} from '../../../src/simulator/explain'
import type {Tested} from '../../../src/simulator/tested'
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

export const aRequest = (overrides: Partial<Tested> = {}): Tested => ({
  url: 'https://api.shop.test/v1/cart?lang=de',
  method: 'GET',
  resourceType: 'xmlhttprequest',
  page: '',
  payload: '',
  ...overrides,
})

/** A rule as a draft, judged as Chrome would: what it refuses, and whether files may be read. */
export function asDraft(
  rule: Rule,
  {id, refuses = () => false, files = false}: Pick<Given, 'id' | 'refuses' | 'files'> = {},
): Drafted {
  const refusalOf = ({condition: {regexFilter}}: DnrRuleTemplate) =>
    regexFilter !== undefined && refuses(regexFilter) ? 'syntaxError' : undefined
  return {id, rule, judged: judge(rule, translated(rule, files), refusalOf), problems: []}
}

type Given = {
  readonly draft: Rule
  readonly others?: readonly (Rule | RuleView)[]
  readonly tested?: Partial<Tested>
  readonly groups?: readonly Group[]
  readonly paused?: boolean
  /** The draft is a rule of the library, at its place among the others. */
  readonly id?: string | undefined
  readonly refuses?: (regex: string) => boolean
  readonly files?: boolean
  /** What the worker said of the kept rule, and still holds. */
  readonly problems?: readonly Problem[]
}

/** Runs an explanation to its end. */
export function explained({
  draft,
  others = [],
  tested = {},
  groups = [],
  paused = false,
  problems = [],
  ...drafted
}: Given): Explanation {
  const rules = others.map(each => ('ruleType' in each ? aView(each) : each))
  const work = explain({
    tested: aRequest(tested),
    draft: {...asDraft(draft, drafted), problems},
    library: {rules, groups, paused},
  })
  for (;;) {
    const step = work.next()
    if (!step.done) continue
    if ('not' in step.value) throw new Error(step.value.not)
    return step.value
  }
}

/** Each rule's name and what became of it. */
export const kinds = (explanation: Explanation): readonly (readonly [string, string])[] =>
  explanation.verdicts.map(({contender, kind}) => [contender.rule.name, kind])
