import type {RuleType} from '../model/rules'
import type {ParsedRequest} from '../matching/request'
import {getTranslation} from './conditions'
import {getDelay, type MatchedCondition, type RequestFlow} from './request-flow'

const bodyTypes: ReadonlySet<string> = new Set(['Request', 'Response', 'Delay'])
/** The request type matters only for browser rules. */
const passingBlockers: ReadonlySet<string | undefined> = new Set([undefined, 'request-type', 'no-text'])

/** Whether the rule is on and its filters match. */
export const passesFilters = ({blocker}: MatchedCondition): boolean => passingBlockers.has(blocker?.kind)

/** Whether a rule of this type can change a request with this method. GET and HEAD have no body. */
export const canChangeBody = (ruleType: RuleType, {method}: ParsedRequest): boolean =>
  !(ruleType === 'Request' && ['GET', 'HEAD'].includes(method))

/** Whether the page script applies the condition to this fetch or XHR, at any hop. */
const isInPage = (match: MatchedCondition, request: ParsedRequest): boolean => {
  const {candidate, condition} = match
  return (
    passesFilters(match) &&
    bodyTypes.has(candidate.rule.ruleType) &&
    getTranslation(candidate).inPagePairs.includes(condition.index) &&
    canChangeBody(candidate.rule.ruleType, request)
  )
}

/** Whether the page answers the request without a server. */
export const isServedInPage = ({condition: {pair}}: MatchedCondition): boolean =>
  'serveWithoutRequest' in pair && pair.serveWithoutRequest === true

/**
 * Whether the response body does not depend on the server. Such a response is delivered even for a
 * blocked request.
 */
export const isStaticResponse = (match: MatchedCondition): boolean => {
  const {pair} = match.condition
  return ('type' in pair && pair.type === 'static') || isServedInPage(match)
}

/** Whether the page script itself cancels the request, before any delay. */
export const isCancelledInPage = ({actions, end}: RequestFlow): boolean =>
  end === 'stopped' && actions.at(-1)?.match.isFallback === true

const compareOrder = (a: MatchedCondition, b: MatchedCondition) =>
  a.position - b.position || a.condition.index - b.condition.index || a.hop - b.hop

/**
 * Returns the matches that the page script applies: the first of each type, and the longest delay.
 */
export function getInPageMatches(flow: RequestFlow, request: ParsedRequest): readonly MatchedCondition[] {
  const {matches, actions, end} = flow
  if (request.resourceType !== 'xmlhttprequest') return []
  const inPage = matches.filter(match => isInPage(match, request)).toSorted(compareOrder)
  const findByType = (type: string) => inPage.filter(({candidate}) => candidate.rule.ruleType === type)
  const [longest] = findByType('Delay').toSorted((a, b) => getDelay(b) - getDelay(a))
  const delay = isCancelledInPage(flow) ? undefined : longest
  // A rule that cancels or redirects the request overrides a static response.
  const isOverridden = ({hop}: MatchedCondition) =>
    actions.some(({band, match}) => match.hop === hop && (band === 'cancel' || band === 'redirect'))
  const response = findByType('Response').find(match => !(isStaticResponse(match) && isOverridden(match)))
  // Rule code needs a response, and a cancelled request has none.
  const answering = response && end === 'stopped' && !isStaticResponse(response) ? undefined : response
  // A request body is changed only if the request reaches a server.
  const isSent = end === 'sent' && !(answering && isServedInPage(answering))
  return [delay, isSent ? findByType('Request')[0] : undefined, answering].filter(each => each !== undefined)
}
