import type {Rule} from '../../../src/model/rule'
import type {LibraryView, RuleView} from '../../../src/model/views'
import type {Drafted} from '../../../src/simulator/contest'
import {explain, type Explanation} from '../../../src/simulator/explain'
import type {Tested} from '../../../src/simulator/tested'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {judge, translated} from '../../../src/ui/options/editor/model/judge'

/** A kept rule that nobody has changed; what Chrome refuses of it, the worker has said. */
const asDraft = ({id, problems}: RuleView, rule: Rule): Drafted => {
  const refused = new Set(problems.flatMap(({code, pair}) => (/^regex-(?:refused|in-part)$/.test(code) ? [pair] : [])))
  const refusalOf = ({pair}: DnrRuleTemplate) => (refused.has(pair) ? 'syntaxError' : undefined)
  return {id, rule, judged: judge(rule, translated(rule, true), refusalOf), problems}
}

/** What the tester says, with the first rule that can be read as its draft. */
export function told({rules, groups, paused}: LibraryView, tested: Tested): Explanation {
  const own = rules.find(({rule}) => rule !== null)
  if (!own?.rule) throw new Error('no rules')
  const work = explain({tested, draft: asDraft(own, own.rule), library: {rules, groups, paused}})
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    if ('not' in step.value) throw new Error(`${step.value.not}: ${tested.url}`)
    return step.value
  }
}
