import type {Rule} from '../../contract/rule'
import type {RuleType} from '../../contract/rules'
import type {RuleView} from '../../contract/views'
import {plain} from '../phrase'
import {inOneSentence, needsLook, problemsOf} from '../sentences/problems'
import {whenSentence} from '../sentences/when'
import type {Acted} from '../state/applied-matches'
import {isOn} from '../state/sections'
import {popupLaterWords} from '../words'
import {doesInFull} from '../sentences/does-in-full'

/** What stands under a rule's name when there is nothing of this tab to say. */
export function secondLine(view: RuleView): {readonly text: string; readonly warn: boolean; readonly why?: string} {
  const problems = problemsOf(view)
  const [worst] = problems
  const when = view.rule ? plain(whenSentence(view.rule)) : ''
  if (!worst) return {text: when, warn: false}
  // What only holds for some requests in this version is said in the editor; here the sentence says more.
  const isTold = worst.tone !== 'note' || (worst.isLeftOut && isOn(view))
  const text = isTold ? popupLaterWords.problems(problems.length, worst.title) : when
  return {text, warn: needsLook(view), why: inOneSentence(worst)}
}

const actsOften: ReadonlySet<RuleType> = new Set(['Headers', 'UserAgent', 'QueryParam', 'Redirect'])

/** Whether Chrome tells of each place that a rule replaces, or of each of its conditions that acts, and not which of them are of one request. */
const isToldByPart = ({ruleType, pairs}: Rule): boolean =>
  ruleType === 'Replace' || (pairs.length > 1 && actsOften.has(ruleType))

/** What it did here, and what is wrong with it rather than what it does. */
export function actedLine({requests}: Acted, view: RuleView): {readonly text: string; readonly warn: boolean} {
  const warn = needsLook(view)
  const [worst] = problemsOf(view)
  const says = warn && worst ? worst.title : view.rule ? doesInFull(view.rule) : ''
  const unit = requests > 1 && view.rule && isToldByPart(view.rule) ? 'time' : 'request'
  return {text: popupLaterWords.acted(requests, unit, says), warn}
}
