import {problemEffects, type Problem} from '../../contract/problems'
import type {RuleView} from '../../contract/views'
import {problemWords, unreadable} from '../words'

/** `danger`: left out; `warn`: works in part; `note`: only worth knowing. */
export type Tone = 'danger' | 'warn' | 'note'
export type SaidProblem = {
  readonly word: string
  readonly title: string
  readonly sentence: string
  readonly tone: Tone
}

const toneOf = (problem: Problem): Tone => {
  // What a later version will do is no mistake of the rule's.
  if (problem.code === 'in-page-only') return 'note'
  return ({'left-out': 'danger', 'in-part': 'warn', note: 'note'} as const)[problemEffects[problem.code]]
}

export function sayProblem(problem: Problem): SaidProblem {
  const {word, title, sentence} = problemWords[problem.code]
  return {word, title, sentence: sentence(problem.says ?? {}), tone: toneOf(problem)}
}

const order: readonly Tone[] = ['danger', 'warn', 'note']

/** What is wrong with a row, the worst first, each sentence once. */
export function problemsOf(view: RuleView): readonly SaidProblem[] {
  if (view.rule === null) {
    const reasons = view.faults.map(fault => fault.reason).join(' ')
    return [{word: unreadable.word, title: unreadable.title, sentence: unreadable.sentence(reasons), tone: 'danger'}]
  }
  if (view.problems.length === 0) return []
  const said = new Map(view.problems.map(sayProblem).map(each => [each.title + each.sentence, each]))
  return [...said.values()].sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone))
}

/** Counted in "2 problems" and shown in the warning colour. */
export const needsLook = (view: RuleView): boolean =>
  view.rule === null || view.problems.some(problem => toneOf(problem) !== 'note')

export const inOneSentence = (problem: SaidProblem): string => `${problem.title}. ${problem.sentence}`
