import {without, type JsonRecord} from '../model/json'
import type {StoredRecord} from '../model/rule'

/** Rules and groups as they are stored, in the user's order. */
export type RuleLibrary = {readonly rules: readonly StoredRecord[]; readonly groups: readonly StoredRecord[]}

const ofAccount = ['createdBy', 'lastModifiedBy', 'currentOwnerId', 'currentOwner', 'lastModifiedByUser', 'ownerId']

/** A record without the fields of the account and without those that are derived from others. */
export const withoutAccountFields = (record: JsonRecord): JsonRecord => without(record, ...ofAccount, 'extensionRules')

/** Sorts rules by group, those without a group last: the order in which they act. */
export function sortByGroup({rules, groups}: RuleLibrary): RuleLibrary {
  const places = new Map(groups.map(({id}, place) => [id, place]))
  const placeOf = ({groupId}: StoredRecord) => places.get(groupId) ?? groups.length
  return {groups, rules: rules.toSorted((a, b) => placeOf(a) - placeOf(b))}
}

export function selectRules(shelf: RuleLibrary, ids: ReadonlySet<string>): RuleLibrary {
  const rules = shelf.rules.filter(({id}) => typeof id === 'string' && ids.has(id))
  const named = new Set(rules.map(({groupId}) => groupId))
  return {rules, groups: shelf.groups.filter(({id}) => named.has(id))}
}

export const selectGroup = (shelf: RuleLibrary, groupId: string): RuleLibrary => ({
  rules: shelf.rules.filter(rule => rule['groupId'] === groupId),
  groups: shelf.groups.filter(({id}) => id === groupId),
})
