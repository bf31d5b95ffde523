import {deepest, isRecord} from '../model/json'
import type {RuleType} from '../model/rules'
import {resourceTypes, type PayloadFilter, type ResourceType, type SourceFilter} from '../model/source'
import {isOnDomain} from '../matching/address'
import {getRegexExample} from '../matching/example-urls'
import type {TestRequest} from './test-request'

/** The fields of a request that filters compare. */
type RequestFields = Omit<TestRequest, 'url'>

type JsonObject = Record<string, unknown>
/** An object without a prototype, so that any field name is safe. */
const createObject = (): JsonObject => Object.create(null) as JsonObject

const isExact = ({operator = 'Equals'}: PayloadFilter) => operator === 'Equals'

/** Creates a JSON body with each value at its dotted path. Empty when a path is too deep. */
function createBody(payloads: readonly PayloadFilter[]): string {
  const body = createObject()
  // Exact values are written last, because they also match as a part.
  for (const {key, value, operator} of payloads.toSorted((a, b) => Number(isExact(a)) - Number(isExact(b)))) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    if (path.length >= deepest) return ''
    let at = body
    for (const name of path) {
      const inner = at[name]
      at = at[name] = isRecord(inner) ? inner : createObject()
    }
    at[last] = operator === 'Matches' ? getRegexExample(value) : value
  }
  return payloads.length === 0 ? '' : JSON.stringify(body)
}

/** Returns the items that all lists contain, in the order of the first. Undefined without lists. */
function intersect(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...others] = lists.flatMap(list => (list === undefined || list.length === 0 ? [] : [list]))
  return first?.filter(each => others.every(list => list.includes(each)))
}

/** Returns domains that match every list. A list may contain a parent domain of another. */
function findSharedDomains(filters: readonly SourceFilter[]): readonly string[] {
  const lists = filters
    .map(({pageDomains = []}) => pageDomains.map(each => each.toLowerCase()))
    .filter(list => list.length > 0)
  const all = lists.flat()
  return lists.length < 2 ? all : all.filter(each => lists.every(list => list.some(one => isOnDomain(each, one))))
}

const defaultTypes: readonly ResourceType[] = ['xmlhttprequest', 'main_frame']

const putFirst = <T>(list: readonly T[], ...usual: readonly T[]): readonly T[] => [
  ...usual.filter(each => list.includes(each)),
  ...list.filter(each => !usual.includes(each)),
]

/** Delay rules usually target pages, and only GET navigations are delayed. */
const getUsualTypes = (ruleType: RuleType, method: string): readonly ResourceType[] =>
  ruleType === 'Delay' && method === 'GET' ? ['main_frame', 'xmlhttprequest'] : ['xmlhttprequest']

/**
 * Generates requests that match all filters, one for each request type, with the most common type
 * first. Yields nothing when filters exclude each other.
 */
export function* generateSampleRequests(
  ruleType: RuleType,
  filters: readonly SourceFilter[],
): Generator<RequestFields, void, unknown> {
  const payloads = filters.flatMap(each => each.requestPayload ?? [])
  const methods = intersect(filters.map(each => each.requestMethod))
  const types = intersect(filters.map(each => each.resourceType))
  // A GET request has no body.
  const usual = ruleType === 'Request' || payloads.length > 0 ? 'POST' : 'GET'
  const [method] = methods === undefined ? [usual] : putFirst(methods, usual)
  if (method === undefined) return
  const possible = types === undefined ? defaultTypes : resourceTypes.filter(each => types.includes(each))
  const page = findSharedDomains(filters)[0] ?? ''
  const payload = createBody(payloads)
  for (const resourceType of putFirst(possible, ...getUsualTypes(ruleType, method)))
    yield {method, resourceType, page, payload}
}
