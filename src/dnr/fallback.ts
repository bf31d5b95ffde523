import type {RuleAction, RuleCondition} from '../model/extension-rule'
import {beyondChrome, type Problem} from '../model/problems'
import {fetchAndXhr, fetchXhrAndPages, lookAhead, lookBehind, openedPages, tooLarge} from '../model/reasons'
import type {Rule} from '../model/rule'
import type {RuleType} from '../model/rules'
import type {ResourceType, SourceFilter} from '../model/source'
import {escapeRegex} from '../matching/regex/write'
import {requiredText} from '../matching/gram-index'
import {readPattern, type Pattern} from '../matching/pattern'
import {isEndless} from '../matching/replace-text'
import type {Token} from '../matching/regex/tokens'
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

const navigationTypes: readonly ResourceType[] = ['main_frame', 'sub_frame']
/** More of it would only cost Chrome memory. */
const maxRequiredLength = 40

type Fallback<P extends Problem | null = Problem> = {
  readonly templates: readonly DnrRuleTemplate[]
  readonly problem: P
}

const hasWebDestination = (pair: Rule['pairs'][number]): boolean =>
  !('destination' in pair) ||
  (!('file' in pair && pair.file !== undefined) && /^(?:https?:|\$[1-9])/i.test(String(pair.destination).trim()))

/** The part of a regex that RE2 never takes, however small the regex is; undefined when there is none. */
export function findUnsupportedSyntax(tokens: readonly Token[]): string | undefined {
  const look = tokens.find(token => token.kind === 'open' && token.look !== undefined)
  return look?.kind === 'open' ? (look.look?.startsWith('(?<') ? lookBehind : lookAhead) : undefined
}

function getFallbackReason(pattern: Pattern, reason: string | number | undefined): string {
  if (reason === 'memoryLimitExceeded') return tooLarge
  const tokens = pattern.kind === 'expression' ? pattern.tokens : []
  return findUnsupportedSyntax(tokens) ?? ''
}

const hasPayloadFilter = ({requestPayload}: SourceFilter) => requestPayload !== undefined

function compileFallbackSource({ruleType, pairs}: Rule, index: number) {
  const band = fallbackBands[ruleType]
  const pair = pairs[index]
  if (band === undefined || pair?.source === undefined || !hasWebDestination(pair)) return null
  if ('from' in pair && isEndless(String(pair.from))) return null
  const read = readPattern(pair.source)
  const filters = (pair.source.filters ?? []).map(({requestPayload: _read, ...rest}) => rest)
  const {filter} = compileFilters(filters, index)
  if ('fault' in read || filter === null) return null
  const {resourceTypes: types} = filter
  return {band, pattern: read.pattern, filter, hasFetch: types === null || types.includes('xmlhttprequest')}
}

/** Only of fetch and XMLHttpRequest anybody here can read what is sent; where nothing else is asked for, there is nothing to say. */
function createPayloadFallback(rule: Rule, index: number): Fallback<Problem | null> | null {
  const source = compileFallbackSource(rule, index)
  if (!source?.hasFetch) return null
  const isFetchOnly = source.filter.resourceTypes?.every(type => type === 'xmlhttprequest') === true
  return {templates: [], problem: isFetchOnly ? null : {code: 'payload-in-part', pair: index, field: 'source.filters'}}
}

/** Every address of the web that a pattern may match, and more: all that hold a text it requires, in that part; of an address it may begin inPart the scheme. */
function createBroadRegexFilter(pattern: Pattern): string {
  const text = requiredText(pattern).slice(0, maxRequiredLength)
  const isUrl = pattern.text === 'url'
  const afterScheme = isUrl ? text.replace(/^(?:[a-z]*:)?\/\/?/, '') : text
  if (afterScheme === '' || (isUrl && 'https://http://'.includes(text))) return '^https?://.*'
  const before = isUrl ? '.*' : pattern.text === 'path' ? '[^?]*' : '[^/]*'
  const inPart = before + escapeRegex(text)
  return `^https?://${afterScheme === text ? inPart : `(?:${inPart}|${escapeRegex(afterScheme)})`}.*`
}

/** What our own matcher can still do: fetch and XHR in the page, navigations by the waiting page. Null where that is nothing. */
export function createFallback(rule: Rule, index: number, {field, says}: Problem): Fallback | null {
  const source = compileFallbackSource(rule, index)
  if (!source) return null
  const {band, pattern, filter, hasFetch} = source
  const {resourceTypes: types, requestMethods: methods} = filter
  const allowsGet = methods === undefined || methods.includes('get')
  const hasNavigations = allowsGet && (types === null || types.some(type => navigationTypes.includes(type)))
  if (!hasNavigations && !hasFetch) return null
  const regexFilter = createBroadRegexFilter(pattern)
  const condition: RuleCondition = {regexFilter, isUrlFilterCaseSensitive: false}
  const action: RuleAction = {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#0,\\0`}}
  const template: DnrRuleTemplate = {
    // The waiting page of a Delay looks at it as well, and what it does not mean is to wait there.
    ...(band === 'cancel' ? {band: 'delay', delayMs: 0} : {band}),
    pair: index,
    action,
    condition: createRuleCondition(condition, {...filter, requestMethods: ['get']}, navigationTypes),
    portable: {action, condition} as DnrRuleTemplate['portable'],
    isBroader: true,
  }
  const works = !hasNavigations ? fetchAndXhr : hasFetch ? fetchXhrAndPages : openedPages
  return {
    templates: hasNavigations ? [template] : [],
    problem: {
      code: 'regex-in-part',
      pair: index,
      ...(field === undefined ? {} : {field}),
      says: {...says, because: getFallbackReason(pattern, says?.['reason']), works},
    },
  }
}

/** The translation with what can be done of the pairs that could not be told to Chrome at all. */
export function addFallbacks(rule: Rule, translation: Translation): Translation {
  const templates = [...translation.templates]
  const fallbackPairs = new Set<number>()
  const problems = translation.problems.flatMap(problem => {
    const {code, pair} = problem
    if (pair === undefined || !beyondChrome.has(code)) return problem
    if (fallbackPairs.has(pair)) return []
    const hasPayload = rule.pairs[pair]?.source?.filters?.some(hasPayloadFilter) === true
    const fallback = hasPayload ? createPayloadFallback(rule, pair) : createFallback(rule, pair, problem)
    if (fallback === null) return problem
    templates.push(...fallback.templates)
    fallbackPairs.add(pair)
    return fallback.problem ?? []
  })
  return {...translation, templates, problems, fallbackPairs: [...fallbackPairs]}
}
