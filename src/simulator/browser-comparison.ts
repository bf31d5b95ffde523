import type {RuleView} from '../model/views'
import type {Explanation} from './explain-request'
import {isServedInPage} from './in-page'
import {readTestRequest, type TestRequest} from './test-request'

/** A request as Chrome is asked about it. */
export type BrowserQuery = {
  readonly url: string
  readonly type: string
  /** In lower case. */
  readonly method: string
  readonly initiator?: string
  readonly topUrl?: string
}

/** Undefined for what is no request. */
export function toBrowserQuery(request: TestRequest): BrowserQuery | undefined {
  const read = readTestRequest(request)
  if ('fault' in read) return undefined
  const {url} = read
  const {method, resourceType, pageHost} = read.requestAt(url)
  const query = {url, type: resourceType, method: method.toLowerCase()}
  // Of an IPv6 address we keep the bracket alone; no rule can name such a page, so that any stands for it.
  const initiator = `https://${pageHost === '[' ? '[::1]' : pageHost}`
  return resourceType === 'main_frame' ? {...query, topUrl: url} : {...query, initiator}
}

/** The rules that act on the request as it is asked: the one that sends or ends it, else all header rules that match. */
export function getFirstActingRules({verdicts}: Explanation): readonly string[] {
  // Of what is done inside the page Chrome knows nothing.
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

/** The ids of the rules that act: by what we say, and by what Chrome says. */
export type Difference = {readonly ours: readonly string[]; readonly theirs: readonly string[]}

/**
 * Where Chrome answers otherwise than we do, of the rules as they are installed; null where both agree, or where it cannot be told.
 * `matched` are the ids of browser rules.
 */
export function compareWithBrowser(
  explanation: Explanation,
  rules: readonly RuleView[],
  matched: readonly number[],
): Difference | null {
  const known = new Set(rules.flatMap(({browserRules}) => browserRules))
  // What the page answers by itself Chrome is never asked.
  if (explanation.verdicts.some(({effect}) => effect?.kind === 'in-page' && isServedInPage(effect.match))) return null
  // Some browser rules only lead to where our own matcher decides.
  if (matched.some(id => !known.has(id)) || explanation.verdicts.some(({match}) => match?.isFallback)) return null
  // Of user agents at one place the upper one alone is installed: whether Chrome names a lower one says nothing.
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
