import type {BrowserRule} from '../../model/extension-rule'
import type {BrowserRules, RuleSet} from '../../engine/ports'
import {refusalIn} from './regex-refusal'
import {browser} from './worker-browser'

type Rules = typeof browser.declarativeNetRequest
// The polyfill's types lack `topDomains` and newer resource types.
type TheirChange = Parameters<Rules['updateDynamicRules']>[0]

const secretKey = 'waiting-secret'

/** A random token of this installation that pages cannot read. */
export async function keptSecret(make: () => string): Promise<string> {
  const known = (await browser.storage.local.get(secretKey))[secretKey]
  if (typeof known === 'string') return known
  const secret = make()
  await browser.storage.local.set({[secretKey]: secret})
  return secret
}

export function createBrowserRules(secret: string): BrowserRules {
  const rules = browser.declarativeNetRequest
  const verbs = {
    dynamic: {read: () => rules.getDynamicRules(), update: (change: TheirChange) => rules.updateDynamicRules(change)},
    session: {read: () => rules.getSessionRules(), update: (change: TheirChange) => rules.updateSessionRules(change)},
  } as const satisfies Record<RuleSet, unknown>
  return {
    installed: async set => (await verbs[set].read()) as unknown as BrowserRule[],
    update: (set, {remove, add}) =>
      verbs[set].update({removeRuleIds: [...remove], addRules: add as unknown as NonNullable<TheirChange['addRules']>}),
    refusalOf: refusalIn(rules),
    fileAccess: () => browser.extension.isAllowedFileSchemeAccess(),
    extension: {id: browser.runtime.id, origin: browser.runtime.getURL('').replace(/\/$/, ''), secret},
  }
}
