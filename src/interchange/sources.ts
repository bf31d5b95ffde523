import {fault, type Fault} from '../contract/faults'
import {
  areNoDomains,
  areNoDomainsAny,
  cannotTellApart,
  cannotTellApartAny,
  neverLeavesInAddress,
} from '../contract/reasons'
import {
  type Operator,
  requestMethods,
  resourceTypes,
  type Source,
  type SourceFilter,
  type SourceKey,
} from '../contract/source'
import {off, stop} from './making'
import {reasonOfSource} from './expressions'
import {shown} from './fields'

const source = (key: SourceKey, operator: Operator, value: string): Source => ({key, operator, value})

export const everyUrl = source('url', 'Wildcard_Matches', '*')
export const urlEquals = (value: string) => source('url', 'Equals', value)
export const urlContains = (value: string) => source('url', 'Contains', value)
export const urlWildcard = (value: string) => source('url', 'Wildcard_Matches', value)
export const hostEquals = (value: string) => source('host', 'Equals', value)

/** A regex; slashes around it would be read as `/pattern/flags`. */
const regexValue = (pattern: string, isCaseless = false): string => {
  if (isCaseless) return `/${pattern}/i`
  return /^\/.+\/[gimsuy]*$/s.test(pattern) ? `\\${pattern}` : pattern
}
export const urlMatches = (pattern: string, isCaseless = false) =>
  source('url', 'Matches', regexValue(pattern, isCaseless))

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Adds filters, which must all match; empty ones are left out. */
export function narrowed(given: Source, filters: readonly SourceFilter[]): Source {
  const saying = filters.filter(filter => Object.keys(filter).length > 0)
  return saying.length === 0 ? given : {...given, filters: [...(given.filters ?? []), ...saying]}
}

/** Names of resource types in other tools. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  ['imageset', 'image'],
  ['object_subrequest', 'object'],
  ['beacon', 'ping'],
  ['xhr', 'xmlhttprequest'],
  ['fetch', 'xmlhttprequest'],
  ['document', 'main_frame'],
])

type Narrowed = {readonly filter: SourceFilter; readonly notes: readonly Fault[]}

/** Keeps the known names. Without any, the rule arrives off: it would act on everything. */
function known(
  given: readonly string[],
  all: readonly string[],
  path: string,
  spelt: (name: string) => string,
): {readonly kept: readonly string[]; readonly notes: readonly Fault[]} {
  const names = given.map(name => [name, spelt(name)] as const)
  const unknown = names.filter(([, name]) => !all.includes(name)).map(([name]) => name)
  const kept = [...new Set(names.flatMap(([, name]) => (all.includes(name) ? [name] : [])))]
  if (unknown.length === 0) return {kept, notes: []}
  const said = unknown.map(shown).join(', ')
  return {
    kept,
    notes: [
      kept.length === 0 ? off(path, cannotTellApartAny(said)) : fault(path, 'no-counterpart', cannotTellApart(said)),
    ],
  }
}

export function byTypes(given: readonly string[], path: string): Narrowed {
  const {kept, notes} = known(
    given,
    resourceTypes,
    path,
    name => otherTypes.get(name.toLowerCase()) ?? name.toLowerCase(),
  )
  return {filter: kept.length === 0 ? {} : {resourceType: [...kept]}, notes}
}

export function byMethods(given: readonly string[], path: string): Narrowed {
  const {kept, notes} = known(given, requestMethods, path, name => name.toUpperCase())
  return {filter: kept.length === 0 ? {} : {requestMethod: [...kept]}, notes}
}

const isDomain = (text: string): boolean => text !== '' && !/[\s/*:]/.test(text)

export function byPages(given: readonly string[], path: string): Narrowed {
  const kept = [...new Set(given.map(each => each.trim().toLowerCase()).filter(isDomain))]
  const wrong = given.filter(each => !isDomain(each.trim()))
  const said = wrong.map(shown).join(', ')
  const notes =
    wrong.length === 0
      ? []
      : [kept.length === 0 ? off(path, areNoDomainsAny(said)) : fault(path, 'no-counterpart', areNoDomains(said))]
  return {filter: kept.length === 0 ? {} : {pageDomains: kept}, notes}
}

/** For conditions that list exceptions. */
export const typesBut = (left: readonly string[]): readonly string[] => {
  const out = new Set(left.map(name => otherTypes.get(name.toLowerCase()) ?? name.toLowerCase()))
  return resourceTypes.filter(type => !out.has(type))
}
export const methodsBut = (left: readonly string[]): readonly string[] => {
  const out = new Set(left.map(name => name.toUpperCase()))
  return requestMethods.filter(method => !out.has(method))
}

/** Notes on an invalid regex, and on a fragment, which no rule sees. */
export function notesOfSource(given: Source, path: string): Fault[] {
  const reason = reasonOfSource(given)
  if (reason !== undefined) return [stop(path, reason)]
  const isUnseen = given.operator !== 'Matches' && given.value.includes('#')
  return isUnseen ? [fault(path, 'no-counterpart', neverLeavesInAddress)] : []
}

/** A URL does not hold the default port of its scheme. */
const isDefault = (scheme: string, port: string): boolean =>
  (port === '80' && scheme !== 'https') || (port === '443' && scheme !== 'http')

/** A match pattern of extensions, `*://*.shop.test/*`, as a source; null where it is none. */
export function ofMatchPattern(pattern: string): Source | null {
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
