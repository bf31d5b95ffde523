import type {NewRuleQuery} from '../../route'
import {isRuleType, type RuleType} from '../../../../model/rules'

const prefix = 'new/'
export const isNewDraftKey = (key: string): boolean => key.startsWith(prefix)
/** The last part of a new rule's key. `rule.create` creates one rule per id, even if repeated. */
export const getCreationId = (key: string): string | undefined => (isNewDraftKey(key) ? key.split('/')[2] : undefined)
export const createCreationId = (): string => crypto.randomUUID().slice(0, 13)
export const toNewDraftKey = (type: RuleType, creationId: string): string => `${prefix}${type}/${creationId}`
export const createNewDraftKey = (type: RuleType): string => toNewDraftKey(type, createCreationId())
export function getNewDraftType(key: string): RuleType | undefined {
  const type = key.split('/')[1] ?? ''
  return isNewDraftKey(key) && isRuleType(type) ? type : undefined
}

export const toStartKey = (type: RuleType, start: string): string => `${type}?${start}`
export const formatStart = ({host, address, template, draft}: NewRuleQuery): string =>
  [host, address, template, draft].join(' ').trim()

export type TabDrafts = ReturnType<typeof createTabDrafts>

/** The draft keys of this tab, by rule id or by type and start of a new rule. */
export function createTabDrafts(tab: Storage) {
  const getStorageKey = (startKey: string) => `draft:${startKey}`
  return {
    get: (startKey: string) => tab.getItem(getStorageKey(startKey)) ?? undefined,
    set: (startKey: string, key: string) => tab.setItem(getStorageKey(startKey), key),
  }
}
