import type {RuleView} from '../model/views'
import type {Explanation} from './explain-request'
import {isServedInPage} from './in-page'
import {readTestRequest, type TestRequest} from './test-request'

/** The arguments of `chrome.declarativeNetRequest.testMatchOutcome`. */
export type BrowserQuery = {
  readonly url: string
  readonly type: string
  readonly method: string
  readonly initiator?: string
  readonly topUrl?: string
}

/** Returns undefined when the fields do not describe a request. */
export function toBrowserQuery(request: TestRequest): BrowserQuery | undefined {
  const read = readTestRequest(request)
  if ('fault' in read) return undefined
  const {url} = read
  const {method, resourceType, pageHost} = read.requestAt(url)
  const query = {url, type: resourceType, method: method.toLowerCase()}
  // Only the opening bracket of an IPv6 host is stored. No rule can name such a page, so any IPv6
  // address gives the same result.
  const initiator = `https://${pageHost === '[' ? '[::1]' : pageHost}`
  return resourceType === 'main_frame' ? {...query, topUrl: url} : {...query, initiator}
}

/**
 * Returns the ids of the rules that act on the original URL: those that redirect or end the
 * request, otherwise all matching header rules.
 */
export function getFirstActingRules({verdicts}: Explanation): readonly string[] {
  // Chrome does not report actions that run inside the page.
  const acting = verdicts.filter(
    ({effect}) => effect && !['headers', 'in-page'].includes(effect.kind) && effect.match.hop === 0,
  )
  const delays = acting.filter(({candidate}) => candidate.rule.ruleType === 'Delay')
  const first = delays.length > 0 ? delays : acting
  const headers = verdicts.filter(
    ({effect, reason}) => effect?.kind === 'headers' || (!effect && reason?.why === 'header-taken'),
  )
  return (first.length > 0 ? first : headers).map(({candidate}) => candidate.id).toSorted()
}

/** The ids of the acting rules, as the simulator and as Chrome report them. */
export type Difference = {readonly ours: readonly string[]; readonly theirs: readonly string[]}

/**
 * Compares the simulation with the ids of the browser rules that Chrome matched. Returns null when
 * both agree, or when they cannot be compared.
 */
export function compareWithBrowser(
  explanation: Explanation,
  rules: readonly RuleView[],
  matched: readonly number[],
): Difference | null {
  const known = new Set(rules.flatMap(({browserRules}) => browserRules))
  // A request that the page answers itself never reaches Chrome.
  if (explanation.verdicts.some(({effect}) => effect?.kind === 'in-page' && isServedInPage(effect.match))) return null
  // Some browser rules only open the delay page, where our own matcher decides.
  if (matched.some(id => !known.has(id)) || explanation.verdicts.some(({match}) => match?.isFallback)) return null
  // Of several User agent rules for one source, only the first is installed. A match of a lower one
  // gives no information.
  const lower = new Set(
    explanation.verdicts.flatMap(({candidate: {id, rule}, reason}) =>
      rule.ruleType === 'UserAgent' && reason?.why === 'header-taken' ? [id] : [],
    ),
  )
  const ours = getFirstActingRules(explanation).filter(id => !lower.has(id))
  const theirs = rules
    .filter(({id, browserRules}) => !lower.has(id) && browserRules.some(each => matched.includes(each)))
    .map(({id}) => id)
    .toSorted()
  return ours.join() === theirs.join() ? null : {ours, theirs}
}
