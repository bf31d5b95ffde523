import type {JsonRecord} from '../contract/json'
import {without} from '../contract/records'
import type {StoredRecord} from '../contract/rule'

/** Rules and groups in the user's order, as they are kept. */
export type Shelf = {readonly rules: readonly StoredRecord[]; readonly groups: readonly StoredRecord[]}

/** Who made a record is of the account, not of the rule. */
const ofAccount = ['createdBy', 'lastModifiedBy', 'currentOwnerId', 'currentOwner', 'lastModifiedByUser', 'ownerId']

/** A record as it leaves this browser: whole, but for the account's fields and what is derived from the others. */
export const leaving = (record: JsonRecord): JsonRecord => without(record, ...ofAccount, 'extensionRules')

/** The same, rules group by group, and those in no group last, as they act. */
export function groupByGroup({rules, groups}: Shelf): Shelf {
  const places = new Map(groups.map(({id}, place) => [id, place]))
  const placeOf = ({groupId}: StoredRecord) => places.get(groupId) ?? groups.length
  return {groups, rules: rules.toSorted((a, b) => placeOf(a) - placeOf(b))}
}

function withTheirGroups(shelf: Shelf, rules: readonly StoredRecord[]): Shelf {
  const named = new Set(rules.map(({groupId}) => groupId))
  return {rules, groups: shelf.groups.filter(({id}) => named.has(id))}
}

/** These rules, and the groups that they are in. */
export const ofRules = (shelf: Shelf, ids: ReadonlySet<string>): Shelf =>
  withTheirGroups(
    shelf,
    shelf.rules.filter(({id}) => typeof id === 'string' && ids.has(id)),
  )

/** One group and its rules. */
export const ofGroup = (shelf: Shelf, groupId: string): Shelf => ({
  rules: shelf.rules.filter(rule => rule['groupId'] === groupId),
  groups: shelf.groups.filter(({id}) => id === groupId),
})
