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
export {ClosedTab} from './closed-tab'
export {FirstRun} from './first-run'
export {IdleSection} from './idle-section'
export {Trouble} from './trouble'
export {FoundRules} from './found-rules'
export {Floating} from './floating'
export {Foot} from './foot'
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

/** What it did here, and what is wrong with it rather than what it does. */
export function actedLine({requests}: Acted, view: RuleView): {readonly text: string; readonly warn: boolean} {
  const warn = needsLook(view)
  const [worst] = problemsOf(view)
  const says = warn && worst ? worst.title : view.rule ? doesInFull(view.rule) : ''
  return {text: popupLaterWords.acted(requests, says), warn}
}

/** The rules of the first two sections, the busiest first. Where Chrome `hasSaid` nothing, no rule of its own did nothing. */
export function claimsOf(
  {rows, groups}: Shelf,
  acted: ReadonlyMap<string, Acted>,
  url: string,
  hasSaid: boolean,
): Claims {
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
  const known = hasSaid ? views : views.filter(view => view.browserRules.length === 0)
  return {acted: ids, idle: idleHere({views: known, offGroups, acted: new Set(ids), url}), isSettled: true}
}

/** With the rules that have acted since; the others keep their places. */
export function withActed(claims: Claims, {rows}: Shelf, acted: ReadonlyMap<string, Acted>): Claims {
  const more = rows
    .peek()
    .map(row => row.peek().id)
    .filter(id => acted.has(id) && !claims.acted.includes(id))
  if (more.length === 0) return claims
  return {...claims, acted: [...claims.acted, ...more], idle: claims.idle.filter(({id}) => !more.includes(id))}
}
