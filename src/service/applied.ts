import type {KeptGroup} from '../contract/library'
import {namedGroup} from './membership'
import type {LibraryNeeds} from './needs'
import type {Work} from './state'
import {deleteGroup, deleteRules} from './trash'

/** Begins the ends of the ids of what a script has applied, so that the next one finds it, whatever became of the worker or the profile. */
export const appliedMark = 'applied-'

const isApplied = ({id, remote}: KeptGroup) => remote === undefined && id.includes(`_${appliedMark}`)
const isAsMade = ({record}: KeptGroup) => record['modificationDate'] === record['creationDate']

/** Takes away what was applied before. What somebody has changed since lies in the trash. */
export function takeApplied(work: Work, needs: LibraryNeeds): void {
  const rules = work.rules.all().filter(isApplied)
  const changed = rules.filter(rule => !isAsMade(rule)).map(({id}) => id)
  deleteRules(work, needs, changed)
  for (const rule of rules) work.rules.delete(rule.id)
  const used = new Set(work.rules.all().map(namedGroup))
  for (const group of work.groups.all().filter(isApplied))
    if (isAsMade(group) && !used.has(group.id)) work.groups.delete(group.id)
    else deleteGroup(work, needs, group.id)
}
