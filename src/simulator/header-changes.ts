import type {HeaderChange} from '../model/extension-rule'
import type {MatchedCondition} from './request-flow'

type Target = 'request' | 'response'
export type HeaderEffect = {readonly match: MatchedCondition; readonly target: Target; readonly change: HeaderChange}

/** What header rules come to: the changes that are made, and those that an upper rule leaves no room for. */
export type HeaderOutcome = {
  readonly applied: readonly HeaderEffect[]
  readonly ignored: readonly (HeaderEffect & {readonly overriddenBy: MatchedCondition})[]
}

/** A condition may take several browser rules, which all do the same: on a request one of them acts. */
const actionsOf = ({dnrRules}: MatchedCondition) =>
  new Map(dnrRules.map(({action}) => [JSON.stringify(action), action] as const)).values()

/** Chrome asks the upper rule first: what it has set or removed stays so, but for more values that are appended to what was set. */
export function combineHeaderChanges(matches: readonly MatchedCondition[]): HeaderOutcome {
  const first = new Map<string, HeaderEffect>()
  const applied: HeaderEffect[] = []
  const ignored: (HeaderEffect & {overriddenBy: MatchedCondition})[] = []
  for (const match of matches)
    for (const action of actionsOf(match)) {
      // With the answer a User agent rule only tells the page what it sent.
      const isTold = match.candidate.rule.ruleType === 'UserAgent'
      for (const [target, changes] of [
        ['request', action.requestHeaders],
        ['response', isTold ? [] : action.responseHeaders],
      ] as const)
        for (const change of changes ?? []) {
          const key = `${target} ${change.header}`
          const before = first.get(key)
          const effect = {match, target, change}
          const fits = !before || (change.operation === 'append' && before.change.operation !== 'remove')
          // In one browser rule the list says what happens, one after the other.
          if (fits || before.match === match) applied.push(effect)
          else ignored.push({...effect, overriddenBy: before.match})
          if (!before) first.set(key, effect)
        }
    }
  return {applied, ignored}
}
