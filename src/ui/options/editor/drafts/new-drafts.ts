import type {NewRuleQuery} from '../../route'
import {isRuleType, type RuleType} from '../../../../model/rules'

const prefix = 'new/'
export const isNewKey = (key: string): boolean => key.startsWith(prefix)
/** The last part of a new rule's key. `rule.create` makes one rule per key, even if sent again. */
export const onceOf = (key: string): string | undefined => (isNewKey(key) ? key.split('/')[2] : undefined)
export const freshOnce = (): string => crypto.randomUUID().slice(0, 13)
export const preparedKey = (type: RuleType, once: string): string => `${prefix}${type}/${once}`
export const freshKey = (type: RuleType): string => preparedKey(type, freshOnce())
export function typeOf(key: string): RuleType | undefined {
  const type = key.split('/')[1] ?? ''
  return isNewKey(key) && isRuleType(type) ? type : undefined
}

export const newOf = (type: RuleType, start: string): string => `${type}?${start}`
export const startText = ({host, address, template, draft}: NewRuleQuery): string =>
  [host, address, template, draft].join(' ').trim()

/** The draft of this tab, by rule id, or by type and start of a new rule. It survives a reload. */
export function createTabDrafts(tab: Storage) {
  const place = (what: string) => `draft:${what}`
  return {
    get: (what: string) => tab.getItem(place(what)) ?? undefined,
    set: (what: string, key: string) => tab.setItem(place(what), key),
  }
}
