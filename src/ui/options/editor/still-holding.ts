import type {Problem, ProblemCode} from '../../../contract/problems'
import type {Rule} from '../../../contract/rule'
import {same} from '../../same'

/** What only the worker tells, which sees all rules and what has become of them. Everything else is judged here as well. */
const ofWorker: ReadonlySet<ProblemCode> = new Set(['over-limit', 'loop', 'refused-by-browser', 'too-many-parts'])

/**
 * Of the problems of a rule as it is kept those that its draft has too, as far as can be told: a full list is full for what asks for the
 * same requests; the others hang on all that the conditions say.
 */
export function stillHolding(problems: readonly Problem[], kept: Rule, draft: Rule): readonly Problem[] {
  const told = problems.filter(({code}) => ofWorker.has(code))
  const isUnchanged = told.length > 0 && same(kept.pairs, draft.pairs)
  return told.flatMap(problem => {
    // In another group it has another place, and of a circle the lowest rule is left out: which one that is then, the tester finds out.
    if (problem.code === 'loop') return isUnchanged && kept.groupId === draft.groupId ? [problem] : []
    if (isUnchanged) return [problem]
    if (problem.code !== 'over-limit' || problem.pair === undefined) return []
    const source = kept.pairs[problem.pair]?.source
    const pair = draft.pairs.findIndex(each => same(each.source, source))
    return pair < 0 ? [] : [{...problem, pair}]
  })
}
