import {useForm} from '../../fields/use-field'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {withRuleNames} from '../../sentences/circle'
import {sayProblem, type SaidProblem} from '../../sentences/problems'
import type {Problem} from '../../../contract/problems'
import {editorWords} from '../../words'
import type {Session} from './drafts'
import {isFieldProblem, isRefused, pathOf} from './faults-of-problems'
import {actionsFor} from './problem-actions'

type RailCalloutsProps = {readonly session: Session; readonly problems: readonly Problem[]}

/** Problems that no field shows, each sentence once. */
export function RailCallouts({session, problems}: RailCalloutsProps) {
  const {library, client} = usePage()
  const {draft} = session
  const {step} = useForm()
  const id = draft.isNew.value ? undefined : session.id()
  const faults = draft.isSaveTried.value ? draft.faults.value.filter(each => !draft.places.has(each.path)) : []
  const faulty = draft.faults.value.map(each => each.path)
  // An empty field shows its own fault.
  const isShown = (problem: Problem) =>
    !isRefused(problem) &&
    !faulty.some(path => path.startsWith(pathOf(problem))) &&
    !(isFieldProblem(problem) && draft.places.has(pathOf(problem)))
  const said = new Map<string, {readonly said: SaidProblem; readonly problem: Problem; readonly pairs: Set<number>}>()
  for (const problem of problems.filter(isShown)) {
    const each = sayProblem(withRuleNames(problem, draft.base.value.id, library))
    const key = each.title + each.sentence
    const pairs = said.get(key)?.pairs ?? new Set()
    if (problem.pair !== undefined) pairs.add(problem.pair + 1)
    said.set(key, {said: each, problem, pairs})
  }
  /** Names the conditions with the problem, unless all have it. */
  const inConditions = (pairs: ReadonlySet<number>) =>
    pairs.size === 0 || pairs.size === draft.pairs.value.length ? '' : editorWords.inConditions([...pairs])
  return (
    <>
      {faults.length > 0 && (
        <Callout tone="danger" title={editorWords.notSaved} role="alert">
          {faults.map(each => (
            <p key={each.path + each.reason}>{editorWords.alsoWrong(each.path, each.reason)}</p>
          ))}
        </Callout>
      )}
      {[...said].map(
        ([
          key,
          {
            said: {tone, title, sentence},
            problem,
            pairs,
          },
        ]) => {
          const actions = actionsFor(problem, {draft, id, library, client, step})
          return (
            <Callout key={key} tone={tone} title={title}>
              <p>
                {inConditions(pairs)}
                {sentence}
              </p>
              {problem.code === 'refused-by-browser' && problem.says?.['reason'] && (
                <details>
                  <summary>{editorWords.chromeSays}</summary>
                  {problem.says['reason']}
                </details>
              )}
              {actions.length > 0 && (
                <p class="callout-actions">
                  {actions.map(({label, act}) => (
                    <button key={label} type="button" class="link-button" onClick={act}>
                      {label}
                    </button>
                  ))}
                </p>
              )}
            </Callout>
          )
        },
      )}
    </>
  )
}
