import {faultText, type FaultText} from '../model/faults'
import type {RulePayload} from '../model/payload'
import type {Problem} from '../model/problems'
import {noteText, noteAt, type Note} from './notes'
import {readRule, type Rule} from '../model/rule'
import type {PairOf, RuleType} from '../model/rules'
import {readPattern} from '../matching/pattern'
import {readSearchPattern} from '../matching/replace-text'
import {createFallback, findUnsupportedSyntax} from '../dnr/fallback'
import {translateRule} from '../dnr/translate'

type Pair = RulePayload['pairs'][number]

/** The page script matches these by itself: Chrome never sees their regex. */
const isMatchedByPageScript = (ruleType: RuleType, pair: Pair): boolean =>
  ruleType === 'Request' || (ruleType === 'Response' && (pair as PairOf<'Response'>).type === 'code')

function findUnsupportedInSource({source}: Pair): FaultText | undefined {
  const read = source && readPattern(source)
  return read && !('fault' in read) && read.pattern.kind === 'expression'
    ? findUnsupportedSyntax(read.pattern.tokens)
    : undefined
}

function findUnsupportedInSearch(from: string): FaultText | undefined {
  const read = readSearchPattern(from)
  return 'kind' in read && read.kind === 'regex' ? findUnsupportedSyntax(read.tokens) : undefined
}

/** The requests on which a condition acts although Chrome refuses its regex; undefined for none. */
function getSupportedRequests(rule: RulePayload, index: number): FaultText | undefined {
  const isBody = rule.ruleType === 'Response' || rule.ruleType === 'Delay'
  // The page script answers and delays the same requests for which it cancels others.
  const probe = {...rule, ...(isBody ? {ruleType: 'Cancel'} : {}), id: 'any'} as Rule
  const refused = {code: 'regex-refused', pair: index, params: {reason: 'syntaxError'}} as const
  const works = createFallback(probe, index, refused)?.problem.params?.['works']
  if (typeof works !== 'object') return undefined
  const isFetchOnly = isBody || rule.pairs[index]?.source?.filters?.some(({requestPayload}) => requestPayload)
  if (!isFetchOnly) return works
  return works.code === 'openedPages' ? undefined : faultText('fetchAndXhr')
}

/** Notes on look-ahead and look-behind, which Chrome's regexes do not have. */
export const getRegexNotes = (rule: RulePayload): Note[] =>
  rule.pairs.flatMap((pair, index) => {
    if (isMatchedByPageScript(rule.ruleType, pair)) return []
    const condition = rule.pairs.length === 1 ? 'none' : index + 1
    const note = (path: string, what: FaultText | undefined) => {
      if (what === undefined) return []
      const works = getSupportedRequests(rule, index)
      const reason =
        works === undefined
          ? noteText('doesNothingFor', {what, condition})
          : noteText('actsOnlyOn', {what, works, condition})
      return [noteAt(`pairs[${index}].${path}`, 'changed', reason)]
    }
    return [
      ...note('source.value', findUnsupportedInSource(pair)),
      ...(rule.ruleType === 'Replace' ? note('from', findUnsupportedInSearch((pair as PairOf<'Replace'>).from)) : []),
    ]
  })

/** Rounded up: a size just above Chrome's limit must not read as the limit. */
const formatMegabytes = (size: number): string => `${(Math.ceil(size / 100_000) / 10).toFixed(1)} MB`

function toNote({code, pair = 0, field = '', params = {}}: Problem, areSeveral: boolean): Note | undefined {
  const condition = areSeveral ? pair + 1 : 'none'
  const {reason, works} = params
  const reasonCode = typeof reason === 'object' ? reason.code : undefined
  const path = `pairs[${pair}].${field}`
  if (code === 'in-page-only' && params['because'] === undefined)
    return noteAt(path, 'changed', noteText('outOfReach', {condition}))
  if (code === 'never-matches' && reasonCode === 'noBodyInGet') return noteAt(path, 'changed', noteText('noBodyInGet'))
  if (code === 'no-picture') return noteAt(path, 'changed', noteText('noPicture', {condition}))
  if (code === 'regex-refused' && reasonCode === 'matchesNoText')
    return noteAt(path, 'switched-off', noteText('matchesNoText'))
  if (code === 'regex-in-part' && params['because'] === '' && typeof works === 'object')
    return noteAt(path, 'changed', noteText('actsByFallback', {works}))
  if (code === 'file-too-large')
    return noteAt(path, 'switched-off', noteText('tooLargeForChrome', {size: formatMegabytes(Number(params['size']))}))
  const {becomes} = params
  if (code === 'destination' && field === 'to' && typeof becomes === 'string')
    return noteAt(path, 'switched-off', noteText('replacesToNoUrl', {becomes}))
  if (code === 'frame-text') return noteAt(`pairs[${pair}].source.filters`, 'changed', noteText('frameEndsChrome'))
  if (code === 'fetch-only' && params['because'] === 'size')
    return noteAt(`pairs[${pair}].value`, 'changed', noteText('tooLargeExceptForFetch'))
  if (code === 'empty-capture') {
    const pattern = params['pattern'] === 'regex' ? 'regex' : 'condition'
    return noteAt(
      path,
      'changed',
      noteText('alwaysEmpty', {missing: Number(params['missing']), groups: Number(params['groups']), pattern}),
    )
  }
  return undefined
}

const translatedTypes: ReadonlySet<string> = new Set(['Replace', 'Redirect', 'Response', 'Request', 'Delay'])

function getProblems(rule: RulePayload): readonly Problem[] {
  const read = translatedTypes.has(rule.ruleType) && readRule({...rule, id: 'any'})
  return read && read.ok ? translateRule(read.value).problems : []
}

function getConditionNotes(rule: RulePayload): Note[] {
  return rule.pairs.flatMap(({source}, pair) => {
    if (source === undefined || source.value.trim() === '') return []
    const read = readPattern(source)
    if ('pattern' in read || read.fault.code !== 'never-matches') return []
    return [noteAt(`pairs[${pair}].source.value`, 'changed', read.fault.reason)]
  })
}

const shownBelowFields: ReadonlySet<string> = new Set(['empty-capture', 'destination'])

/** Notes that the form shows below a field: conditions or changes without effect. */
export const getFieldNotes = (rule: RulePayload): Note[] => [
  ...getConditionNotes(rule),
  ...getProblems(rule).flatMap(problem => {
    const note = shownBelowFields.has(problem.code) ? toNote(problem, false) : undefined
    return note ? {...note, code: 'changed'} : []
  }),
]

/** Notes on what the rule cannot do as a browser rule. */
export const getBrowserNotes = (rule: RulePayload): Note[] => [
  ...getRegexNotes(rule),
  ...getProblems(rule).flatMap(problem => toNote(problem, rule.pairs.length > 1) ?? []),
  ...getConditionNotes(rule),
]
