import {formatReason} from './faults'
import {isLeftOut, problemEffects, type Problem, type ProblemCode} from '../../model/problems'
import type {Rule} from '../../model/rule'
import type {RuleView} from '../../model/views'
import {problemTexts} from '../../locales/problems'
import {getLeftOutReason, getProblemSentence, getProblemTitle, getProblemLabel} from './problem-texts'

/** `danger`: left out; `warn`: works in part; `note`: information. */
export type Tone = 'danger' | 'warn' | 'note'
export type DescribedProblem = {
  readonly label: string
  readonly title: string
  /** The end of a title that begins with "Left out". */
  readonly reason?: string
  readonly sentence: string
  readonly tone: Tone
  readonly isLeftOut: boolean
  readonly condition?: number
}

const noteCodes: ReadonlySet<ProblemCode> = new Set(['fetch-only', 'delay-in-part'])

const getTone = (problem: Problem): Tone => {
  if (noteCodes.has(problem.code)) return 'note'
  return ({'left-out': 'danger', 'in-part': 'warn', note: 'note'} as const)[problemEffects[problem.code]]
}

export function describeProblem(problem: Problem): DescribedProblem {
  const reason = getLeftOutReason(problem)
  return {
    label: getProblemLabel(problem),
    title: getProblemTitle(problem),
    ...(reason === undefined ? {} : {reason}),
    sentence: getProblemSentence(problem),
    tone: getTone(problem),
    isLeftOut: isLeftOut(problem),
  }
}

const toneOrder: readonly Tone[] = ['danger', 'warn', 'note']

/** A problem of one of several conditions leaves the others in force. */
function createProblemDescriber(rule: Rule, problems: readonly Problem[]): (problem: Problem) => DescribedProblem {
  const out = problems.filter(each => isLeftOut(each) && each.field?.startsWith('modifications') !== true)
  const conditions = new Set(out.map(each => each.pair))
  if (conditions.has(undefined) || conditions.size === rule.pairs.length) return describeProblem
  return problem => {
    const described = describeProblem(problem)
    if (problem.pair === undefined || !out.includes(problem)) return described
    const condition = problem.pair + 1
    const {reason} = described
    const title =
      reason === undefined
        ? problemTexts('conditionOverLimit', {condition})
        : problemTexts('conditionLeftOut', {condition, reason})
    return {...described, label: problemTexts('inPart'), title, tone: 'warn', isLeftOut: false, condition}
  }
}

export function describeProblems(view: RuleView): readonly DescribedProblem[] {
  if (view.rule === null) {
    const reasons = view.faults.map(({reason}) => formatReason(reason)).join(' ')
    const [word, title] = [problemTexts('unreadable.word'), problemTexts('unreadable.title')]
    const sentence = problemTexts('unreadable.sentence', {reasons})
    return [{label: word, title, sentence, tone: 'danger', isLeftOut: true}]
  }
  if (view.problems.length === 0) return []
  const described = new Map(
    view.problems.map(createProblemDescriber(view.rule, view.problems)).map(each => [each.title + each.sentence, each]),
  )
  const weight = (each: DescribedProblem) => toneOrder.indexOf(each.tone) * 2 + (each.isLeftOut ? 0 : 1)
  return [...described.values()].toSorted((a, b) => weight(a) - weight(b))
}

export const needsAttention = (view: RuleView): boolean =>
  view.rule === null || view.problems.some(problem => getTone(problem) !== 'note')

export const formatProblem = (problem: DescribedProblem): string => `${problem.title}. ${problem.sentence}`
