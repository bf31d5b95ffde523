import {isRecord} from '../contract/json'
import type {AddedRecords, NewRecords} from '../contract/library'
import {appliedMark, takeApplied} from './applied'
import {createGroup} from './groups'
import type {LibraryNeeds} from './needs'
import {lastRank} from './order'
import {createRule} from './rules'
import type {Work} from './state'

export function addRecords(work: Work, needs: LibraryNeeds, {groups, rules, team, applied}: NewRecords): AddedRecords {
  if (applied) takeApplied(work, needs)
  const suffix = () => `${applied ? appliedMark : ''}${needs.suffix()}`
  const made = groups.map(payload => createGroup(work, needs, payload, suffix()))
  // Looked up once: with each rule it would take as long again as all that are there.
  const rank = lastRank(work, 'rule')
  return {
    groups: made,
    rules: rules.map(({payload, group}, index) => {
      const groupId = group === null ? undefined : made[group]?.id
      const placed = groupId !== undefined && isRecord(payload) ? {...payload, groupId} : payload
      return createRule(work, needs, placed, {team, ...(applied && {once: suffix()})}, rank + index)
    }),
  }
}
