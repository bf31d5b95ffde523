import type {RuleType} from '../model/rules'
import type {AskedRequest} from '../matching/request'
import {translationOf} from './prepared'
import {waitOf, type Touch, type Walk} from './walk'

const bodyTypes: ReadonlySet<string> = new Set(['Request', 'Response', 'Delay'])
/** The type of request decides on browser rules alone. */
const lets: ReadonlySet<string | undefined> = new Set([undefined, 'kind', 'no-text'])

/** Whether the rule is on, and its filters let the request through. */
export const isMeant = ({stopped}: Touch): boolean => lets.has(stopped?.by)

/** Whether a rule of this type has something to change in a request of this method: one without a body stays without. */
export const canChange = (ruleType: RuleType, {method}: AskedRequest): boolean =>
  !(ruleType === 'Request' && ['GET', 'HEAD'].includes(method))

/** Whether a condition that matches is done inside the page: of fetch and XMLHttpRequest, at each address that they come by. */
const isInPage = (touch: Touch, request: AskedRequest): boolean => {
  const {contender, condition} = touch
  return (
    isMeant(touch) &&
    bodyTypes.has(contender.rule.ruleType) &&
    translationOf(contender).inPagePairs.includes(condition.index) &&
    canChange(contender.rule.ruleType, request)
  )
}

/** Whether the page answers by itself, and no server is asked. */
export const isServed = ({condition: {pair}}: Touch): boolean =>
  'serveWithoutRequest' in pair && pair.serveWithoutRequest === true

/** Known before any answer, as pages see it too: where a request is stopped, its page is told this all the same. */
export const isFixed = (touch: Touch): boolean => {
  const {pair} = touch.condition
  return ('type' in pair && pair.type === 'static') || isServed(touch)
}

/** Whether the page stops it by itself, before anything holds it up. */
export const isStoppedInPage = ({acts, end}: Walk): boolean => end === 'stopped' && acts.at(-1)?.touch.isBeyond === true

const inOrder = (a: Touch, b: Touch) => a.place - b.place || a.condition.index - b.condition.index || a.hop - b.hop

/** What is done inside the page: of each type the upper rule, and of delays the longest. */
export function actsInPage(way: Walk, request: AskedRequest): readonly Touch[] {
  const {touches, acts, end} = way
  if (request.resourceType !== 'xmlhttprequest') return []
  const able = touches.filter(touch => isInPage(touch, request)).toSorted(inOrder)
  const ofType = (type: string) => able.filter(({contender}) => contender.rule.ruleType === type)
  const [longest] = ofType('Delay').toSorted((a, b) => waitOf(b) - waitOf(a))
  const delay = isStoppedInPage(way) ? undefined : longest
  // What stops or redirects a request comes before a fixed answer.
  const isHidden = ({hop}: Touch) =>
    acts.some(({band, touch}) => touch.hop === hop && (band === 'cancel' || band === 'redirect'))
  const response = ofType('Response').find(touch => !(isFixed(touch) && isHidden(touch)))
  // Code waits for an answer, which never comes.
  const given = response && end === 'stopped' && !isFixed(response) ? undefined : response
  // What no server gets, nobody sees changed.
  const isSent = end === 'sent' && !(given && isServed(given))
  return [delay, isSent ? ofType('Request')[0] : undefined, given].filter(each => each !== undefined)
}
