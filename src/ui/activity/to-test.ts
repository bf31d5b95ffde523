import type {Rule} from '../../contract/rule'
import {conditionsOf, type Condition} from '../../engine/why/prepared'
import {requestAt} from '../../engine/why/samples'
import type {Tested} from '../../engine/why/tested'
import {readAddress} from '../../matching/address'
import {looksAtPayload} from '../looks-at-payload'
import type {Entry} from './entries'
import {testedOf} from './judging'

/** What a rule asks of this address, where it can be one condition alone by which it acted. */
function askedBy(rule: Rule, url: string): readonly Condition[] {
  const [condition, another] = looksAtPayload(rule) ? conditionsOf(rule) : []
  return condition && !another && condition.compare(readAddress(url)) !== null ? [condition] : []
}

/**
 * A request as a tester begins with it. What was sent nobody has kept: where rules acted that ask for a payload, it is something like what
 * they ask for.
 */
export function toTest(entry: Entry, acting: readonly Rule[]): Tested {
  const tested = testedOf(entry)
  const [rule] = acting
  if (!rule || /^(?:GET|HEAD)$/.test(tested.method)) return tested
  const conditions = acting.flatMap(each => askedBy(each, tested.url))
  for (const together of [conditions, ...conditions.map(each => [each])]) {
    const made = requestAt(tested.url, rule.ruleType, together)
    if (made) return {...tested, payload: made.payload}
  }
  return tested
}
