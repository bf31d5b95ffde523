import type {WorkerClient} from '../../../../contract/messages'
import {remedyOf} from '../../../../simulator/remedy'
import type {Verdict} from '../../../../simulator/verdict'
import type {LibraryState} from '../../../state/library'
import {createGroupSteps} from '../../../steps/groups'
import {createRuleSteps} from '../../../steps/rules'
import {remedyWords as words} from '../../../words'
import type {Action} from '../into-force'
import {moveAbove} from '../move-above'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  /** Undefined for a new rule, whose switch is part of its draft. */
  readonly id: string | undefined
}

/** The one thing to do about the draft, where the form above is not the place for it. */
export function actionOf(verdict: Verdict, {library, client, id}: Needs): Action | undefined {
  const remedy = remedyOf(verdict)
  switch (remedy?.to) {
    case 'turn-all-on':
      return {label: words.turnAllOn, act: () => void library.pause(false)}
    case 'turn-group-on':
      return {
        label: words.turnGroupOn,
        act: () => void createGroupSteps(library, client).toggle(remedy.group, true),
      }
    case 'turn-on':
      return id === undefined
        ? undefined
        : {label: words.turnOn, act: () => void createRuleSteps({library, client}).switch([id], true)}
    case 'move-above':
      return moveAbove(remedy.other, {library, client, id})
    default:
      return undefined
  }
}
