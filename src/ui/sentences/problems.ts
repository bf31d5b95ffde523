import {shownReason} from './faults'
import {isLeftOut, problemEffects, type Problem, type ProblemCode} from '../../model/problems'
import type {Rule} from '../../model/rule'
import type {RuleView} from '../../model/views'
import {problemTexts} from '../../locales/problems'
import {leftOutReason, problemSentence, problemTitle, problemWord} from './problem-texts'

/** `danger`: left out; `warn`: works in part; `note`: only worth knowing. */
export type Tone = 'danger' | 'warn' | 'note'
export type SaidProblem = {
  readonly word: string
  readonly title: string
  /** The end of a title that begins with "Left out". */
  readonly reason?: string
  readonly sentence: string
  readonly tone: Tone
  readonly isLeftOut: boolean
  readonly condition?: number
}

const notYet: ReadonlySet<ProblemCode> = new Set(['fetch-only', 'delay-in-part'])

const toneOf = (problem: Problem): Tone => {
  if (notYet.has(problem.code)) return 'note'
  return ({'left-out': 'danger', 'in-part': 'warn', note: 'note'} as const)[problemEffects[problem.code]]
}

export function sayProblem(problem: Problem): SaidProblem {
  const reason = leftOutReason(problem)
  return {
    word: problemWord(problem),
    title: problemTitle(problem),
    ...(reason === undefined ? {} : {reason}),
    sentence: problemSentence(problem),
    tone: toneOf(problem),
    isLeftOut: isLeftOut(problem),
  }
}

const order: readonly Tone[] = ['danger', 'warn', 'note']

/** A problem of one of several conditions leaves the others in force. */
function byConditions(rule: Rule, problems: readonly Problem[]): (problem: Problem) => SaidProblem {
  const out = problems.filter(each => isLeftOut(each) && each.field?.startsWith('modifications') !== true)
  const conditions = new Set(out.map(each => each.pair))
  if (conditions.has(undefined) || conditions.size === rule.pairs.length) return sayProblem
  return problem => {
    const said = sayProblem(problem)
    if (problem.pair === undefined || !out.includes(problem)) return said
    const condition = problem.pair + 1
    const {reason} = said
    const title =
      reason === undefined
        ? problemTexts('conditionOverLimit', {condition})
        : problemTexts('conditionLeftOut', {condition, reason})
    return {...said, word: problemTexts('inPart'), title, tone: 'warn', isLeftOut: false, condition}
  }
}

export function problemsOf(view: RuleView): readonly SaidProblem[] {
  if (view.rule === null) {
    const reasons = view.faults.map(({reason}) => shownReason(reason)).join(' ')
    const [word, title] = [problemTexts('unreadable.word'), problemTexts('unreadable.title')]
    const sentence = problemTexts('unreadable.sentence', {reasons})
    return [{word, title, sentence, tone: 'danger', isLeftOut: true}]
  }
  if (view.problems.length === 0) return []
  const said = new Map(
    view.problems.map(byConditions(view.rule, view.problems)).map(each => [each.title + each.sentence, each]),
  )
  const weight = (each: SaidProblem) => order.indexOf(each.tone) * 2 + (each.isLeftOut ? 0 : 1)
  return [...said.values()].toSorted((a, b) => weight(a) - weight(b))
}

export const needsLook = (view: RuleView): boolean =>
  view.rule === null || view.problems.some(problem => toneOf(problem) !== 'note')

export const inOneSentence = (problem: SaidProblem): string => `${problem.title}. ${problem.sentence}`
