import type {BrowserRule} from '../../model/extension-rule'
import type {BrowserRules, RuleSet} from '../../engine/ports'
import {createRegexCheck} from './regex-refusal'
import {browser} from './worker-browser'

type Rules = typeof browser.declarativeNetRequest
// The polyfill's types lack `topDomains` and newer resource types.
type RulesUpdate = Parameters<Rules['updateDynamicRules']>[0]

const tokenKey = 'waiting-secret'

/** A random token of this installation that pages cannot read. */
export async function getInstallationToken(make: () => string): Promise<string> {
  const known = (await browser.storage.local.get(tokenKey))[tokenKey]
  if (typeof known === 'string') return known
  const installationToken = make()
  await browser.storage.local.set({[tokenKey]: installationToken})
  return installationToken
}

export function createBrowserRules(installationToken: string): BrowserRules {
  const rules = browser.declarativeNetRequest
  const verbs = {
    dynamic: {read: () => rules.getDynamicRules(), update: (change: RulesUpdate) => rules.updateDynamicRules(change)},
    session: {read: () => rules.getSessionRules(), update: (change: RulesUpdate) => rules.updateSessionRules(change)},
  } as const satisfies Record<RuleSet, unknown>
  return {
    installed: async set => (await verbs[set].read()) as unknown as BrowserRule[],
    update: (set, {remove, add}) =>
      verbs[set].update({removeRuleIds: [...remove], addRules: add as unknown as NonNullable<RulesUpdate['addRules']>}),
    getRegexRefusal: createRegexCheck(rules),
    hasFileAccess: () => browser.extension.isAllowedFileSchemeAccess(),
    extension: {id: browser.runtime.id, origin: browser.runtime.getURL('').replace(/\/$/, ''), installationToken},
  }
}
