import type {Rule} from '../../contract/rule'
import {conditionsOf} from '../../engine/why/prepared'
import {requestAt} from '../../engine/why/samples'
import type {Tested} from '../../engine/why/tested'
import type {Entry} from './entries'
import {testedOf} from './judging'

/**
 * A request as the tester of a rule begins with it. What was sent nobody has kept: where the rule acted and asks for a payload by a condition
 * that must be the one, something like it was.
 */
export function toTest(entry: Entry, rule: Rule, hasActed: boolean): Tested {
  const tested = testedOf(entry)
  const [condition, another] = conditionsOf(rule)
  if (!hasActed || !condition || another || /^(?:GET|HEAD)$/.test(tested.method)) return tested
  return {...tested, payload: requestAt(tested.url, rule.ruleType, [condition])?.payload ?? ''}
}
