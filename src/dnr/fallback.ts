import type {RuleAction, RuleCondition} from '../model/extension-rule'
import {fallbackProblems, type Problem, type ProblemValue} from '../model/problems'
import {faultText, type FaultText} from '../model/faults'
import type {Rule} from '../model/rule'
import type {RuleType} from '../model/rules'
import {navigationTypes, type SourceFilter} from '../model/source'
import {escapeRegex} from '../matching/regex/write'
import {requiredText} from '../matching/gram-index'
import {readPattern, type Pattern} from '../matching/pattern'
import {encodeUrlText} from '../matching/address'
import {hasEndlessMatches, readSearchPattern} from '../matching/replace-text'
import {splitAlternatives, type Token} from '../matching/regex/tokens'
import {createRuleCondition, compileFilters} from './condition'
import type {Band} from './priorities'
import {waitingPage} from '../model/delay-page'
import type {DnrRuleTemplate, Translation} from './translation'

const fallbackBands: Readonly<Partial<Record<RuleType, Band>>> = {
  Cancel: 'cancel',
  Redirect: 'redirect',
  Replace: 'replace',
  QueryParam: 'queryParam',
}

/** A longer text would only cost Chrome memory. */
const maxRequiredLength = 40

type Fallback<P extends Problem | null = Problem> = {
  readonly templates: readonly DnrRuleTemplate[]
  readonly problem: P
}

const hasWebDestination = (pair: Rule['pairs'][number]): boolean =>
  !('destination' in pair) ||
  (!('file' in pair && pair.file !== undefined) && /^(?:http|\$[1-9])/i.test(String(pair.destination).trim()))

/** Returns the syntax that RE2 rejects at any size, or undefined. */
export function findUnsupportedSyntax(tokens: readonly Token[]): FaultText | undefined {
  const look = tokens.find(token => token.kind === 'open' && token.lookaround !== undefined)
  return look?.kind === 'open'
    ? look.lookaround?.startsWith('(?<')
      ? faultText('lookBehind')
      : faultText('lookAhead')
    : undefined
}

function getFallbackReason(pattern: Pattern, reason: ProblemValue | undefined): FaultText | '' {
  if (reason === 'memoryLimitExceeded') return faultText('tooLarge')
  const tokens = pattern.kind === 'expression' ? pattern.tokens : []
  return findUnsupportedSyntax(tokens) ?? ''
}

const hasPayloadFilter = ({requestPayload}: SourceFilter) => requestPayload !== undefined

function compileFallbackSource({ruleType, pairs}: Rule, index: number) {
  const band = fallbackBands[ruleType]
  const pair = pairs[index]
  if (band === undefined || pair?.source === undefined || !hasWebDestination(pair)) return null
  if ('from' in pair && hasEndlessMatches(String(pair.from))) return null
  const read = readPattern(pair.source)
  const filters = (pair.source.filters ?? []).map(({requestPayload: _read, ...rest}) => rest)
  const {filter} = compileFilters(filters, index)
  if ('fault' in read || filter === null) return null
  const {resourceTypes: types} = filter
  return {band, pattern: read.pattern, filter, hasFetch: types === null || types.includes('xmlhttprequest')}
}

/** Payloads can be read for fetch and XHR only. A source limited to those needs no problem. */
function createPayloadFallback(rule: Rule, index: number): Fallback<Problem | null> | null {
  const source = compileFallbackSource(rule, index)
  if (!source?.hasFetch) return null
  const isFetchOnly = source.filter.resourceTypes?.every(type => type === 'xmlhttprequest') === true
  return {templates: [], problem: isFetchOnly ? null : {code: 'payload-in-part', pair: index, field: 'source.filters'}}
}

/** All URLs with a text that they require in that part. A URL pattern may start in the scheme. */
function writeRequiredText(pattern: Pattern): string | undefined {
  const text = requiredText(pattern).slice(0, maxRequiredLength)
  const isUrl = pattern.text === 'url'
  const afterScheme = isUrl ? text.replace(/^(?:[a-z]*:)?\/\/?/, '') : text
  if (!/[a-z\d]/i.test(afterScheme) || (isUrl && 'https://http://'.includes(text))) return undefined
  const before = isUrl ? '.*' : pattern.text === 'path' ? '[^?]*' : '[^/]*'
  const inPart = before + escapeRegex(text)
  return afterScheme === text ? inPart : `(?:${inPart}|${escapeRegex(afterScheme)})`
}

