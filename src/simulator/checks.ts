import type {FilterName} from '../model/page-rules'
import {getConditions, type Condition} from './conditions'
import type {Reason, Verdict} from './verdict'

/** The checks in the order in which they run. The first failed check explains the verdict. */
export type Check = {readonly passed: boolean} & (
  | {readonly check: 'rules-on' | 'rule-on' | 'group-on' | 'in-force' | 'kind' | 'first'}
  /**
   * `source`: the URL of some hop matches. `text`: the URL contains the search text of a Replace
   * rule.
   */
  | {readonly check: 'source' | 'text'; readonly condition: Condition}
  | {readonly check: 'filter'; readonly filter: FilterName; readonly condition: Condition}
)

type CheckName = Check['check']

function getFailedCheck(reason: Reason): CheckName {
  switch (reason.why) {
    case 'off':
      return ({paused: 'rules-on', rule: 'rule-on', group: 'group-on'} as const)[reason.off]
    case 'left-out':
    case 'faulty':
    case 'loop':
      return 'in-force'
    case 'source':
      return 'source'
    case 'filter':
      return 'filter'
    case 'no-text':
      return 'text'
    case 'request-type':
      return 'kind'
    default:
      return 'first'
  }
}

/** Returns the condition that acted, or else the one that came nearest to matching. */
function findCondition({candidate, reason, match}: Verdict): Condition | undefined {
  if (reason && 'condition' in reason) return reason.condition
  const nearest = reason?.why === 'source' ? reason.index : 0
  return match?.condition ?? getConditions(candidate.rule)[nearest]
}

/** Lists the passed checks, followed by the failed one if there is any. */
export function listChecks(verdict: Verdict): readonly Check[] {
  const {candidate, reason} = verdict
  const condition = findCondition(verdict)
  const isGrouped = candidate.rule.groupId !== ''
  const names = ['rules-on', 'rule-on', ...(isGrouped ? (['group-on'] as const) : []), 'in-force'] as const
  const all: Check[] = names.map(check => ({check, passed: true}))
  if (condition) {
    all.push({check: 'source', condition, passed: true})
    for (const {name} of condition.filters()) {
      // The payload is not read where the rule cannot act.
      if (name === 'requestPayload' && reason?.why === 'request-type') continue
      all.push({check: 'filter', filter: name, condition, passed: true})
    }
    if (candidate.rule.ruleType === 'Replace') all.push({check: 'text', condition, passed: true})
  }
  all.push({check: 'kind', passed: true}, {check: 'first', passed: true})
  // A rule with any effect has passed all checks.
  if (reason === null || verdict.effect !== null) return all
  const name = getFailedCheck(reason)
  const at = all.findIndex(each => each.check === name) + (reason.why === 'filter' ? reason.at : 0)
  return [...all.slice(0, at), ...all.slice(at, at + 1).map(each => ({...each, passed: false}))]
}
