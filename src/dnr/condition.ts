import type {RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import {noAddressMatches, noRequestPasses, unclearStart} from '../model/reasons'
import {foreignIn, resourceTypes, type ResourceType, type Source, type SourceFilter} from '../model/source'
import {asWrittenHost, isOnDomain} from '../matching/address'
import {readPattern, type Pattern} from '../matching/pattern'
import {embed, type Embedding, type NotEmbedded} from './regex-filter'

/** What the filters of a source say in declarativeNetRequest's words. `resourceTypes` is null when all are meant. */
export type Narrowing = Pick<RuleCondition, 'topDomains' | 'requestMethods'> & {
  readonly resourceTypes: readonly ResourceType[] | null
}

/** A source in declarativeNetRequest's words, without resource types: those depend on what is to be done. */
export type Place = {
  readonly pattern: Pattern
  /** What the contract's portable form shows. */
  readonly portable: RuleCondition
  /** What is installed; more than one where no single condition says exactly the same. */
  readonly conditions: readonly RuleCondition[]
  /** What says it without a regex, where Chrome takes none. */
  readonly instead?: {readonly conditions: readonly RuleCondition[]; readonly problem?: Problem}
  readonly narrowing: Narrowing
}

export type Placing =
  | {readonly place: Place; readonly problems: readonly Problem[]}
  | {readonly place: null; readonly problems: readonly Problem[]}

const methodsOfChrome = ['connect', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put']

const inBoth = <T>(a: readonly T[] | null, b: readonly T[]): readonly T[] =>
  a === null ? b : a.filter(each => b.includes(each))

const narrower = (a: readonly string[] | null, b: readonly string[]): readonly string[] =>
  a === null
    ? b
    : [
        ...a.filter(one => b.some(other => isOnDomain(one, other))),
        ...b.filter(one => a.some(other => one !== other && isOnDomain(one, other))),
      ]

/** All filters of a source as one; null where no request can pass, with the reason. */
export function narrow(
  filters: readonly SourceFilter[],
  pair: number,
): {narrowing: Narrowing | null; problems: Problem[]} {
  let methods: readonly string[] | null = null
  let types: readonly ResourceType[] | null = null
  let domains: readonly string[] | null = null
  const problems: Problem[] = []
  const unknown = (what: string) =>
    problems.push({code: 'unknown-filter', pair, field: 'source.filters', says: {value: what}})
  for (const filter of filters) {
    const {pageDomains = [], requestMethod = [], resourceType = [], requestPayload} = filter
    foreignIn(filter).forEach(unknown)
    if (requestPayload) problems.push({code: 'payload-filter', pair, field: 'source.filters'})
    if (requestMethod.length > 0) {
      const lower = requestMethod.map(method => method.toLowerCase())
      lower.filter(method => !methodsOfChrome.includes(method)).forEach(unknown)
      methods = inBoth(methods, inBoth(methodsOfChrome, lower))
    }
    if (resourceType.length > 0) {
      resourceType.filter(type => !resourceTypes.some(known => known === type)).forEach(unknown)
      types = inBoth(
        types,
        resourceTypes.filter(known => resourceType.includes(known)),
      )
    }
    if (pageDomains.length > 0)
      domains = narrower(
        domains,
        pageDomains.map(domain => asWrittenHost(domain.trim())),
      )
  }
  // A WebSocket has no method that Chrome looks at.
  const impossible =
    [methods, types, domains].some(list => list?.length === 0) || (methods && String(types) === 'websocket')
  if (impossible) {
    const says = {reason: noRequestPasses}
    problems.push({code: 'never-matches', pair, field: 'source.filters', says})
  }
  if (impossible || filters.some(filter => filter.requestPayload)) return {narrowing: null, problems}
  return {
    narrowing: {
      ...(domains === null ? {} : {topDomains: domains}),
      ...(methods === null ? {} : {requestMethods: methods}),
      resourceTypes: types,
    },
    problems,
  }
}

// A urlFilter cannot write these as themselves: `*` is always a wildcard, `^` a separator, and a bar at either end an anchor.
const isPlain = (value: string) => !/[*^]|^\||\|$/.test(value)

const filter = (urlFilter: string): RuleCondition => ({urlFilter, isUrlFilterCaseSensitive: true})

function prefixOf({text, kind, value}: Pattern): string | undefined {
  const prefix = value.slice(0, -1)
  const isPrefix =
    text === 'url' && kind === 'wildcard' && /^[a-z][a-z0-9+.-]*:\/\/[^*]+\*$/.test(value) && isPlain(prefix)
  return isPrefix ? prefix : undefined
}

type Conditions = Omit<Place, 'narrowing' | 'pattern'>

function urlFilters(pattern: Pattern): Conditions | undefined {
  const {text, kind, value} = pattern
  if (text === 'url' && kind === 'equals' && isPlain(value))
    // The fragment is part of what Chrome compares, so a second filter takes the addresses that have one.
    return {portable: filter(`|${value}|`), conditions: [filter(`|${value}|`), filter(`|${value}#`)]}
  const prefix = prefixOf(pattern)
  return prefix === undefined ? undefined : {portable: filter(`|${prefix}`), conditions: [filter(`|${prefix}`)]}
}

/** What stands in for a regex where Chrome takes none: exact for a host, and for Contains all but the fragment. */
function withoutRegex({text, kind, value}: Pattern, pair: number): Place['instead'] {
  if (text === 'url' && kind === 'contains' && isPlain(value))
    return {conditions: [filter(value)], problem: {code: 'fragment-too', pair, field: 'source.value'}}
  if (text === 'host' && kind === 'equals')
    return {conditions: ['http', 'https', 'ws', 'wss'].map(scheme => filter(`|${scheme}://${value}^`))}
  return undefined
}

function regexes(pattern: Pattern, embedding: Embedding, pair: number): Conditions | {not: NotEmbedded} {
  const embedded = embed(pattern, embedding)
  if ('not' in embedded) return embedded
  const {text, kind, value} = pattern
  const isHost = (text === 'host' || text === 'hostPort') && kind === 'equals' && !value.startsWith('[')
  const condition: RuleCondition = {
    ...embedded,
    // Spares Chrome the regex for every other host.
    ...(isHost ? {requestDomains: [value.replace(/:\d+$/, '')]} : {}),
  }
  const instead = embedding.whole ? undefined : withoutRegex(pattern, pair)
  const asText = text === 'url' && kind === 'contains' && isPlain(value) && !embedding.whole
  return {
    portable: asText ? filter(value) : condition,
    conditions: [condition],
    ...(instead === undefined ? {} : {instead}),
  }
}

const notEmbedded = (not: NotEmbedded, pair: number): Problem =>
  not === 'never'
    ? {code: 'never-matches', pair, field: 'source.value', says: {reason: noAddressMatches}}
    : {
        code: 'regex-refused',
        pair,
        field: 'source.value',
        says: {reason: unclearStart},
      }

/** Says a source and its filters to Chrome. For a substitution only a regex will do. */
export function placeOf(
  source: Source,
  pair: number,
  wanted: Embedding | ((pattern: Pattern) => Embedding) = {},
): Placing {
  const read = readPattern(source)
  if ('fault' in read)
    return {
      place: null,
      problems: [{code: read.fault.code, pair, field: 'source.value', says: {reason: read.fault.reason}}],
    }
  const {pattern} = read
  const embedding = typeof wanted === 'function' ? wanted(pattern) : wanted
  const {narrowing, problems} = narrow(source.filters ?? [], pair)
  if (narrowing === null) return {place: null, problems}
  const free = embedding.whole ? undefined : urlFilters(pattern)
  const conditions = free ?? regexes(pattern, embedding, pair)
  if ('not' in conditions) return {place: null, problems: [...problems, notEmbedded(conditions.not, pair)]}
  return {place: {pattern, narrowing, ...conditions}, problems}
}

const allTypes: readonly ResourceType[] = resourceTypes

export function conditionFor(
  condition: RuleCondition,
  narrowing: Narrowing,
  able: readonly ResourceType[] = allTypes,
): RuleCondition {
  const {resourceTypes: wanted, ...rest} = narrowing
  // Always explicit: without resourceTypes a rule skips main_frame.
  return {...condition, ...rest, resourceTypes: wanted === null ? able : able.filter(type => wanted.includes(type))}
}
