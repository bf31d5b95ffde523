import type {RuleType} from '../model/rules'
import type {QueryModification} from '../model/rules/query-param'
import {canonicalUrl, readAddress, withoutFragment} from '../matching/address'
import type {Pattern} from '../matching/pattern'
import {generateExampleUrls, getSearchExample, isFileLikeHost} from '../matching/example-urls'
import {generateSampleRequests} from './sample-requests'
import type {Condition} from './conditions'
import {readTestRequest, type TestRequest} from './test-request'

const maxUrls = 2

/** Whether the source and the filters of a condition match a request. */
export function matchesRequest({compare, filters}: Condition, request: TestRequest): boolean {
  const read = readTestRequest(request)
  if ('fault' in read) return false
  const parsed = read.requestAt(read.url)
  return compare(parsed.address) !== null && filters().every(each => each.holds(parsed))
}

/**
 * The text that a URL must contain for the rule to change it: the search text, or a removed
 * parameter.
 */
export function getNeededText({pair}: Condition): string | undefined {
  if ('from' in pair && typeof pair.from === 'string') return getSearchExample(pair.from)
  const {modifications: changes = []} = pair as {modifications?: readonly Partial<QueryModification>[]}
  const removes = changes.flatMap(({type = '', param}) =>
    param !== undefined && type.startsWith('Remove') ? [param || 'x'] : [],
  )
  return removes.length > 0 && removes.length === changes.length
    ? `${encodeURIComponent(removes[0] ?? '')}=x`
    : undefined
}

/** Adds a text to the query of a URL that does not contain it. */
export const addToQuery = (address: string, text: string): string =>
  address.includes(text) ? address : `${address}${address.includes('?') ? '&' : '?'}${text.replace(/^[?&]/, '')}`

/**
 * Rejects unlikely hosts: the URL parser reads `https:///v1/` as the host `v1`. A host needs a dot
 * that does not begin a file ending, a port, or a place behind `//` in the pattern.
 */
function isHostIntended(url: string, {value}: Pattern): boolean {
  const {hostname, port} = new URL(url)
  const written = value.toLowerCase().replaceAll('\\', '')
  const isName = /\.|localhost/.test(hostname) && !isFileLikeHost(hostname)
  return isName || port !== '' || written.includes(`//${hostname}`)
}

function createExampleUrls(condition: Condition): readonly string[] {
  const {pattern, matchesAnyUrl, pair} = condition
  if (pattern === null) return matchesAnyUrl ? ['https://any.test/'] : []
  const needed = getNeededText(condition)
  const isInPath = 'from' in pair
  const found = new Set<string>()
  for (const group of generateExampleUrls(pattern)) {
    const written = group
      .flatMap(each =>
        needed === undefined
          ? [each]
          : [
              each,
              isInPath
                ? `${each.replace(/\/$/, '')}/${needed.replace(/^\//, '')}`
                : // What is removed may be all that the condition asks for: then any path will do.
                  addToQuery(URL.parse('/', each)?.href ?? each, needed),
              addToQuery(each, needed),
            ],
      )
      .flatMap(each => canonicalUrl(each) ?? [])
      .map(withoutFragment)
      .filter(each => /^(?:http|ws)s?:\/\/[^/]/.test(each) && (needed === undefined || each.includes(needed)))
    const [hosts, others] = [written.filter(each => isHostIntended(each, pattern)), written]
    const match = [...hosts, ...others].find(each => condition.compare(readAddress(each)) !== null)
    if (match !== undefined) found.add(match)
  }
  return [...found].slice(0, maxUrls)
}

const urlsByCondition = new WeakMap<Condition, readonly string[]>()

/** Returns example URLs that match a condition and that its rule changes. May be empty. */
export function getExampleUrls(condition: Condition): readonly string[] {
  const known = urlsByCondition.get(condition)
  if (known) return known
  const urls = createExampleUrls(condition)
  urlsByCondition.set(condition, urls)
  return urls
}

/**
 * Returns a request to a URL that matches all conditions, or undefined when their filters exclude
 * each other.
 */
export function findSampleRequest(
  url: string,
  ruleType: RuleType,
  conditions: readonly Condition[],
): TestRequest | undefined {
  for (const fields of generateSampleRequests(
    ruleType,
    conditions.flatMap(({source}) => source?.filters ?? []),
  )) {
    const request = {url, ...fields}
    if (conditions.every(each => matchesRequest(each, request))) return request
  }
  return undefined
}
