import type {RuleType} from '../model/rules'
import type {ParsedRequest} from '../matching/request'
import {getTranslation} from './conditions'
import {getDelay, type MatchedCondition, type RequestFlow} from './request-flow'

const bodyTypes: ReadonlySet<string> = new Set(['Request', 'Response', 'Delay'])
/** The type of request decides on browser rules alone. */
const passingBlockers: ReadonlySet<string | undefined> = new Set([undefined, 'request-type', 'no-text'])

/** Whether the rule is on, and its filters let the request through. */
export const passesFilters = ({blocker}: MatchedCondition): boolean => passingBlockers.has(blocker?.kind)

/** Whether a rule of this type has something to change in a request of this method: one without a body stays without. */
export const canChangeBody = (ruleType: RuleType, {method}: ParsedRequest): boolean =>
  !(ruleType === 'Request' && ['GET', 'HEAD'].includes(method))

/** Whether a condition that matches is done inside the page: of fetch and XMLHttpRequest, at each address that they come by. */
const isInPage = (match: MatchedCondition, request: ParsedRequest): boolean => {
  const {candidate, condition} = match
  return (
    passesFilters(match) &&
    bodyTypes.has(candidate.rule.ruleType) &&
    getTranslation(candidate).inPage.includes(condition.index) &&
    canChangeBody(candidate.rule.ruleType, request)
  )
}

/** Whether the page answers by itself, and no server is asked. */
export const isServedInPage = ({condition: {pair}}: MatchedCondition): boolean =>
  'serveWithoutRequest' in pair && pair.serveWithoutRequest === true

/** Known before any answer, as pages see it too: where a request is stopped, its page is told this all the same. */
export const isStaticResponse = (match: MatchedCondition): boolean => {
  const {pair} = match.condition
  return ('type' in pair && pair.type === 'static') || isServedInPage(match)
}

/** Whether the page stops it by itself, before anything holds it up. */
export const isCancelledInPage = ({actions, end}: RequestFlow): boolean =>
  end === 'stopped' && actions.at(-1)?.match.isFallback === true

const compareOrder = (a: MatchedCondition, b: MatchedCondition) =>
  a.position - b.position || a.condition.index - b.condition.index || a.hop - b.hop

/** What is done inside the page: of each type the upper rule, and of delays the longest. */
export function getInPageMatches(flow: RequestFlow, request: ParsedRequest): readonly MatchedCondition[] {
  const {matches, actions, end} = flow
  if (request.resourceType !== 'xmlhttprequest') return []
  const inPage = matches.filter(match => isInPage(match, request)).toSorted(compareOrder)
  const findByType = (type: string) => inPage.filter(({candidate}) => candidate.rule.ruleType === type)
  const [longest] = findByType('Delay').toSorted((a, b) => getDelay(b) - getDelay(a))
  const delay = isCancelledInPage(flow) ? undefined : longest
  // What stops or redirects a request comes before a fixed answer.
  const isOverridden = ({hop}: MatchedCondition) =>
    actions.some(({band, match}) => match.hop === hop && (band === 'cancel' || band === 'redirect'))
  const response = findByType('Response').find(match => !(isStaticResponse(match) && isOverridden(match)))
  // Code waits for an answer, which never comes.
  const answering = response && end === 'stopped' && !isStaticResponse(response) ? undefined : response
  // What no server gets, nobody sees changed.
  const isSent = end === 'sent' && !(answering && isServedInPage(answering))
  return [delay, isSent ? findByType('Request')[0] : undefined, answering].filter(each => each !== undefined)
}
