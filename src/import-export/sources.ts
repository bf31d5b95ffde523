import {noteText, noteAt, type Note} from './notes'
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
  const saying = filters.filter(filter => Object.keys(filter).length > 0)
  return saying.length === 0 ? given : {...given, filters: [...(given.filters ?? []), ...saying]}
}

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

const spellType = (name: string): string => otherTypes.get(name.toLowerCase()) ?? name.toLowerCase()
const spellMethod = (name: string): string => name.toUpperCase()

/** Makes a filter of the known values. Without any, the rule arrives off: it would act on everything. */
const filterBy =
  (
    name: 'resourceType' | 'requestMethod' | 'pageDomains',
    spell: (value: string) => string,
    isKnown: (value: string) => boolean,
    [ofSome, ofAll]: readonly ['cannotTellApart' | 'areNoDomains', 'cannotTellApartAny' | 'areNoDomainsAny'],
  ) =>
  (given: readonly string[], path: string): {readonly filter: SourceFilter; readonly notes: readonly Note[]} => {
    const kept = [...new Set(given.map(spell).filter(isKnown))]
    const unknown = given.filter(value => !isKnown(spell(value)))
    const params = {names: unknown.map(quoteValue).join(', ')}
    const note =
      kept.length === 0
        ? offNote(path, noteText(ofAll, params))
        : noteAt(path, 'no-counterpart', noteText(ofSome, params))
    return {filter: kept.length === 0 ? {} : {[name]: kept}, notes: unknown.length === 0 ? [] : [note]}
  }

const tellApart = ['cannotTellApart', 'cannotTellApartAny'] as const
export const toTypeFilter = filterBy(
  'resourceType',
  spellType,
  name => (resourceTypes as readonly string[]).includes(name),
  tellApart,
)
export const toMethodFilter = filterBy(
  'requestMethod',
  spellMethod,
  name => (requestMethods as readonly string[]).includes(name),
  tellApart,
)
export const toDomainFilter = filterBy(
  'pageDomains',
  text => text.trim().toLowerCase(),
  text => text !== '' && !/[\s/*:]/.test(text),
  ['areNoDomains', 'areNoDomainsAny'],
)

/** For conditions that list exceptions. */
export const getTypesExcept = (left: readonly string[]): readonly string[] => {
  const out = new Set(left.map(spellType))
  return resourceTypes.filter(type => !out.has(type))
}
export const getMethodsExcept = (left: readonly string[]): readonly string[] => {
  const out = new Set(left.map(spellMethod))
  return requestMethods.filter(method => !out.has(method))
}

/** Notes on an invalid regex, and on a fragment, which no rule sees. */
export function getSourceNotes(given: Source, path: string): Note[] {
  const reason = findSourceFault(given)
  if (reason !== undefined) return [refusalNote(path, reason)]
  const isUnseen = given.operator !== 'Matches' && given.value.includes('#')
  return isUnseen ? [noteAt(path, 'no-counterpart', noteText('neverLeavesInAddress'))] : []
}

const isDefault = (scheme: string, port: string): boolean =>
  (port === '80' && scheme !== 'https') || (port === '443' && scheme !== 'http')

/** A match pattern of extensions, `*://*.shop.test/*`, as a source; null where it is none. */
export function fromMatchPattern(pattern: string): Source | null {
  if (pattern === '<all_urls>' || pattern === '*' || pattern === '*://*/*') return everyUrl
  const [, scheme, host, port = '*', path] =
    /^(\*|[a-z]+):\/\/(\*|(?:\*\.)?(?:\[[^/\]]*\]|[^/*:]+))(?::(\*|\d+))?(\/.*)$/is.exec(pattern) ?? []
  if (scheme === undefined || host === undefined || path === undefined) return null
  const lead = scheme === '*' ? 'https?' : scheme
  const place =
    host === '*' ? '[^/]+' : host.startsWith('*.') ? `(?:[^/]+\\.)?${escapeRegex(host.slice(2))}` : escapeRegex(host)
  const places =
    port === '*' ? `${place}(?::\\d+)?` : isDefault(scheme, port) ? `${place}(?::${port})?` : `${place}:${port}`
  return urlMatches(`^${lead}://${places}${path.split('*').map(escapeRegex).join('.*')}$`)
}
