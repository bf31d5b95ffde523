import {isRuleType, type RuleType} from '../../../contract/rules'

const prefix = 'new/'
/** Of a new rule, also of one from before each had a key of its own. */
export const isNewKey = (key: string): boolean => key.startsWith(prefix)
/** The last part makes the rule once, however often it is sent; see `rule.create`. */
export const onceOf = (key: string): string | undefined => key.split('/')[2]
export const freshOnce = (): string => crypto.randomUUID().slice(0, 13)
export const freshKey = (type: RuleType): string => `${prefix}${type}/${freshOnce()}`
export function typeOf(key: string): RuleType | undefined {
  const type = key.split('/')[1] ?? ''
  return isNewKey(key) && isRuleType(type) ? type : undefined
}

/** Which new rule this tab writes, by type and by the host that it was begun for: it is there after a reload, and every tab has its own. */
export type TabDrafts = {
  get(type: RuleType, host: string): string | undefined
  set(type: RuleType, host: string, key: string): void
}

export function createTabDrafts(tab: Storage): TabDrafts {
  const place = (type: RuleType, host: string) => `draft:${type}?${host}`
  return {
    get: (type, host) => tab.getItem(place(type, host)) ?? undefined,
    set: (type, host, key) => tab.setItem(place(type, host), key),
  }
}
