import type {HeaderChange} from '../model/extension-rule'
import type {Touch} from './request-flow'

type Target = 'request' | 'response'
export type HeaderEffect = {readonly touch: Touch; readonly target: Target; readonly change: HeaderChange}

/** What header rules come to: the changes that are made, and those that an upper rule leaves no room for. */
export type HeaderOutcome = {
  readonly made: readonly HeaderEffect[]
  readonly ignored: readonly (HeaderEffect & {readonly because: Touch})[]
}

/** A condition may take several browser rules, which all do the same: on a request one of them acts. */
const actionsOf = ({drafts}: Touch) =>
  new Map(drafts.map(({action}) => [JSON.stringify(action), action] as const)).values()

/** Chrome asks the upper rule first: what it has set or removed stays so, but for more values that are appended to what was set. */
export function headerOutcome(touches: readonly Touch[]): HeaderOutcome {
  const first = new Map<string, HeaderEffect>()
  const made: HeaderEffect[] = []
  const ignored: (HeaderEffect & {because: Touch})[] = []
  for (const touch of touches)
    for (const action of actionsOf(touch)) {
      // With the answer a User agent rule only tells the page what it sent.
      const isTold = touch.contender.rule.ruleType === 'UserAgent'
      for (const [target, changes] of [
        ['request', action.requestHeaders],
        ['response', isTold ? [] : action.responseHeaders],
      ] as const)
        for (const change of changes ?? []) {
          const key = `${target} ${change.header}`
          const before = first.get(key)
          const effect = {touch, target, change}
          const fits = !before || (change.operation === 'append' && before.change.operation !== 'remove')
          // In one browser rule the list says what happens, one after the other.
          if (fits || before.touch === touch) made.push(effect)
          else ignored.push({...effect, because: before.touch})
          if (!before) first.set(key, effect)
        }
    }
  return {made, ignored}
}
