import type {Problem} from '../../../../model/problems'
import {resourceTypes, type Source} from '../../../../model/source'
import type {Verdict} from '../../../../simulator/verdict'
import {showLine} from '../../../components/fields/code/code-language'
import type {useForm} from '../../../hooks/use-field'
import {hashes} from '../../../routes'
import {getNextRuleInLoop} from '../../../sentences/redirect-loop'
import {fixTexts} from '../../../../locales/fixes'
import {goTo} from '../../route'
import {changePairWithUndo, type Draft} from '../model/draft'
import type {AnyPair} from '../model/draft-fields'
import {getProblemPath} from '../model/draft-faults'
import {addTypeToSource, formatResourceType, limitSourceToFetch} from '../model/filters'
import {createIntoForceAction, createMoveAboveAction, type Action, type RuleActionDependencies} from './order-actions'
import {regexToWildcard} from '../model/regex-to-wildcard'

type ProblemActionDependencies = RuleActionDependencies & {
  readonly draft: Draft
  readonly step: ReturnType<typeof useForm>['reportStep']
}

export function getProblemActions(problem: Problem, dependencies: ProblemActionDependencies): readonly Action[] {
  if (problem.code === 'hidden') return getOverrideActions(problem, dependencies)
  const action = getProblemAction(problem, dependencies)
  return action ? [action] : []
}

function getProblemAction(problem: Problem, dependencies: ProblemActionDependencies): Action | undefined {
  if (problem.code === 'regex-refused' || problem.code === 'regex-in-part')
    return createRewriteAction(problem, dependencies)
  if (problem.code === 'payload-in-part')
    return createSourceAction(problem, dependencies, {
      label: fixTexts('limitToFetch'),
      doneText: fixTexts('limited'),
      change: limitSourceToFetch,
    })
  if (problem.code === 'type-not-named') return createAddTypeAction(problem, dependencies)
  if (problem.code === 'over-limit') return createIntoForceAction(problem, dependencies)
  if (problem.code === 'loop') return createShowLoopAction(problem, dependencies)
  if (problem.code === 'code-failed') return createOpenCodeAction(problem)
  return undefined
}

function createRewriteAction(
  {pair: index, field}: Problem,
  {draft, step}: ProblemActionDependencies,
): Action | undefined {
  // The search text of a Replace is not a condition.
  if (field === 'from') return undefined
  const item = draft.pairs.peek()[index ?? -1]
  const source = item?.pair.source
  if (!item || source?.operator !== 'Matches') return undefined
  const value = regexToWildcard(source.value, source.key, hasCaptures(item.pair))
  if (value === undefined) return undefined
  const wildcard = {...source, operator: 'Wildcard_Matches', value} as const
  return {
    label: fixTexts('rewrite'),
    run() {
      changePairWithUndo(
        draft,
        item.key,
        now => ({...now, source: wildcard}),
        undo => step(fixTexts('rewritten'), undo),
      )
      document.querySelector<HTMLElement>(`[data-path="pairs[${index}].source.value"]`)?.focus()
    },
  }
}

function createSourceAction(
  {pair: index}: Problem,
  {draft, step}: ProblemActionDependencies,
  {label, doneText, change}: {label: string; doneText: string; change: (source: Source) => Source},
): Action | undefined {
  const item = draft.pairs.peek()[index ?? -1]
  const source = item?.pair.source
  if (!item || !source) return undefined
  return {
    label,
    run: () =>
      changePairWithUndo(
        draft,
        item.key,
        now => ({...now, source: change(source)}),
        undo => step(doneText, undo),
      ),
  }
}

function createAddTypeAction(problem: Problem, dependencies: ProblemActionDependencies): Action | undefined {
  const named = resourceTypes.find(each => each === problem.params?.['type'])
  if (!named) return undefined
  const type = formatResourceType(named)
  return createSourceAction(problem, dependencies, {
    label: fixTexts('addType', {type}),
    doneText: fixTexts('typeAdded', {type}),
    change: source => addTypeToSource(source, named),
  })
}

/** For a Response that does not answer the tested request because no Type filter names its type. */
export const getTypeAction = ({reason}: Verdict, dependencies: ProblemActionDependencies): Action | undefined =>
  reason?.why === 'request-type' && reason.problem?.code === 'type-not-named'
    ? createAddTypeAction(reason.problem, dependencies)
    : undefined

function createOpenCodeAction(problem: Problem): Action {
  const run = () => {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(getProblemPath(problem))}"]`)
    const line = problem.params?.['line']
    if (field && typeof line === 'number') showLine(field, line)
    else field?.focus()
  }
  return {label: fixTexts('openCode'), run}
}

const hasCaptures = (pair: AnyPair): boolean =>
  'destination' in pair && typeof pair.destination === 'string' && /\$\d/.test(pair.destination)

function createShowLoopAction(problem: Problem, {draft, library}: ProblemActionDependencies): Action | undefined {
  const other = getNextRuleInLoop(problem, draft.base.peek().id)
  if (other === undefined || !library.getRow(other)) return undefined
  return {label: fixTexts('showIt'), run: () => goTo(hashes.rule(other))}
}

/** Opens the overriding rule, and moves this rule above it if the list order decides. */
function getOverrideActions(
  {rules: [upper] = [], params}: Problem,
  {draft, id, library, client}: ProblemActionDependencies,
): readonly Action[] {
  const other = upper === undefined ? undefined : library.getRow(upper)?.value.rule
  if (!other) return []
  const isHeaderProblem = params?.['header'] !== undefined
  const isDecidedByOrder = isHeaderProblem || (other.ruleType === draft.ruleType && params?.['waits'] === undefined)
  const moveAction = isDecidedByOrder ? createMoveAboveAction(other.id, {library, client, id}) : undefined
  return [...(moveAction ? [moveAction] : []), {label: fixTexts('showIt'), run: () => goTo(hashes.rule(other.id))}]
}
