import {isRecord} from './json'
import type {StoredRecord} from './rule'
import {pairKinds} from './rules'

/** Whether a rule brings code, in any shape that accounts hold, also where it cannot be read otherwise. */
export function hasCode({ruleType, pairs}: StoredRecord): boolean {
  if ((ruleType !== 'Request' && ruleType !== 'Response') || !Array.isArray(pairs)) return false
  const {lift} = pairKinds[ruleType]
  return pairs.map(lift).some(pair => isRecord(pair) && pair['type'] === 'code')
}
