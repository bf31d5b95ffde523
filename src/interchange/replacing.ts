import {fault, type Fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import type {Problem} from '../contract/problems'
import {actsWhereWeLook, holdsItself, matchesNoText, soItArrivesOff, somePlacesStay} from '../contract/reasons'
import {readRule} from '../contract/rule'
import {translate} from '../translate/translate'

/** What an expression asks for that Chrome never takes is said elsewhere. */
function noteOf({code, pair = 0, field = '', says = {}}: Problem): Fault | undefined {
  const path = `pairs[${pair}].${field}`
  if (code === 'replace-grows') return fault(path, 'switched-off', soItArrivesOff(holdsItself))
  if (code === 'replace-in-part') return fault(path, 'changed', somePlacesStay(says['limit']))
  if (code === 'regex-refused' && says['reason'] === matchesNoText)
    return fault(path, 'switched-off', soItArrivesOff(matchesNoText))
  if (code === 'regex-in-part' && says['because'] === '')
    return fault(path, 'changed', actsWhereWeLook(String(says['works'])))
  return undefined
}

function problemsOf(rule: object): readonly Problem[] {
  const read = readRule({...rule, id: 'any'})
  return read.ok ? translate(read.value).problems : []
}

const anyReplace = {
  objectType: 'rule',
  ruleType: 'Replace',
  name: 'any',
  description: '',
  status: 'Active',
  groupId: '',
}

/** Whether Chrome cannot be told what is replaced, so that a page replaces it: all at once, not place by place on the way. */
export const isLeftToPage = (pairs: readonly object[]): boolean =>
  problemsOf({...anyReplace, pairs}).some(({code}) => code === 'regex-in-part')

/** What is to be said of a Replace: other tools change an address in their own code, all places at once, whatever stands around them. */
export function notesOfReplacing(rule: RulePayload): Fault[] {
  return rule.ruleType === 'Replace' ? problemsOf(rule).flatMap(problem => noteOf(problem) ?? []) : []
}
