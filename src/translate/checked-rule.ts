import {fault, type Fault} from '../contract/faults'
import {isRecord} from '../contract/json'
import {readRulePayload, type RulePayload} from '../contract/payload'
import type {Problem} from '../contract/problems'
import {notARegex, theRule, theRuleNamed} from '../contract/reasons'
import type {Rule} from '../contract/rule'
import {invalid} from '../contract/service-error'
import {translate} from './translate'

const sourcesOf = (pairs: readonly unknown[]) =>
  pairs.flatMap((pair, index) => (isRecord(pair) && isRecord(pair['source']) ? [{index, source: pair['source']}] : []))

/** What is no regex at all is refused; what Chrome's regexes cannot do is a problem shown on the rule. */
function faultsOfRegexes(payload: RulePayload): Fault[] {
  const rule = {...payload, id: 'none yet'} as Rule
  const asFaults = (problems: readonly Problem[], pair?: number) =>
    problems
      .filter(({code}) => code === 'regex-syntax')
      .map(problem =>
        fault(
          `pairs[${pair ?? problem.pair}].${problem.field}`,
          problem.code,
          String(problem.says?.['reason'] ?? notARegex),
        ),
      )
  const inSources = sourcesOf(rule.pairs).flatMap(({index, source}) =>
    asFaults(translate({...rule, ruleType: 'Cancel', pairs: [{source}]} as unknown as Rule).problems, index),
  )
  const others = asFaults(translate(rule).problems)
  return [...inSources, ...others.filter(({path}) => !inSources.some(each => each.path === path))]
}

export const ruleNamed = (raw: unknown): string =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== '' ? theRuleNamed(raw['name']) : theRule

/** The payload of a rule, checked to the last regex; refused with 400 and every fault it has. */
export function checkedRule(raw: unknown): RulePayload {
  const what = ruleNamed(raw)
  const read = readRulePayload(raw)
  if (!read.ok) throw invalid(what, read.faults)
  const faults = faultsOfRegexes(read.value)
  if (faults.length > 0) throw invalid(what, faults)
  return read.value
}
