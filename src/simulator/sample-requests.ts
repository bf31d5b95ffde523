import {deepest, isRecord} from '../model/json'
import type {RuleType} from '../model/rules'
import {resourceTypes, type PayloadFilter, type ResourceType, type SourceFilter} from '../model/source'
import {isOnDomain} from '../matching/address'
import {getRegexExample} from '../matching/example-urls'
import type {TestRequest} from './test-request'

/** What of a request conditions ask for beside its address. */
type RequestFields = Omit<TestRequest, 'url'>

type JsonObject = Record<string, unknown>
/** Any name may be a field of it. */
const createObject = (): JsonObject => Object.create(null) as JsonObject

const isExact = ({operator = 'Equals'}: PayloadFilter) => operator === 'Equals'

/** A body with each value at its dotted path, as JSON; none where that would be deeper than any body is. */
function createBody(payloads: readonly PayloadFilter[]): string {
  const body = createObject()
  // What must be there to the letter is written last, over what is to be a part of it.
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

/** What all lists name, in the order of the first; undefined where there is no list. */
function intersect(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...others] = lists.flatMap(list => (list === undefined || list.length === 0 ? [] : [list]))
  return first?.filter(each => others.every(list => list.includes(each)))
}

/** Domains that are on one of each list: a list may name the domain above that of another. */
function findSharedDomains(filters: readonly SourceFilter[]): readonly string[] {
  const lists = filters
    .map(({pageDomains = []}) => pageDomains.map(each => each.toLowerCase()))
    .filter(list => list.length > 0)
  const all = lists.flat()
  return lists.length < 2 ? all : all.filter(each => lists.every(list => list.some(one => isOnDomain(each, one))))
}

/** Enough where no type is asked for: what a page asks for, and the page. */
const defaultTypes: readonly ResourceType[] = ['xmlhttprequest', 'main_frame']

const putFirst = <T>(list: readonly T[], ...usual: readonly T[]): readonly T[] => [
  ...usual.filter(each => list.includes(each)),
  ...list.filter(each => !usual.includes(each)),
]

/** What people mean to slow down is a page, and only one that is got waits. */
const getUsualTypes = (ruleType: RuleType, method: string): readonly ResourceType[] =>
  ruleType === 'Delay' && method === 'GET' ? ['main_frame', 'xmlhttprequest'] : ['xmlhttprequest']

/** Requests that fulfil filters together, each of another type, what is usual for the rules first; none where filters exclude each other. */
export function* generateSampleRequests(
  ruleType: RuleType,
  filters: readonly SourceFilter[],
): Generator<RequestFields, void, unknown> {
  const payloads = filters.flatMap(each => each.requestPayload ?? [])
  const methods = intersect(filters.map(each => each.requestMethod))
  const types = intersect(filters.map(each => each.resourceType))
  // A GET has no body to look at or to change.
  const usual = ruleType === 'Request' || payloads.length > 0 ? 'POST' : 'GET'
  const [method] = methods === undefined ? [usual] : putFirst(methods, usual)
  if (method === undefined) return
  const possible = types === undefined ? defaultTypes : resourceTypes.filter(each => types.includes(each))
  const page = findSharedDomains(filters)[0] ?? ''
  const payload = createBody(payloads)
  for (const resourceType of putFirst(possible, ...getUsualTypes(ruleType, method)))
    yield {method, resourceType, page, payload}
}
