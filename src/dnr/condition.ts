import type {RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import {faultText} from '../model/faults'
import {foreignIn, resourceTypes, type ResourceType, type Source, type SourceFilter} from '../model/source'
import {normalizeHost, isOnDomain} from '../matching/address'
import {readPattern, type Pattern} from '../matching/pattern'
import {createRegexFilter, type RegexFilterOptions, type RegexFilterFailure} from './regex-filter'

/** The filters of a source as DNR conditions. `resourceTypes` is null without a Type filter. */
export type CompiledFilter = Pick<RuleCondition, 'topDomains' | 'requestMethods'> & {
  readonly resourceTypes: readonly ResourceType[] | null
}

/** A source as DNR conditions. Resource types depend on the action and are added later. */
export type CompiledCondition = {
  readonly pattern: Pattern
  /** The condition of the documented portable form. */
  readonly portable: RuleCondition
  /** The conditions to install; several where no single condition is exact. */
  readonly conditions: readonly RuleCondition[]
  /** Used without a regex where Chrome accepts none. */
  readonly fallbackConditions?: {readonly conditions: readonly RuleCondition[]; readonly problem?: Problem}
  readonly filter: CompiledFilter
}

export type CompileResult = {readonly compiled: CompiledCondition | null; readonly problems: readonly Problem[]}

const chromeMethods = ['connect', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put']

const intersect = <T>(a: readonly T[] | null, b: readonly T[]): readonly T[] =>
  a === null ? b : a.filter(each => b.includes(each))

const intersectDomains = (a: readonly string[] | null, b: readonly string[]): readonly string[] =>
  a === null
    ? b
    : [
        ...a.filter(one => b.some(other => isOnDomain(one, other))),
        ...b.filter(one => a.some(other => one !== other && isOnDomain(one, other))),
      ]

/** Combines all filters of a source; null with a problem where no request can pass them. */
export function compileFilters(
  filters: readonly SourceFilter[],
  pair: number,
): {filter: CompiledFilter | null; problems: Problem[]} {
  let methods: readonly string[] | null = null
  let types: readonly ResourceType[] | null = null
  let topDomains: readonly string[] | null = null
  const problems: Problem[] = []
  const reportUnknown = (value: string) =>
    problems.push({code: 'unknown-filter', pair, field: 'source.filters', params: {value}})
  for (const filter of filters) {
    const {pageDomains = [], requestMethod = [], resourceType = [], requestPayload} = filter
    foreignIn(filter).forEach(reportUnknown)
    if (requestPayload) problems.push({code: 'payload-filter', pair, field: 'source.filters'})
    if (requestMethod.length > 0) {
      const lower = requestMethod.map(method => method.toLowerCase())
      lower.filter(method => !chromeMethods.includes(method)).forEach(reportUnknown)
      methods = intersect(methods, intersect(chromeMethods, lower))
    }
    if (resourceType.length > 0) {
      resourceType.filter(type => !resourceTypes.some(known => known === type)).forEach(reportUnknown)
      types = intersect(
        types,
        resourceTypes.filter(known => resourceType.includes(known)),
      )
    }
    if (pageDomains.length > 0)
      topDomains = intersectDomains(
        topDomains,
        pageDomains.map(domain => normalizeHost(domain.trim())),
      )
  }
  // Chrome compares methods of HTTP requests only, and a WebSocket has none.
  const isImpossible =
    [methods, types, topDomains].some(list => list?.length === 0) || (methods && String(types) === 'websocket')
  if (isImpossible) {
    const params = {reason: faultText('noRequestPasses')}
    problems.push({code: 'never-matches', pair, field: 'source.filters', params})
  }
  if (isImpossible || filters.some(filter => filter.requestPayload)) return {filter: null, problems}
  return {
    filter: {
      ...(topDomains === null ? {} : {topDomains}),
      ...(methods === null ? {} : {requestMethods: methods}),
      resourceTypes: types,
    },
    problems,
  }
}

// A urlFilter cannot escape these: `*` is a wildcard, `^` a separator, `|` at either end an anchor.
const isPlainUrlFilter = (value: string) => !/[*^]|^\||\|$/.test(value)

const createUrlFilter = (urlFilter: string): RuleCondition => ({urlFilter, isUrlFilterCaseSensitive: true})

function getLiteralPrefix({text, kind, value}: Pattern): string | undefined {
  const prefix = value.slice(0, -1)
  const isPrefix =
    text === 'url' && kind === 'wildcard' && /^[a-z][a-z0-9+.-]*:\/\/[^*]+\*$/.test(value) && isPlainUrlFilter(prefix)
  return isPrefix ? prefix : undefined
}

type SourceConditions = Omit<CompiledCondition, 'filter' | 'pattern'>

function compileUrlFilters(pattern: Pattern): SourceConditions | undefined {
  const {text, kind, value} = pattern
  if (text === 'url' && kind === 'equals' && isPlainUrlFilter(value))
    // Chrome compares URLs with their fragment, so a second filter matches those that have one.
    return {
      portable: createUrlFilter(`|${value}|`),
      conditions: [createUrlFilter(`|${value}|`), createUrlFilter(`|${value}#`)],
    }
  // Chrome refuses an empty urlFilter.
  if (text === 'url' && kind === 'contains' && value === '')
    return {portable: createUrlFilter('*'), conditions: [createUrlFilter('*')]}
  const prefix = getLiteralPrefix(pattern)
  return prefix === undefined
    ? undefined
    : {portable: createUrlFilter(`|${prefix}`), conditions: [createUrlFilter(`|${prefix}`)]}
}

/** Conditions without a regex: exact for a host, and for Contains except in the fragment. */
function createConditionsWithoutRegex(
  {text, kind, value}: Pattern,
  pair: number,
): CompiledCondition['fallbackConditions'] {
  if (text === 'url' && kind === 'contains' && isPlainUrlFilter(value))
    return {conditions: [createUrlFilter(value)], problem: {code: 'fragment-too', pair, field: 'source.value'}}
  if (text === 'host' && kind === 'equals')
    return {conditions: ['http', 'https', 'ws', 'wss'].map(scheme => createUrlFilter(`|${scheme}://${value}^`))}
  return undefined
}

function compileRegexFilters(
  pattern: Pattern,
  options: RegexFilterOptions,
  pair: number,
): SourceConditions | {failure: RegexFilterFailure} {
  const regexFilter = createRegexFilter(pattern, options)
  if ('failure' in regexFilter) return regexFilter
  const {text, kind, value} = pattern
  const isHost = (text === 'host' || text === 'hostPort') && kind === 'equals' && !value.startsWith('[')
  const condition: RuleCondition = {
    ...regexFilter,
    // Chrome evaluates the regex for this host only.
    ...(isHost ? {requestDomains: [value.replace(/:\d+$/, '')]} : {}),
  }
  const fallbackConditions = options.whole ? undefined : createConditionsWithoutRegex(pattern, pair)
  const isUrlFilter = text === 'url' && kind === 'contains' && isPlainUrlFilter(value) && !options.whole
  return {
    portable: isUrlFilter ? createUrlFilter(value) : condition,
    conditions: [condition],
    ...(fallbackConditions === undefined ? {} : {fallbackConditions}),
  }
}

const createRegexFilterProblem = (failure: RegexFilterFailure, pair: number): Problem =>
  failure === 'never'
    ? {code: 'never-matches', pair, field: 'source.value', params: {reason: faultText('noAddressMatches')}}
    : {code: 'regex-refused', pair, field: 'source.value', params: {reason: faultText('unclearStart')}}

/** Compiles a source and its filters. A substitution requires a regex. */
export function compileCondition(source: Source, pair: number, options: RegexFilterOptions = {}): CompileResult {
  const read = readPattern(source)
  if ('fault' in read)
    return {
      compiled: null,
      problems: [{code: read.fault.code, pair, field: 'source.value', params: {reason: read.fault.reason}}],
    }
  const {pattern} = read
  const {filter, problems} = compileFilters(source.filters ?? [], pair)
  if (filter === null) return {compiled: null, problems}
  const urlFilters = options.whole ? undefined : compileUrlFilters(pattern)
  const conditions = urlFilters ?? compileRegexFilters(pattern, options, pair)
  if ('failure' in conditions)
    return {compiled: null, problems: [...problems, createRegexFilterProblem(conditions.failure, pair)]}
  return {compiled: {pattern, filter, ...conditions}, problems}
}

export function createRuleCondition(
  condition: RuleCondition,
  filter: CompiledFilter,
  supportedTypes: readonly ResourceType[] = resourceTypes,
): RuleCondition {
  const {resourceTypes: filteredTypes, ...rest} = filter
  // A rule without resourceTypes does not apply to main_frame.
  return {
    ...condition,
    ...rest,
    resourceTypes:
      filteredTypes === null ? supportedTypes : supportedTypes.filter(type => filteredTypes.includes(type)),
  }
}
