import {fault, type Fault} from '../model/faults'
import type {RulePayload} from '../model/payload'
import type {Problem} from '../model/problems'
import {
  actsByFallback,
  actsOnlyOn,
  alwaysEmpty,
  doesNothingFor,
  fetchAndXhr,
  frameEndsChrome,
  matchesNoText,
  noBodyInGet,
  noPicture,
  openedPages,
  outOfReach,
  tooLargeButForFetch,
  tooLargeForChrome,
} from '../model/reasons'
import {readRule, type Rule} from '../model/rule'
import type {PairOf, RuleType} from '../model/rules'
import {readPattern} from '../matching/pattern'
import {readSearchPattern} from '../matching/replace-text'
import {createFallback, findUnsupportedSyntax} from '../dnr/fallback'
import {translateRule} from '../dnr/translate'

type Pair = RulePayload['pairs'][number]

/** The page script matches these by itself: Chrome never sees their regex. */
const isMatchedInPage = (ruleType: RuleType, pair: Pair): boolean =>
  ruleType === 'Request' || (ruleType === 'Response' && (pair as PairOf<'Response'>).type === 'code')

function inSource({source}: Pair): string | undefined {
  const read = source && readPattern(source)
  return read && !('fault' in read) && read.pattern.kind === 'expression'
    ? findUnsupportedSyntax(read.pattern.tokens)
    : undefined
}

function inSought(from: string): string | undefined {
  const read = readSearchPattern(from)
  return 'kind' in read && read.kind === 'regex' ? findUnsupportedSyntax(read.tokens) : undefined
}

/** The requests on which a condition acts although Chrome refuses its regex; undefined for none. */
function worksFor(rule: RulePayload, index: number): string | undefined {
  const isBody = rule.ruleType === 'Response' || rule.ruleType === 'Delay'
  // The page script answers and delays the same requests for which it cancels others.
  const asked = {...rule, ...(isBody ? {ruleType: 'Cancel'} : {}), id: 'any'} as Rule
  const refused = {code: 'regex-refused', pair: index, says: {reason: 'syntaxError'}} as const
  const works = createFallback(asked, index, refused)?.problem.says?.['works']
  if (works === undefined) return undefined
  const isFetchOnly = isBody || rule.pairs[index]?.source?.filters?.some(({requestPayload}) => requestPayload)
  if (!isFetchOnly) return String(works)
  return works === openedPages ? undefined : fetchAndXhr
}

/** Notes on look-ahead and look-behind, which Chrome's regexes do not have. */
export const notesBeyondChrome = (rule: RulePayload): Fault[] =>
  rule.pairs.flatMap((pair, index) => {
    if (isMatchedInPage(rule.ruleType, pair)) return []
    const condition = rule.pairs.length === 1 ? undefined : index + 1
    const note = (path: string, what: string | undefined) => {
      if (what === undefined) return []
      const works = worksFor(rule, index)
      const reason = works === undefined ? doesNothingFor(what, condition) : actsOnlyOn(what, works, condition)
      return [fault(`pairs[${index}].${path}`, 'changed', reason)]
    }
    return [
      ...note('source.value', inSource(pair)),
      ...(rule.ruleType === 'Replace' ? note('from', inSought((pair as PairOf<'Replace'>).from)) : []),
    ]
  })

/** Rounded up: a size just above Chrome's limit must not read as the limit. */
const megabytes = (size: number): string => `${(Math.ceil(size / 100_000) / 10).toFixed(1)} MB`

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
  if (code === 'empty-capture') {
    const pattern = says['pattern'] === 'regex' ? 'regex' : 'condition'
    return fault(path, 'changed', alwaysEmpty(Number(says['missing']), Number(says['groups']), pattern))
  }
  return undefined
}

const translated: ReadonlySet<string> = new Set(['Replace', 'Redirect', 'Response', 'Request', 'Delay'])

function problemsOf(rule: RulePayload): readonly Problem[] {
  const read = translated.has(rule.ruleType) && readRule({...rule, id: 'any'})
  return read && read.ok ? translateRule(read.value).problems : []
}

function notesOfConditions(rule: RulePayload): Fault[] {
  return rule.pairs.flatMap(({source}, pair) => {
    if (source === undefined || source.value.trim() === '') return []
    const read = readPattern(source)
    if ('pattern' in read || read.fault.code !== 'never-matches') return []
    return [fault(`pairs[${pair}].source.value`, 'changed', read.fault.reason)]
  })
}

/** The notes that the form shows below a field: conditions that match no URL, captures that are always empty. */
export const notesOfFields = (rule: RulePayload): Fault[] => [
  ...notesOfConditions(rule),
  ...problemsOf(rule).flatMap(problem => (problem.code === 'empty-capture' ? (noteOf(problem, false) ?? []) : [])),
]

/** Notes on what the rule cannot do as a browser rule. */
export const notesOfBrowser = (rule: RulePayload): Fault[] => [
  ...notesBeyondChrome(rule),
  ...problemsOf(rule).flatMap(problem => noteOf(problem, rule.pairs.length > 1) ?? []),
  ...notesOfConditions(rule),
]
