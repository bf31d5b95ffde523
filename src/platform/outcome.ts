import type {OptionsSurface} from '../ui/surface'
import {browser} from './browser'

/** Only where the extension is installed unpacked; the polyfill's types do not know it. */
type Testing = {
  testMatchOutcome?(question: object): Promise<{readonly matchedRules: readonly {readonly ruleId: number}[]}>
}

export const outcomeOf: OptionsSurface['outcomeOf'] = async question => {
  const rules = browser.declarativeNetRequest as unknown as Testing
  if (!rules.testMatchOutcome) return null
  const {matchedRules} = await rules.testMatchOutcome(question)
  return matchedRules.map(({ruleId}) => ruleId)
}
