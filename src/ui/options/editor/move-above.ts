import type {WorkerClient} from '../../../contract/messages'
import type {LibraryState} from '../../state/library'
import {groupIdOf, nameOf} from '../../state/sections'
import {createRuleSteps} from '../../steps/rules'
import {common, problemActionWords as words} from '../../words'
import type {Action} from './into-force'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly id: string | undefined
}

/** Puts the rule right above one of its type that acts first, in the group of that one; a rule of the team's stays in groups that the team has. */
export function moveAbove(upper: string, {library, client, id}: Needs): Action | undefined {
  const view = id === undefined ? undefined : library.rowOf(id)?.value
  const other = library.rowOf(upper)?.value
  if (id === undefined || !view?.rule || !other?.rule) return undefined
  const ofGroups = new Set(library.groups.value.map(group => group.id))
  const groupFor = (each: typeof view) => (ofGroups.has(groupIdOf(each)) ? groupIdOf(each) : '')
  const groupId = groupFor(other)
  const isInside = groupFor(view) === groupId
  if (!isInside && view.isTeam && groupId !== '' && !library.teamGroups.value.includes(groupId)) return undefined
  // Where it comes to another group, the toast says to which.
  const said = isInside ? () => words.movedAbove(nameOf(other, common.untitled)) : undefined
  return {
    label: words.moveAbove,
    act: () => void createRuleSteps({library, client}).move([id], () => ({before: upper, groupId}), said),
  }
}
