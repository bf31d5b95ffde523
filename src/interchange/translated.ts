import {fault, type Fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import type {Problem} from '../contract/problems'
import {
  actsByFallback,
  alwaysEmpty,
  frameEndsChrome,
  matchesNoText,
  noBodyInGet,
  noPicture,
  outOfReach,
  tooLargeButForFetch,
  tooLargeForChrome,
} from '../contract/reasons'
import {readRule} from '../contract/rule'
import {readPattern} from '../matching/pattern'
import {translate} from '../translate/translate'

/** Rounded up, or it may come to just what Chrome takes. */
const megabytes = (size: number): string => `${(Math.ceil(size / 100_000) / 10).toFixed(1)} MB`

/** What an expression asks for that Chrome never takes is said elsewhere. */
function noteOf({code, pair = 0, field = '', says = {}}: Problem, areSeveral: boolean): Fault | undefined {
  const condition = areSeveral ? pair + 1 : undefined
  const path = `pairs[${pair}].${field}`
  if (code === 'in-page-only' && says['because'] === undefined) return fault(path, 'changed', outOfReach(condition))
  if (code === 'never-matches' && says['reason'] === noBodyInGet) return fault(path, 'changed', noBodyInGet)
  if (code === 'no-picture') return fault(path, 'changed', noPicture(condition))
  if (code === 'regex-refused' && says['reason'] === matchesNoText) return fault(path, 'switched-off', matchesNoText)
  if (code === 'regex-in-part' && says['because'] === '')
    return fault(path, 'changed', actsByFallback(String(says['works'])))
  if (code === 'file-too-large') return fault(path, 'switched-off', tooLargeForChrome(megabytes(Number(says['size']))))
  if (code === 'frame-text') return fault(`pairs[${pair}].source.filters`, 'changed', frameEndsChrome)
  if (code === 'fetch-only' && says['because'] === 'size')
    return fault(`pairs[${pair}].value`, 'changed', tooLargeButForFetch)
  return undefined
}

function problemsOf(rule: object): readonly Problem[] {
  const read = readRule({...rule, id: 'any'})
  return read.ok ? translate(read.value).problems : []
}

/** The notes that the form shows below a field: conditions that match no URL, captures that are always empty. */
export function notesOfFields(rule: RulePayload): Fault[] {
  const ofConditions = rule.pairs.flatMap(({source}, pair) => {
    if (source === undefined || source.value.trim() === '') return []
    const read = readPattern(source)
    if ('pattern' in read || read.fault.code !== 'never-matches') return []
    return [fault(`pairs[${pair}].source.value`, 'changed', read.fault.reason)]
  })
  const mayCapture = (rule.ruleType === 'Redirect' || rule.ruleType === 'Replace') && hasCapture(rule.pairs)
  const ofCaptures = (mayCapture ? problemsOf(rule) : []).flatMap(({code, pair = 0, field = '', says = {}}) => {
    if (code !== 'empty-capture') return []
    const pattern = says['pattern'] === 'regex' ? 'regex' : 'condition'
    const reason = alwaysEmpty(Number(says['missing']), Number(says['groups']), pattern)
    return [fault(`pairs[${pair}].${field}`, 'changed', reason)]
  })
  return [...ofConditions, ...ofCaptures]
}

const hasCapture = (pairs: readonly object[]): boolean =>
  pairs.some(pair => Object.values(pair).some(value => typeof value === 'string' && /\$[1-9]/.test(value)))

const hasMoreToSay: ReadonlySet<string> = new Set(['Replace', 'Redirect', 'Response', 'Request', 'Delay'])

/**
 * What is to be said of rules by what they become for Chrome: other tools replace in an address by their own code, all places at once, whatever
 * stands around them, and answer with texts of any size.
 */
export function notesOfTranslation(rule: RulePayload): Fault[] {
  return hasMoreToSay.has(rule.ruleType)
    ? problemsOf(rule).flatMap(problem => noteOf(problem, rule.pairs.length > 1) ?? [])
    : []
}
