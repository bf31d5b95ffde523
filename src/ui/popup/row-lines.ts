import type {RuleType} from '../../contract/rules'
import type {RuleView} from '../../contract/views'
import {plain} from '../phrase'
import {inOneSentence, needsLook, problemsOf} from '../sentences/problems'
import {whenSentence} from '../sentences/when'
import type {Acted} from '../state/applied-matches'
import {isOn} from '../state/sections'
import {popupWords} from '../words'
import {doesInFull} from '../sentences/does'

/** What stands under a rule's name when there is nothing of this tab to say. */
export function secondLine(view: RuleView): {readonly text: string; readonly warn: boolean; readonly why?: string} {
  const problems = problemsOf(view)
  const [worst] = problems
  const when = view.rule ? plain(whenSentence(view.rule)) : ''
  if (!worst) return {text: when, warn: false}
  // What only holds for some requests in this version is said in the editor; here the sentence says more.
  const isTold = worst.tone !== 'note' || (worst.isLeftOut && isOn(view))
  const text = isTold ? popupWords.problems(problems.length, worst.title) : when
  return {text, warn: needsLook(view), why: inOneSentence(worst)}
}

/** Of these one browser rule acts on a request. */
const actsOnce: ReadonlySet<RuleType> = new Set(['Cancel', 'Delay', 'Request', 'Response'])

/** Whether each report is one request: Chrome reports each replacement, and each condition of other rules that acts. */
const countsRequests = (type: RuleType, {browserRules}: Acted): boolean =>
  actsOnce.has(type) || browserRules === 0 || (browserRules === 1 && type !== 'Replace')

/** What it did here, and what is wrong with it rather than what it does. */
export function actedLine(acted: Acted, view: RuleView): {readonly text: string; readonly warn: boolean} {
  const warn = needsLook(view)
  const [worst] = problemsOf(view)
  const says = warn && worst ? worst.title : view.rule ? doesInFull(view.rule) : ''
  const isCounted = view.rule !== null && countsRequests(view.rule.ruleType, acted)
  return {text: popupWords.acted(isCounted ? acted.reports : null, says), warn}
}
