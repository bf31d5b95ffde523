import {noteText, noteAt, type Note} from './notes'
import {guessContentType} from '../model/content-type'
import {toArray, isRecord} from '../model/json'
import {getAnswerableTypes} from '../dnr/rules/response'
import {requestMethods, resourceTypes, type Source, type SourceFilter} from '../model/source'
import {offNote, refusalNote} from './create-records'
import {findSourceFault} from './regex-faults'
import {quoteValue} from './fields'

export const everyUrl: Source = {key: 'url', operator: 'Wildcard_Matches', value: '*'}
export const urlEquals = (value: string): Source => ({key: 'url', operator: 'Equals', value})
export const urlContains = (value: string): Source => ({key: 'url', operator: 'Contains', value})
export const urlWildcard = (value: string): Source => ({key: 'url', operator: 'Wildcard_Matches', value})
export const hostEquals = (value: string): Source => ({key: 'host', operator: 'Equals', value})

/** A regex; slashes around it would be read as `/pattern/flags`. */
const regexValue = (pattern: string, isCaseless = false): string => {
  if (isCaseless) return `/${pattern}/i`
  return /^\/.+\/[gimsuy]*$/s.test(pattern) ? `\\${pattern}` : pattern
}
export const urlMatches = (pattern: string, isCaseless = false): Source => ({
  key: 'url',
  operator: 'Matches',
  value: regexValue(pattern, isCaseless),
})

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Adds filters, which must all match; empty ones are left out. */
export function addFilters(given: Source, filters: readonly SourceFilter[]): Source {
  const nonEmpty = filters.filter(filter => Object.keys(filter).length > 0)
  return nonEmpty.length === 0 ? given : {...given, filters: [...(given.filters ?? []), ...nonEmpty]}
}

export const hasTypeFilter = (source: unknown): boolean =>
  isRecord(source) && toArray(source['filters']).some(filter => isRecord(filter) && 'resourceType' in filter)

/** Names the types that a file answers. Without a Type filter a Response is for fetch and XHR. */
export function addFileTypes(given: Source, value: string): Source {
  if (hasTypeFilter(given)) return given
  // A frame can crash Chrome (see rule-effects.test.ts), so only a filter of the file names frames.
  const types = getAnswerableTypes(value).filter(type => type !== 'sub_frame')
  return addFilters(given, [{resourceType: [...types, 'xmlhttprequest']}])
}

/** For tools that do not tell files from data: JSON is data. */
export const addTypesOfText = (given: Source, value: string): Source =>
  guessContentType(value) === 'application/json' ? given : addFileTypes(given, value)

/** Other tools ignore case everywhere; a URL here has none in its scheme and host only. */
export const hasLettersAfterHost = (pattern: string): boolean =>
  /[a-z]/i.test(pattern.replace(/^(?:[a-z*]*:)?\/\/[^/?]*/i, ''))

export const toPairs = (sources: readonly Source[], rest: object) => sources.map(source => ({source, ...rest}))

const otherTypes: ReadonlyMap<string, string> = new Map([
  ['imageset', 'image'],
  ['object_subrequest', 'object'],
  ['beacon', 'ping'],
  ['xhr', 'xmlhttprequest'],
  ['fetch', 'xmlhttprequest'],
  ['document', 'main_frame'],
])

const normalizeType = (name: string): string => otherTypes.get(name.toLowerCase()) ?? name.toLowerCase()
const normalizeMethod = (name: string): string => name.toUpperCase()

/**
 * Creates a filter from the known values. Without any, the rule is disabled: it would match all.
 */
const createFilterReader =
  (
    name: 'resourceType' | 'requestMethod' | 'pageDomains',
    normalize: (value: string) => string,
    isKnown: (value: string) => boolean,
    [someUnknown, allUnknown]: readonly [
      'filterUnsupported' | 'areNoDomains',
      'filterUnsupportedForAny' | 'areNoDomainsAny',
    ],
  ) =>
  (given: readonly string[], path: string): {readonly filter: SourceFilter; readonly notes: readonly Note[]} => {
    const knownValues = [...new Set(given.map(normalize).filter(isKnown))]
    const unknown = given.filter(value => !isKnown(normalize(value)))
    const params = {names: unknown.map(quoteValue).join(', ')}
    const note =
      knownValues.length === 0
        ? offNote(path, noteText(allUnknown, params))
        : noteAt(path, 'no-counterpart', noteText(someUnknown, params))
    return {filter: knownValues.length === 0 ? {} : {[name]: knownValues}, notes: unknown.length === 0 ? [] : [note]}
  }

const unknownTypeTexts = ['filterUnsupported', 'filterUnsupportedForAny'] as const
export const toTypeFilter = createFilterReader(
  'resourceType',
  normalizeType,
  name => (resourceTypes as readonly string[]).includes(name),
  unknownTypeTexts,
)
export const toMethodFilter = createFilterReader(
  'requestMethod',
  normalizeMethod,
  name => (requestMethods as readonly string[]).includes(name),
  unknownTypeTexts,
)
export const toDomainFilter = createFilterReader(
  'pageDomains',
  text => text.trim().toLowerCase(),
  text => text !== '' && !/[\s/*:]/.test(text),
  ['areNoDomains', 'areNoDomainsAny'],
)

/** For conditions that list exceptions. */
export const getTypesExcept = (excluded: readonly string[]): readonly string[] => {
  const names = new Set(excluded.map(normalizeType))
  return resourceTypes.filter(type => !names.has(type))
}
export const getMethodsExcept = (excluded: readonly string[]): readonly string[] => {
  const names = new Set(excluded.map(normalizeMethod))
  return requestMethods.filter(method => !names.has(method))
}

/** Notes on an invalid regex, and on a fragment, which no rule sees. */
export function getSourceNotes(given: Source, path: string): Note[] {
  const reason = findSourceFault(given)
  if (reason !== undefined) return [refusalNote(path, reason)]
  const hasFragment = given.operator !== 'Matches' && given.value.includes('#')
  return hasFragment ? [noteAt(path, 'no-counterpart', noteText('fragmentIsNeverSent'))] : []
}

const isDefaultPort = (scheme: string, port: string): boolean =>
  (port === '80' && scheme !== 'https') || (port === '443' && scheme !== 'http')

/** A match pattern of extensions, `*://*.shop.test/*`, as a source; null where it is none. */
export function fromMatchPattern(pattern: string): Source | null {
  if (pattern === '<all_urls>' || pattern === '*' || pattern === '*://*/*') return everyUrl
  const [, scheme, host, port = '*', path] =
    /^(\*|[a-z]+):\/\/(\*|(?:\*\.)?(?:\[[^/\]]*\]|[^/*:]+))(?::(\*|\d+))?(\/.*)$/is.exec(pattern) ?? []
  if (scheme === undefined || host === undefined || path === undefined) return null
  const schemePattern = scheme === '*' ? 'https?' : scheme
  const hostPattern =
    host === '*' ? '[^/]+' : host.startsWith('*.') ? `(?:[^/]+\\.)?${escapeRegex(host.slice(2))}` : escapeRegex(host)
  const authorityPattern =
    port === '*'
      ? `${hostPattern}(?::\\d+)?`
      : isDefaultPort(scheme, port)
        ? `${hostPattern}(?::${port})?`
        : `${hostPattern}:${port}`
  return urlMatches(`^${schemePattern}://${authorityPattern}${path.split('*').map(escapeRegex).join('.*')}$`)
}
