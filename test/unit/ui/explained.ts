import type {Rule} from '../../../src/contract/rule'
import {explain, type Explanation} from '../../../src/ui/tester/explain'
import type {Tested} from '../../../src/ui/tester/tested'
import {aView} from './builders'
import type {RuleView} from '../../../src/contract/views'
import type {Group} from '../../../src/contract/group'

export const aRequest = (overrides: Partial<Tested> = {}): Tested => ({
  url: 'https://api.shop.test/v1/cart?lang=de',
  method: 'GET',
  resourceType: 'xmlhttprequest',
  page: '',
  payload: '',
  ...overrides,
})

type Given = {
  readonly draft: Rule
  readonly others?: readonly (Rule | RuleView)[]
  readonly tested?: Partial<Tested>
  readonly groups?: readonly Group[]
  readonly paused?: boolean
  /** The draft is a rule of the library, at its place among the others. */
  readonly id?: string
}

/** Runs an explanation to its end. */
export function explained({draft, others = [], tested = {}, groups = [], paused = false, id}: Given): Explanation {
  const rules = others.map(each => ('ruleType' in each ? aView(each) : each))
  const work = explain({
    tested: aRequest(tested),
    draft: {id, rule: draft, isKept: false},
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
