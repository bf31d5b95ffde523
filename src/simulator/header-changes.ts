import type {HeaderChange} from '../model/extension-rule'
import type {MatchedCondition} from './request-flow'

type Target = 'request' | 'response'
export type HeaderEffect = {readonly match: MatchedCondition; readonly target: Target; readonly change: HeaderChange}

/** The header changes that are applied, and those that a rule above overrides. */
export type HeaderOutcome = {
  readonly applied: readonly HeaderEffect[]
  readonly ignored: readonly (HeaderEffect & {readonly overriddenBy: MatchedCondition})[]
}

/** Browser rules of one condition have the same action, of which only one is applied. */
const getDistinctActions = ({dnrRules}: MatchedCondition) =>
  new Map(dnrRules.map(({action}) => [JSON.stringify(action), action] as const)).values()

/**
 * Applies header changes in list order. A header that was set or removed stays so; later rules may
 * only append to a header that was set. The tests in test/browser/tester-oracle.test.ts compare
 * this with Chrome.
 */
export function combineHeaderChanges(matches: readonly MatchedCondition[]): HeaderOutcome {
  const first = new Map<string, HeaderEffect>()
  const applied: HeaderEffect[] = []
  const ignored: (HeaderEffect & {overriddenBy: MatchedCondition})[] = []
  for (const match of matches)
    for (const action of getDistinctActions(match)) {
      // The response headers of a User agent rule only inform the page script.
      const isUserAgent = match.candidate.rule.ruleType === 'UserAgent'
      for (const [target, changes] of [
        ['request', action.requestHeaders],
        ['response', isUserAgent ? [] : action.responseHeaders],
      ] as const)
        for (const change of changes ?? []) {
          const key = `${target} ${change.header}`
          const before = first.get(key)
          const effect = {match, target, change}
          const fits = !before || (change.operation === 'append' && before.change.operation !== 'remove')
          // Changes within one browser rule are applied in sequence.
          if (fits || before.match === match) applied.push(effect)
          else ignored.push({...effect, overriddenBy: before.match})
          if (!before) first.set(key, effect)
        }
    }
  return {applied, ignored}
}
