import type {Problem, ProblemCode} from '../../../contract/problems'
import type {Rule} from '../../../contract/rule'
import {same} from '../../same'

/** Problems that only the worker finds, since it sees all rules. */
const ofWorker: ReadonlySet<ProblemCode> = new Set(['over-limit', 'loop', 'refused-by-browser', 'too-many-parts'])

/**
 * Problems of the saved rule that its draft still has: all of them while the conditions are unchanged, and a full list for
 * each condition with the same source.
 */
export function stillHolding(problems: readonly Problem[], kept: Rule, draft: Rule): readonly Problem[] {
  const told = problems.filter(({code}) => ofWorker.has(code))
  const isUnchanged = told.length > 0 && same(kept.pairs, draft.pairs)
  return told.flatMap(problem => {
    // In another group it acts at another place. The tester finds loops of the changed rule.
    if (problem.code === 'loop') return isUnchanged && kept.groupId === draft.groupId ? [problem] : []
    if (isUnchanged) return [problem]
    if (problem.code !== 'over-limit' || problem.pair === undefined) return []
    const source = kept.pairs[problem.pair]?.source
    const pair = draft.pairs.findIndex(each => same(each.source, source))
    return pair < 0 ? [] : [{...problem, pair}]
  })
}
