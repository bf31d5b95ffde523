import type {Rule} from '../../contract/rule'
import type {PayloadFilter} from '../../contract/source'
import {conditionsOf, type Condition} from '../../engine/why/prepared'
import {requestAt} from '../../engine/why/samples'
import type {Tested} from '../../engine/why/tested'
import {readAddress} from '../../matching/address'
import {looksAtPayload} from '../looks-at-payload'

const payloadsOf = ({pairs}: Rule): readonly PayloadFilter[] =>
  pairs.flatMap(({source}) => source?.filters?.flatMap(({requestPayload}) => requestPayload ?? []) ?? [])

/** Of the rules that acted at this address those that look at payloads, where it can be one condition alone by which they did. */
const lookers = (acting: readonly Rule[], url: string): readonly Rule[] =>
  acting.filter(rule => {
    const [condition, another] = looksAtPayload(rule) ? conditionsOf(rule) : []
    return condition && !another && condition.compare(readAddress(url)) !== null
  })

/** Whether nothing is sent but an address, which is known. */
export const hasNoBody = ({method}: Tested): boolean => /^(?:GET|HEAD)$/.test(method)

/** Something like what was sent, as far as the rules tell that acted: nobody has kept it. Empty where they tell nothing. */
export function payloadLike(tested: Tested, acting: readonly Rule[]): string {
  const rules = hasNoBody(tested) ? [] : lookers(acting, tested.url)
  const [first] = rules
  if (!first) return ''
  const conditions: readonly Condition[] = rules.flatMap(conditionsOf)
  for (const together of [conditions, ...conditions.map(each => [each])]) {
    const made = requestAt(tested.url, first.ruleType, together)
    if (made) return made.payload
  }
  return ''
}

/** Whether what acted tells all that this rule looks for in what was sent. */
export function isAllTold(rule: Rule, tested: Tested, acting: readonly Rule[]): boolean {
  const told = lookers(acting, tested.url)
    .flatMap(payloadsOf)
    .filter(({operator}) => operator === 'Equals')
  return payloadsOf(rule).every(({key}) => told.some(each => each.key === key))
}
