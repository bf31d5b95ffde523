import type {WorkerClient} from '../../../contract/messages'
import type {Problem} from '../../../contract/problems'
import type {LibraryState} from '../../state/library'
import {createRuleSteps, headOf} from '../../steps/rules'
import {problemActionWords as words} from '../../words'
import type {AnyPair, Draft} from './draft'
import type {useForm} from '../../fields/use-field'
import {changeInStep} from './change-in-step'
import {asWildcard} from './wildcard'

type Needs = {
  readonly draft: Draft
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly step: ReturnType<typeof useForm>['step']
}
type Action = {readonly label: string; readonly act: () => void}

/** The one thing to do about a problem, where there is one that mends it. */
export function actionFor(problem: Problem, needs: Needs): Action | undefined {
  if (problem.code === 'regex-refused') return rewrite(problem, needs)
  if (problem.code === 'over-limit') return moveUp(needs)
  return undefined
}

function rewrite({pair: index}: Problem, {draft, step}: Needs): Action | undefined {
  const item = draft.pairs.peek()[index ?? -1]
  const source = item?.pair.source
  if (!item || source?.operator !== 'Matches') return undefined
  const value = asWildcard(source.value, source.key, hasCaptures(item.pair))
  if (value === undefined) return undefined
  const wildcard = {...source, operator: 'Wildcard_Matches', value} as const
  return {
    label: words.rewrite,
    act() {
      changeInStep(
        draft,
        item.key,
        now => ({...now, source: wildcard}),
        putBack => step(words.rewritten, putBack),
      )
      document.querySelector<HTMLElement>(`[data-path="pairs[${index}].source.value"]`)?.focus()
    },
  }
}

const hasCaptures = (pair: AnyPair): boolean =>
  'destination' in pair && typeof pair.destination === 'string' && /\$\d/.test(pair.destination)

/** To the head of its group: the upper rules are the first that Chrome takes. */
function moveUp({id, library, client}: Needs): Action | undefined {
  if (id === undefined) return undefined
  const head = () => headOf(library, id)
  if ((head()?.before ?? id) === id) return undefined
  return {
    label: words.moveUp,
    act: () => void createRuleSteps({library, client}).move([id], head, words.movedUp),
  }
}
