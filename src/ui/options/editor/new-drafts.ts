import type {NewStart} from '../route'
import {isRuleType, type RuleType} from '../../../contract/rules'

const prefix = 'new/'
/** Of a new rule, also of one from before each had a key of its own. */
export const isNewKey = (key: string): boolean => key.startsWith(prefix)
/** The last part makes the rule once, however often it is sent; see `rule.create`. Another tab's draft of a kept rule ends with the id. */
export const onceOf = (key: string): string | undefined => (isNewKey(key) ? key.split('/')[2] : undefined)
export const freshOnce = (): string => crypto.randomUUID().slice(0, 13)
/** Of a draft that was written beforehand. */
export const preparedKey = (type: RuleType, once: string): string => `${prefix}${type}/${once}`
export const freshKey = (type: RuleType): string => preparedKey(type, freshOnce())
export function typeOf(key: string): RuleType | undefined {
  const type = key.split('/')[1] ?? ''
  return isNewKey(key) && isRuleType(type) ? type : undefined
}

/** Which draft this tab writes of a kept rule, or of a new one by its type and host: it is there after a reload, and every tab has its own. */
export type TabDrafts = {
  get(what: string): string | undefined
  set(what: string, key: string): void
}
export const newOf = (type: RuleType, start: string): string => `${type}?${start}`
/** What a new rule begins with, as one text. */
export const startText = ({host, address, template, draft}: NewStart): string =>
  [host, address, template, draft].join(' ').trim()

export function createTabDrafts(tab: Storage): TabDrafts {
  const place = (what: string) => `draft:${what}`
  return {
    get: what => tab.getItem(place(what)) ?? undefined,
    set: (what, key) => tab.setItem(place(what), key),
  }
}
