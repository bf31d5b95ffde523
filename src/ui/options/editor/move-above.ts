import type {WorkerClient} from '../../../contract/messages'
import type {LibraryState} from '../../state/library'
import {createRuleSteps} from '../../steps/rules'
import {common, problemActionWords as words} from '../../words'
import type {Action} from './into-force'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly id: string | undefined
}

/** Puts the rule above one of its type that acts first; only inside a group, which a rule does not leave unasked. */
export function moveAbove(upper: string, {library, client, id}: Needs): Action | undefined {
  const groupId = id === undefined ? undefined : library.rowOf(id)?.value.rule?.groupId
  const other = library.rowOf(upper)?.value.rule
  if (id === undefined || groupId === undefined || other?.groupId !== groupId) return undefined
  const said = () => words.movedAbove(other.name.trim() || common.untitled)
  return {
    label: words.moveAbove,
    act: () => void createRuleSteps({library, client}).move([id], () => ({before: upper, groupId}), said),
  }
}
