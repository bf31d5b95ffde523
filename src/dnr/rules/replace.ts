import type {Problem} from '../../model/problems'
import {faultText, type FaultText} from '../../model/faults'
import type {PairOf} from '../../model/rules'
import {encodeUrlText, encodePathText} from '../../matching/address'
import {splitAtCaptures, findEmptyCapture} from '../../matching/replacement'
import {readPattern, type Pattern} from '../../matching/pattern'
import {withBothCases, intersects, toCharacterSet, union, type AsciiSet} from '../../matching/regex/ascii-set'
import {withoutCaptures} from '../../matching/regex/tokens'
import {
  canBeEmpty,
  splitCapturingAnchors,
  getFixedTexts,
  flattenGroups,
  splitAnchors,
  parseAlternatives,
  type Sequence,
} from '../../matching/regex/tree'
import {readSearchPattern, replaceInAddress, type SearchPattern} from '../../matching/replace-text'
import {findInvalidReplacement} from '../destination'
import {addAction, createBuilder, type TranslationBuilder} from '../translation-builder'
import {compileFilters, compileCondition} from '../condition'
import {createRegexRewriteRules, createTextRewriteRules, type RewriteRule, type RegexSearch} from '../rewrite-rules'
import {
  collectCharacters,
  anyText,
  portCharacters,
  createUrlTemplates,
  expandPort,
  type UrlTemplate,
} from '../url-template'
import type {TranslateOptions, Translators} from '../translation'

type TextChange = {readonly search: SearchPattern; readonly to: string}

function parseChange({from, to}: PairOf<'Replace'>, pair: number): TextChange | {readonly problem: Problem} {
  const search = readSearchPattern(from)
  if ('reason' in search) return {problem: {code: search.code, pair, field: 'from', params: {reason: search.reason}}}
  const written = encodeUrlText(to)
  if (search.kind === 'regex') return {search, to: written}
  if (search.text === '') return {problem: {code: 'empty-change', pair, field: 'from'}}
  const old = encodeUrlText(search.text)
  if (old.includes('#')) {
    const params = {reason: faultText('neverLeavesBrowser')}
    return {problem: {code: 'never-matches', pair, field: 'from', params}}
  }
  if (old === written) return {problem: {code: 'empty-change', pair, field: 'to'}}
  return {search: {kind: 'text', text: old}, to: written}
}

