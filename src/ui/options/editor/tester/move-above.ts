import type {WorkerClient} from '../../../../contract/messages'
import type {LibraryState} from '../../../state/library'
import {createRuleSteps} from '../../../steps/rules'
import type {Verdict} from '../../../tester/verdict'
import {common, testerWords} from '../../../words'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly id: string | undefined
}

/** Puts the rule above the one of its type that acts first; only inside a group, which a rule does not leave unasked. */
export function moveAbove({reason}: Verdict, {library, client, id}: Needs): (() => void) | undefined {
  if (id === undefined || reason?.why !== 'acts-first' || reason.by.band !== reason.band) return undefined
  const upper = reason.by.id
  const groupId = library.rowOf(id)?.value.rule?.groupId
  if (groupId === undefined || library.rowOf(upper)?.value.rule?.groupId !== groupId) return undefined
  const said = () => testerWords.movedAbove(reason.by.name || common.untitled)
  return () => void createRuleSteps({library, client}).move([id], () => ({before: upper, groupId}), said)
}
