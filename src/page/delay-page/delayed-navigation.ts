import type {BrowserRule} from '../../model/extension-rule'
import {compileExpression} from '../../matching/expression'
import {readRegex} from '../../matching/regex/read'
import type {PagePlan} from '../../model/page-rules'
import {readAddress, withoutFragment} from '../../matching/address'
import {createMatcher} from '../../matching/matcher'
import type {ParsedRequest} from '../../matching/request'
import {followRedirects} from '../isolated/redirect-chain'

/** A navigation that a browser rule redirected to the delay page. */
type DelayedNavigation = {
  readonly id: number
  /** In milliseconds. */
  readonly delay: number
  readonly url: string
  /** The part of the delay page's URL before `url`. */
  readonly prefix: string
}

/**
 * Parses `…/delay-page.html#<token>,<id>,1500,https://shop.test/a?b#c`.
 * Accepts http and https URLs only, since any page can open the delay page.
 */
export function parseDelayPageUrl(address: string): DelayedNavigation | null {
  const [, prefix = '', id = '', delay = '', url = ''] = /^([^#]+#\w+,(\d{1,10}),(\d{1,6}),)(.+)$/s.exec(address) ?? []
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? {id: Number(id), delay: Number(delay), url, prefix} : null
}

/**
 * Returns true if this browser rule led to the delay page. Pages do not know the token, so they
 * cannot start a request of the extension, which would carry SameSite=Strict cookies.
 */
export const isRedirectedBy =
  ({prefix, url}: DelayedNavigation) =>
  ({action, condition}: BrowserRule): boolean => {
    if (action.redirect?.regexSubstitution !== `${prefix}\\0`) return false
    const flags = condition.isUrlFilterCaseSensitive === false ? 'i' : ''
    const read = readRegex(`/${condition.regexFilter ?? ''}/${flags}`, {isPlainText: true})
    return 'regex' in read && compileExpression(read.regex.tokens, read.regex.ignoreCase)(url) !== null
  }

type Frame = {readonly isFrame: boolean; readonly pageHost: string}

/** `url` is null if a rule stops the navigation. */
type Continuation = {readonly delay: number; readonly url: string | null; readonly rules: readonly string[]}

/**
 * Decides where the navigation continues. The browser rule of a fallback condition redirects more
 * requests to the delay page than its rule matches, so the rule's own matcher decides here.
 */
export function continueNavigation(
  {delay, url}: DelayedNavigation,
  plan: PagePlan | null,
  {isFrame, pageHost}: Frame,
): Continuation {
  if (plan === null || !plan.ways.some(({isOurs}) => isOurs)) return {delay, url, rules: []}
  const requestUrl = withoutFragment(url)
  const toRequest = (each: string): ParsedRequest => {
    const address = readAddress(each)
    return {
      address,
      method: 'GET',
      resourceType: isFrame ? 'sub_frame' : 'main_frame',
      pageHost: isFrame ? pageHost : address.host,
      payload: undefined,
    }
  }
  const getDelay = (each: string): number =>
    Math.max(
      0,
      ...plan.rules.map(({does, source}) =>
        does.kind === 'delay' && createMatcher(source)(toRequest(each)).matched ? does.milliseconds : 0,
      ),
    )
  const {hops, redirectUrl, pairIds: rules, isStopped} = followRedirects(plan.ways)(requestUrl, toRequest)
  if (isStopped) return {delay, url: null, rules}
  const lastHop = hops.findIndex(hop => hop.url === withoutFragment(redirectUrl ?? requestUrl))
  const delays = delay > 0 ? [] : hops.slice(1, lastHop + 1).map(hop => getDelay(hop.url))
  const fragment = redirectUrl?.includes('#') ? '' : url.slice(requestUrl.length)
  return {
    delay: delay + (delays.find(each => each > 0) ?? 0),
    url: redirectUrl === null ? url : redirectUrl + fragment,
    rules,
  }
}
