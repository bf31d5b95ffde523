import {deepest} from '../../contract/depth'
import {isRecord} from '../../contract/json'
import type {Rule} from '../../contract/rule'
import {resourceTypes, type SourceFilter} from '../../contract/source'
import {canonicalUrl, readAddress, withoutFragment} from '../../matching/address'
import {candidatesOf, exampleOf, jointAddresses} from '../../matching/witness'
import {conditionsOf, type Condition} from './prepared'
import {readTested, type Tested} from './tested'

/** What of a request a condition asks for beside its address. */
type Asks = Omit<Tested, 'url'>

const mostConditions = 20
const mostUrls = 2

type Writable = Record<string, unknown>
/** Any name may be a field of it. */
const bare = (): Writable => Object.create(null) as Writable

type Payload = NonNullable<SourceFilter['requestPayload']>

/** A body with each value at its dotted path, as JSON; none where that would be deeper than any body is. */
function bodyWith(payloads: readonly Payload[]): string {
  const body = bare()
  for (const {key, value} of payloads) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    if (path.length >= deepest) return ''
    let at = body
    for (const name of path) {
      const inner = at[name]
      at = at[name] = isRecord(inner) ? inner : bare()
    }
    at[last] = value
  }
  return payloads.length === 0 ? '' : JSON.stringify(body)
}

function asksOf(rule: Rule, {source}: Condition): Asks {
  const filters = source?.filters ?? []
  const methods = filters.flatMap(each => each.requestMethod ?? [])
  const named = filters.flatMap(each => each.resourceType ?? [])
  const types = resourceTypes.filter(each => named.includes(each))
  const payloads = filters.flatMap(each => each.requestPayload ?? [])
  // A GET has no body to look at or to change.
  const usual = rule.ruleType === 'Request' || payloads.length > 0 ? 'POST' : 'GET'
  // What people mean to slow down is a page.
  const first = rule.ruleType === 'Delay' ? 'main_frame' : 'xmlhttprequest'
  return {
    method: methods.find(each => each === usual) ?? methods[0] ?? usual,
    resourceType: types.find(each => each === first) ?? types[0] ?? first,
    page: filters.flatMap(each => each.pageDomains ?? [])[0] ?? '',
    payload: bodyWith(payloads),
  }
}

/** Whether a condition means a request, as our own matcher sees it. */
function means({compare, filters}: Condition, tested: Tested): boolean {
  const read = readTested(tested)
  if ('not' in read) return false
  const request = read.at(read.url)
  return compare(request.address) !== null && filters().every(each => each.holds(request))
}

const textOf = ({pair}: Condition): string | undefined =>
  'from' in pair && typeof pair.from === 'string' ? exampleOf(pair.from) : undefined

/** Addresses that a condition matches, as far as some can be made up; of a Replace such as hold its text. */
function urlsOf(condition: Condition): readonly string[] {
  const {pattern, everywhere} = condition
  if (everywhere) return ['https://any.test/']
  if (pattern === null) return []
  const from = textOf(condition)
  const found = new Set<string>()
  for (const group of candidatesOf(pattern)) {
    const written = group
      .flatMap(each => (from === undefined ? [each] : [each, `${each}/${from}`, `${each}?${from}`]))
      .flatMap(each => canonicalUrl(each) ?? [])
      .map(withoutFragment)
      .filter(each => /^(?:http|ws)s?:\/\/[^/]/.test(each) && (from === undefined || each.includes(from)))
    // `https:///v1/` is read as the host v1, which nobody means.
    const [hosts, others] = [written.filter(each => readAddress(each).host.includes('.')), written]
    const match = [...hosts, ...others].find(each => condition.compare(readAddress(each)) !== null)
    if (match !== undefined) found.add(match)
  }
  return [...found].slice(0, mostUrls)
}

const ofRules = new WeakMap<Rule, readonly Tested[]>()

/** Requests that a rule is meant for, made up from what it says. Worked out once for each rule. */
export function samplesOf(rule: Rule): readonly Tested[] {
  const known = ofRules.get(rule)
  if (known) return known
  const made = conditionsOf(rule)
    .slice(0, mostConditions)
    .flatMap(condition => {
      const asks = asksOf(rule, condition)
      return urlsOf(condition)
        .map(url => ({url, ...asks}))
        .filter(tested => means(condition, tested))
    })
  ofRules.set(rule, made)
  return made
}

/** Which parts of an address a rule says something of; what it does not say, another rule may. */
export type Said = {readonly host: boolean; readonly path: boolean; readonly query: boolean}

const saids = new WeakMap<Rule, Said | null>()

function saidBy(rule: Rule): Said | null {
  const [sample] = samplesOf(rule)
  const [condition] = conditionsOf(rule)
  if (!sample || !condition) return null
  const {origin, pathname, search} = new URL(sample.url)
  const isSaid = (url: string) => condition.compare(readAddress(url)) === null
  return {
    host: isSaid(`https://else.test${pathname}${search}`),
    path: isSaid(`${origin}/else${search}`),
    query: isSaid(`${origin}${pathname}?else`),
  }
}

/** By its first condition; null where no request is known that it means. */
export function saidParts(rule: Rule): Said | null {
  const known = saids.get(rule)
  if (known !== undefined) return known
  const made = saidBy(rule)
  saids.set(rule, made)
  return made
}

const joints = new WeakMap<Rule, WeakMap<Rule, Tested | null>>()

function jointOf(one: Rule, other: Rule): Tested | null {
  const [a, b] = [samplesOf(one)[0], samplesOf(other)[0]]
  const [first, second] = [conditionsOf(one)[0], conditionsOf(other)[0]]
  if (!a || !b || !first || !second) return null
  const joining = ({url}: Tested, condition: Condition) => ({
    witness: url,
    required: textOf(condition) ?? '',
    back: (address: string) => address,
  })
  const urls = new Set([
    ...jointAddresses(joining(a, first), joining(b, second)),
    ...jointAddresses(joining(b, second), joining(a, first)),
  ])
  for (const url of urls)
    for (const asks of [a, b]) {
      const tested = {...asks, page: a.page || b.page, url}
      if (means(first, tested) && means(second, tested)) return tested
    }
  return null
}

/** A request that two rules mean, each by a part of it; null where none can be made up. */
export function jointSample(one: Rule, other: Rule): Tested | null {
  const known = joints.get(one) ?? new WeakMap<Rule, Tested | null>()
  joints.set(one, known)
  const before = known.get(other)
  if (before !== undefined) return before
  const made = jointOf(one, other)
  known.set(other, made)
  return made
}