/** Chrome would refuse a larger regex. */
const maxAlternatives = 10

/**
 * A regex for every URL that the pattern may match, and more. Undefined for a pattern that requires
 * no text, since each page would go through the delay page.
 */
function createBroadRegexFilter(pattern: Pattern): string | undefined {
  const alternatives =
    pattern.kind === 'expression' ? splitAlternatives(pattern.tokens).map(tokens => ({...pattern, tokens})) : [pattern]
  const texts = alternatives.flatMap(each => writeRequiredText(each) ?? [])
  if (texts.length < alternatives.length || texts.length > maxAlternatives) return undefined
  return `^https?://${texts.length === 1 ? texts[0] : `(?:${texts.join('|')})`}.*`
}

/** The regex for the pages that a pair may concern: by its source, else by its search text. */
function createPageFilter(pattern: Pattern, pair: Rule['pairs'][number] | undefined): string | undefined {
  const filter = createBroadRegexFilter(pattern)
  if (filter !== undefined || !pair || !('from' in pair)) return filter
  const search = readSearchPattern(String(pair.from))
  if ('reason' in search) return undefined
  const value = String(pair.from)
  return createBroadRegexFilter(
    search.kind === 'text'
      ? {kind: 'contains', text: 'url', value: encodeUrlText(search.text)}
      : {kind: 'expression', text: 'url', value, tokens: search.tokens, ignoreCase: false},
  )
}

/**
 * Uses our own matcher instead of Chrome's: in the page for fetch and XHR, on the delay page for
 * GET navigations. Returns null where neither applies.
 */
export function createFallback(rule: Rule, index: number, {field, params}: Problem): Fallback | null {
  const source = compileFallbackSource(rule, index)
  if (!source) return null
  const {band, pattern, filter, hasFetch} = source
  const {resourceTypes: types, requestMethods: methods} = filter
  const allowsGet = methods === undefined || methods.includes('get')
  const hasNavigations = allowsGet && (types === null || types.some(type => navigationTypes.includes(type)))
  const pageFilter = createPageFilter(pattern, rule.pairs[index])
  // A Page domains filter limits the pages as well.
  const regexFilter = pageFilter ?? (filter.topDomains === undefined ? undefined : '^https?://.*')
  const hasPages = hasNavigations && regexFilter !== undefined
  if (!hasPages && !hasFetch) return null
  const condition: RuleCondition = {regexFilter: regexFilter ?? '', isUrlFilterCaseSensitive: false}
  const action: RuleAction = {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#0,\\0`}}
  const template: DnrRuleTemplate = {
    // A Delay sends navigations to the same page. Requests outside this rule must not wait there.
    ...(band === 'cancel' ? {band: 'delay', delayMs: 0} : {band}),
    pair: index,
    action,
    condition: createRuleCondition(condition, {...filter, requestMethods: ['get']}, navigationTypes),
    portable: {action, condition} as DnrRuleTemplate['portable'],
    isBroader: true,
  }
  const works = !hasPages
    ? faultText('fetchAndXhr')
    : hasFetch
      ? faultText('fetchXhrAndPages')
      : faultText('openedPages')
  return {
    templates: hasPages ? [template] : [],
    problem: {
      code: 'regex-in-part',
      pair: index,
      ...(field === undefined ? {} : {field}),
      params: {
        ...params,
        because: getFallbackReason(pattern, params?.['reason']),
        works,
        ...(hasNavigations && !hasPages ? {pages: 'any'} : {}),
      },
    },
  }
}

/** Replaces problems with pairs that Chrome cannot match by their fallback, where one exists. */
export function addFallbacks(rule: Rule, translation: Translation): Translation {
  const templates = [...translation.templates]
  const fallbackPairs = new Set<number>(translation.fallbackPairs)
  const replaced = new Set<number>()
  const problems = translation.problems.flatMap(problem => {
    const {code, pair} = problem
    if (pair === undefined || !fallbackProblems.has(code)) return problem
    if (replaced.has(pair)) return []
    const hasPayload = rule.pairs[pair]?.source?.filters?.some(hasPayloadFilter) === true
    const fallback = hasPayload ? createPayloadFallback(rule, pair) : createFallback(rule, pair, problem)
    if (fallback === null) return problem
    templates.push(...fallback.templates)
    fallbackPairs.add(pair)
    replaced.add(pair)
    return fallback.problem ?? []
  })
  return {...translation, templates, problems, fallbackPairs: [...fallbackPairs]}
}
