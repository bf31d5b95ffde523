import {without, type JsonRecord} from '../model/json'
import type {StoredRecord} from '../model/rule'

/** Rules and groups as they are stored, in the user's order. */
export type RuleLibrary = {readonly rules: readonly StoredRecord[]; readonly groups: readonly StoredRecord[]}

const accountFields = ['createdBy', 'lastModifiedBy', 'currentOwnerId', 'currentOwner', 'lastModifiedByUser', 'ownerId']

/** A record without the fields of the account and without those that are derived from others. */
export const withoutAccountFields = (record: JsonRecord): JsonRecord =>
  without(record, ...accountFields, 'extensionRules')

/** Sorts rules by group, those without a group last: the order in which they act. */
export function sortByGroup({rules, groups}: RuleLibrary): RuleLibrary {
  const positions = new Map(groups.map(({id}, index) => [id, index]))
  const getPosition = ({groupId}: StoredRecord) => positions.get(groupId) ?? groups.length
  return {groups, rules: rules.toSorted((a, b) => getPosition(a) - getPosition(b))}
}

export function selectRules(library: RuleLibrary, ids: ReadonlySet<string>): RuleLibrary {
  const rules = library.rules.filter(({id}) => typeof id === 'string' && ids.has(id))
  const groupIds = new Set(rules.map(({groupId}) => groupId))
  return {rules, groups: library.groups.filter(({id}) => groupIds.has(id))}
}

export const selectGroup = (library: RuleLibrary, groupId: string): RuleLibrary => ({
  rules: library.rules.filter(rule => rule['groupId'] === groupId),
  groups: library.groups.filter(({id}) => id === groupId),
})
