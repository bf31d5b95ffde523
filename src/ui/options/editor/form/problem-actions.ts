import type {WorkerClient} from '../../../../messaging/messages'
import type {Problem} from '../../../../model/problems'
import {showLine} from '../../../components/fields/code/code-language'
import type {useForm} from '../../../hooks/use-field'
import {hashes} from '../../../routes'
import {getNextRuleInLoop} from '../../../sentences/redirect-loop'
import type {LibraryState} from '../../../state/library'
import {fixTexts} from '../../../../locales/fixes'
import {goTo} from '../../route'
import {changeInStep, type AnyPair, type Draft} from '../model/draft'
import {pathOf} from '../model/faults-of-problems'
import {ofFetch} from '../model/filters'
import {intoForce, moveAbove, type Action} from './order-actions'
import {asWildcard} from '../model/wildcard'

type Needs = {
  readonly draft: Draft
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly step: ReturnType<typeof useForm>['reportStep']
}

export function actionsFor(problem: Problem, needs: Needs): readonly Action[] {
  if (problem.code === 'hidden') return aboutHider(problem, needs)
  const action = actionFor(problem, needs)
  return action ? [action] : []
}

function actionFor(problem: Problem, needs: Needs): Action | undefined {
  if (problem.code === 'regex-refused' || problem.code === 'regex-in-part') return rewrite(problem, needs)
  if (problem.code === 'payload-in-part') return limitToFetch(problem, needs)
  if (problem.code === 'over-limit') return intoForce(problem, needs)
  if (problem.code === 'loop') return showOther(problem, needs)
  if (problem.code === 'code-failed') return openCode(problem)
  return undefined
}

function rewrite({pair: index, field}: Problem, {draft, step}: Needs): Action | undefined {
  // The search text of a Replace is no condition.
  if (field === 'from') return undefined
  const item = draft.pairs.peek()[index ?? -1]
  const source = item?.pair.source
  if (!item || source?.operator !== 'Matches') return undefined
  const value = asWildcard(source.value, source.key, hasCaptures(item.pair))
  if (value === undefined) return undefined
  const wildcard = {...source, operator: 'Wildcard_Matches', value} as const
  return {
    label: fixTexts('rewrite'),
    act() {
      changeInStep(
        draft,
        item.key,
        now => ({...now, source: wildcard}),
        putBack => step(fixTexts('rewritten'), putBack),
      )
      document.querySelector<HTMLElement>(`[data-path="pairs[${index}].source.value"]`)?.focus()
    },
  }
}

function limitToFetch({pair: index}: Problem, {draft, step}: Needs): Action | undefined {
  const item = draft.pairs.peek()[index ?? -1]
  const source = item?.pair.source
  if (!item || !source) return undefined
  return {
    label: fixTexts('limitToFetch'),
    act: () =>
      changeInStep(
        draft,
        item.key,
        now => ({...now, source: ofFetch(source)}),
        putBack => step(fixTexts('limited'), putBack),
      ),
  }
}

function openCode(problem: Problem): Action {
  const act = () => {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathOf(problem))}"]`)
    const line = problem.says?.['line']
    if (field && typeof line === 'number') showLine(field, line)
    else field?.focus()
  }
  return {label: fixTexts('openCode'), act}
}

const hasCaptures = (pair: AnyPair): boolean =>
  'destination' in pair && typeof pair.destination === 'string' && /\$\d/.test(pair.destination)

function showOther(problem: Problem, {draft, library}: Needs): Action | undefined {
  const other = getNextRuleInLoop(problem, draft.base.peek().id)
  if (other === undefined || !library.getRow(other)) return undefined
  return {label: fixTexts('showIt'), act: () => goTo(hashes.rule(other))}
}

/** Moves the rule above the one that acts first, if the list order decides, and shows that one. */
function aboutHider({rules: [upper] = [], says}: Problem, {draft, id, library, client}: Needs): readonly Action[] {
  const other = upper === undefined ? undefined : library.getRow(upper)?.value.rule
  if (!other) return []
  const isOfHeader = says?.['header'] !== undefined
  const isByOrder = isOfHeader || (other.ruleType === draft.ruleType && says?.['waits'] === undefined)
  const above = isByOrder ? moveAbove(other.id, {library, client, id}) : undefined
  return [...(above ? [above] : []), {label: fixTexts('showIt'), act: () => goTo(hashes.rule(other.id))}]
}
