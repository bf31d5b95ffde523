import type {RuleView} from '../../../contract/views'
import {plain} from '../../phrase'
import {inOneSentence, needsLook, problemsOf} from '../../sentences/problems'
import {whenSentence} from '../../sentences/when'
import type {Acted} from '../../state/applied-matches'
import {isOn} from '../../state/sections'
import {popupLaterWords} from '../../words'
import {doesInFull} from '../../sentences/does-in-full'
import type {Shelf} from '../last-known'
import type {Claims} from '../shelves'
import {idleHere} from './idle'

// What the popup needs beside its first frame, in one file that is fetched meanwhile.
export {FirstRun} from './first-run'
export {IdleSection} from './idle-section'
export {Trouble} from './trouble'
export {FoundRules} from './found-rules'
export {Floating} from './floating'
export {createRuleSteps} from '../../steps/rules'
export {createRowKeys, focusFirstRow} from './row-keys'
export {keepLastKnown} from './keep-last-known'
export {NewRuleMenu} from '../../parts/new-rule-menu'

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

export const actedLine = ({requests}: Acted, view: RuleView): string =>
  popupLaterWords.acted(requests, view.rule ? doesInFull(view.rule) : '')

/** The rules of the first two sections, the busiest first. */
export function claimsOf({rows, groups}: Shelf, acted: ReadonlyMap<string, Acted>, url: string): Claims {
  const views = rows.peek().map(row => row.peek())
  const offGroups = new Set(
    groups
      .peek()
      .filter(group => group.status === 'Inactive')
      .map(group => group.id),
  )
  const present = new Set(views.map(view => view.id))
  const ids = [...acted]
    .filter(([id]) => present.has(id))
    .toSorted(([, a], [, b]) => b.requests - a.requests || b.last - a.last)
    .map(([id]) => id)
  return {acted: ids, idle: idleHere({views, offGroups, acted: new Set(ids), url}), isSettled: true}
}
