import type {BrowserRules} from '../../engine/ports'
import type {browser} from './worker-browser'

export const createRegexCheck =
  (rules: Pick<typeof browser.declarativeNetRequest, 'isRegexSupported'>): BrowserRules['getRegexRefusal'] =>
  async question => {
    const {isSupported, reason} = await rules.isRegexSupported(question)
    return isSupported ? null : (reason ?? 'unknown')
  }