/** The new text in each spelling that the browser may give it, depending on the part of the URL. */
const getBrowserSpellings = (to: string): readonly string[] => [
  to,
  encodePathText(to),
  to.replaceAll("'", '%27'),
  to.replaceAll('\\', '/'),
  to.replace(/:\/*/, '://'),
]

/** The characters that the groups of a regex can capture. */
const collectCapturableCharacters = (nodes: Sequence): AsciiSet =>
  nodes
    .map(node => {
      if (node.kind === 'repeated') return collectCapturableCharacters([node.node])
      if (node.kind !== 'group') return toCharacterSet('')
      return node.open.capturing
        ? collectCharacters([node])
        : node.alternatives.map(collectCapturableCharacters).reduce(union)
    })
    .reduce(union, toCharacterSet(''))

const requiresCharacterOutside = (nodes: Sequence, set: AsciiSet): boolean =>
  nodes.some(node => {
    if (node.kind === 'text') return [...node.text].some(character => set[character.charCodeAt(0)] !== true)
    if (node.kind === 'set') return !intersects(node.set, set)
    if (node.kind === 'repeated') return node.least > 0 && requiresCharacterOutside([node.node], set)
    return (
      node.kind === 'group' &&
      node.open.lookaround === undefined &&
      node.alternatives.every(alternative => requiresCharacterOutside(alternative, set))
    )
  })

function overlaps(old: string, to: string): boolean {
  const lengths = Array.from({length: Math.min(old.length, to.length)}, (_, at) => at + 1)
  return (
    to.includes(old) ||
    old.includes(to) ||
    lengths.some(length => old.endsWith(to.slice(0, length)) || old.startsWith(to.slice(-length)))
  )
}

/** Whether repeated matching certainly ends: the new text cannot be part of another match. */
function terminates({search, to}: TextChange): boolean {
  const parts = search.kind === 'text' ? [to] : splitAtCaptures(to)
  const literal = parts.filter(part => typeof part === 'string').join('')
  const spellings = getBrowserSpellings(literal)
  const alternatives = search.kind === 'text' ? [[search]] : parseAlternatives(search.tokens)
  const captured =
    literal === parts.join('')
      ? toCharacterSet('')
      : alternatives.map(collectCapturableCharacters).reduce(union, toCharacterSet(''))
  const available = withBothCases(union(captured, toCharacterSet(`/${spellings.join('')}`)))
  if (alternatives.every(alternative => requiresCharacterOutside(alternative, available))) return true
  if (search.kind === 'regex') return false
  const old = search.text.toLowerCase()
  const newTexts = old.startsWith('/') ? [...spellings, `/${to}`] : spellings
  return newTexts.every(each => !overlaps(old, each.toLowerCase()))
}

function toSearchRegex({search, to}: TextChange): RegexSearch | undefined {
  if (search.kind !== 'regex') return undefined
  const parts = splitAtCaptures(to)
  const captures = search.groups > 0 && parts.some(part => typeof part === 'number')
  const variants = captures
    ? splitCapturingAnchors(parseAlternatives(search.tokens))
    : splitAnchors(parseAlternatives(withoutCaptures(search.tokens)).map(flattenGroups))
  return variants && {variants, groups: captures ? search.groups : 0, to: parts}
}

/** A text or regex that contains the text of the condition implies the condition. */
function impliesCondition({text, kind, value}: Pattern, search: SearchPattern): boolean {
  if (text !== 'url' || kind !== 'contains') return false
  if (search.kind === 'text') return search.text.includes(value)
  return parseAlternatives(search.tokens).every(alternative =>
    getFixedTexts(alternative).some(fixed => fixed.includes(value)),
  )
}

// The number of rules grows with the square of both, and Chrome limits the memory of regexes.
const maxSegments = 100
const maxSearchLength = 1_000

/**
 * Chrome's rules for a change; empty where the text cannot occur, null where only the fallback
 * handles all occurrences.
 */
function createRewriteRules(pattern: Pattern, change: TextChange): readonly RewriteRule[] | null {
  const {search, to} = change
  const templates: readonly UrlTemplate[] | undefined = impliesCondition(pattern, search)
    ? [[anyText]]
    : createUrlTemplates(pattern)
  if (templates === undefined || templates.some(({length}) => length > maxSegments)) return null
  if ((search.kind === 'text' && search.text.length > maxSearchLength) || !terminates(change)) return null
  const regex = toSearchRegex(change)
  const alphabet =
    search.kind === 'text' ? toCharacterSet(search.text) : collectCharacters(parseAlternatives(search.tokens).flat())
  const expanded = intersects(alphabet, portCharacters) ? templates.flatMap(expandPort) : templates
  const rewriteRules = expanded.map(template =>
    search.kind === 'text'
      ? createTextRewriteRules(template, search.text, to)
      : regex
        ? createRegexRewriteRules(template, regex)
        : null,
  )
  return rewriteRules.includes(null) ? null : rewriteRules.flatMap(each => each ?? [])
}

function addUrlRedirect(
  builder: TranslationBuilder,
  {value}: Pattern,
  {source}: PairOf<'Replace'>,
  {search, to}: TextChange,
  pair: number,
  options: TranslateOptions,
): void {
  const url = replaceInAddress(value, search, to)
  const {compiled, problems} = compileCondition(source, pair)
  builder.problems.push(...problems)
  if (url === value)
    builder.problems.push({code: 'never-matches', pair, field: 'from', params: {reason: faultText('textNotInAddress')}})
  else if (compiled)
    addAction(builder, compiled, {pair, band: 'replace', action: {type: 'redirect', redirect: {url}}}, options)
}

/** `$n` is a capture of the search regex. With a literal search text it is literal. */
function createEmptyCaptureProblems({search, to}: TextChange, pair: number): Problem[] {
  if (search.kind !== 'regex') return []
  const missing = findEmptyCapture(to, search.groups)
  if (missing === undefined) return []
  return [{code: 'empty-capture', pair, field: 'to', params: {missing, groups: search.groups, pattern: 'regex'}}]
}

/** Replaces every occurrence in the URL of a matching request. */
export const replace: Translators['Replace'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach((given, pair) => {
    const change = parseChange(given, pair)
    const read = readPattern(given.source)
    if ('problem' in change) return void builder.problems.push(change.problem)
    if ('fault' in read) {
      const {code, reason} = read.fault
      return void builder.problems.push({code, pair, field: 'source.value', params: {reason}})
    }
    const {pattern} = read
    const {search} = change
    const refuse = (reason: FaultText) =>
      builder.problems.push({code: 'regex-refused', pair, field: 'from', params: {reason}})
    builder.problems.push(...createEmptyCaptureProblems(change, pair))
    if (search.kind === 'regex' && parseAlternatives(search.tokens).some(alternative => alternative.every(canBeEmpty)))
      return void refuse(faultText('matchesNoText'))
    const becomes = findInvalidReplacement({from: given.from, ...change}, pattern)
    if (becomes !== undefined)
      return void builder.problems.push({code: 'destination', pair, field: 'to', params: {becomes}})
    if (pattern.text === 'url' && pattern.kind === 'equals')
      return addUrlRedirect(builder, pattern, given, change, pair, options)
    const {filter, problems} = compileFilters(given.source.filters ?? [], pair)
    builder.problems.push(...problems)
    if (filter === null) return
    const rewriteRules = createRewriteRules(pattern, change)
    if (rewriteRules === null) return void refuse(faultText('needsFallback'))
    if (rewriteRules.length === 0)
      builder.problems.push({
        code: 'never-matches',
        pair,
        field: 'from',
        params: {reason: faultText('textCannotStandThere')},
      })
    for (const {regexFilter, regexSubstitution, isOptional} of rewriteRules) {
      const condition = {regexFilter, isUrlFilterCaseSensitive: true}
      const compiled = {pattern, filter, portable: condition, conditions: [condition]}
      addAction(
        builder,
        isOptional ? {...compiled, fallbackConditions: {conditions: []}} : compiled,
        {pair, band: 'replace', action: {type: 'redirect', redirect: {regexSubstitution}}},
        options,
      )
    }
  })
  return builder
}
