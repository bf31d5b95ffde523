import type {RuleType} from '../model/rules'
import type {QueryModification} from '../model/rules/query-param'
import {canonicalUrl, readAddress, withoutFragment} from '../matching/address'
import type {Pattern} from '../matching/pattern'
import {generateExampleUrls, getSearchExample} from '../matching/example-urls'
import {generateSampleRequests} from './sample-requests'
import type {Condition} from './conditions'
import {readTestRequest, type TestRequest} from './test-request'

const maxUrls = 2

/** Whether a condition means a request, as our own matcher sees it. */
export function matchesRequest({compare, filters}: Condition, request: TestRequest): boolean {
  const read = readTestRequest(request)
  if ('fault' in read) return false
  const parsed = read.requestAt(read.url)
  return compare(parsed.address) !== null && filters().every(each => each.holds(parsed))
}

/** A text that must stand in an address for the rule to do anything to it: what is replaced, or a parameter that is removed. */
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

/** The address with a text in its query, where it is not in it anyway. */
export const addToQuery = (address: string, text: string): string =>
  address.includes(text) ? address : `${address}${address.includes('?') ? '&' : '?'}${text.replace(/^[?&]/, '')}`

/** `https:///v1/` is read as the host v1, which nobody means; a host without a dot is one where it has a port, or stands where hosts do. */
function isHostIntended(url: string, {value}: Pattern): boolean {
  const {hostname, port} = new URL(url)
  const written = value.toLowerCase().replaceAll('\\', '')
  return /\.|localhost/.test(hostname) || port !== '' || written.includes(`//${hostname}`)
}

function createExampleUrls(condition: Condition): readonly string[] {
  const {pattern, matchesAnyUrl, pair} = condition
  if (matchesAnyUrl) return ['https://any.test/']
  if (pattern === null) return []
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

/** Addresses that a condition matches, as far as some can be made up; such as hold what its rule needs. */
export function getExampleUrls(condition: Condition): readonly string[] {
  const known = urlsByCondition.get(condition)
  if (known) return known
  const made = createExampleUrls(condition)
  urlsByCondition.set(condition, made)
  return made
}

/** A request at an address that all these conditions mean; undefined where their filters exclude each other, or none can be made up. */
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
