import type {WorkerClient} from '../../../contract/messages'
import type {Problem} from '../../../contract/problems'
import type {LibraryState} from '../../state/library'
import {hashes} from '../../routes'
import {nextOfLoop} from '../../sentences/circle'
import {problemActionWords as words} from '../../words'
import type {AnyPair, Draft} from './draft'
import type {useForm} from '../../fields/use-field'
import {goTo} from '../route'
import {changeInStep} from './change-in-step'
import {intoForce, type Action} from './into-force'
import {asWildcard} from './wildcard'

type Needs = {
  readonly draft: Draft
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly step: ReturnType<typeof useForm>['step']
}

/** The one thing to do about a problem, where there is one that mends it. */
export function actionFor(problem: Problem, needs: Needs): Action | undefined {
  if (problem.code === 'regex-refused') return rewrite(problem, needs)
  if (problem.code === 'over-limit') return intoForce(problem, needs)
  if (problem.code === 'loop') return showOther(problem, needs)
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

/** To another rule of the circle, which may be the one to change. */
function showOther(problem: Problem, {id, library}: Needs): Action | undefined {
  const other = id === undefined ? undefined : nextOfLoop(problem, id)
  if (other === undefined || !library.rowOf(other)) return undefined
  return {label: words.showIt, act: () => goTo(hashes.rule(other))}
}
