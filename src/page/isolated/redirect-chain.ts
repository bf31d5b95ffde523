import type {NavigationRule} from '../../model/page-rules'
import {canonicalUrl, withoutFragment} from '../../matching/address'
import {createMatcher, type Matcher} from '../../matching/matcher'
import {maxRedirects, applyMove} from '../../matching/replacement'
import type {ParsedRequest} from '../../matching/request'

type Hop = {
  readonly url: string
  /** A rule that precedes fixed responses acts on this URL. */
  readonly isHandled: boolean
  /** The rules that led to this URL. */
  readonly pairIds: readonly string[]
}

export type RedirectChain = {
  readonly hops: readonly Hop[]
  /** The URL after the last fallback rule; null if only browser rules act. */
  readonly redirectUrl: string | null
  readonly isStopped: boolean
  readonly pairIds: readonly string[]
  readonly undecidedBy: 'requestPayload' | null
}

type Step = Pick<RedirectChain, 'undecidedBy'> & {
  readonly rule: NavigationRule | undefined
  /** Null if the rule blocks the request. */
  readonly next: string | null | undefined
}

type ToRequest = (url: string) => ParsedRequest

/** A redirect to an invalid URL or to the same URL changes nothing. */
const isUnchanged = (next: string | null, url: string): boolean => {
  if (next === null) return false
  const nextUrl = canonicalUrl(next)
  return nextUrl === undefined || withoutFragment(nextUrl) === url
}

/** Follows requests through redirects, in the order in which the rules act. */
export function followRedirects(
  rules: readonly NavigationRule[],
): (url: string, toRequest: ToRequest) => RedirectChain {
  const matchers = new Map<NavigationRule, Matcher>()
  function getMatcher(rule: NavigationRule): Matcher {
    const matcher = matchers.get(rule) ?? createMatcher(rule.source)
    matchers.set(rule, matcher)
    return matcher
  }

  /** Finds the first rule that acts on a request, and the URL to which it redirects. */
  function findStep(candidates: readonly NavigationRule[], url: string, request: ParsedRequest): Step {
    let undecidedBy: RedirectChain['undecidedBy'] = null
    for (const rule of candidates) {
      const match = getMatcher(rule)(request)
      if (!match.matched && match.because === 'requestPayload') undecidedBy = match.because
      const next = match.matched ? applyMove(rule.move, url, match.captures) : undefined
      // A browser rule that redirects to the same URL still precedes other rules.
      if (next !== undefined && !(rule.isOurs && isUnchanged(next, url))) return {rule, next, undecidedBy}
    }
    return {rule: undefined, next: undefined, undecidedBy}
  }

  /** Returns the rules that form a loop if there is one. */
  function follow(
    candidates: readonly NavigationRule[],
    startUrl: string,
    toRequest: ToRequest,
  ): RedirectChain | NavigationRule[] {
    const hops: Hop[] = []
    const applied: NavigationRule[] = []
    let fallback: Pick<RedirectChain, 'pairIds' | 'redirectUrl'> = {pairIds: [], redirectUrl: null}
    let undecidedBy: RedirectChain['undecidedBy'] = null
    let url = startUrl
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const step = findStep(candidates, url, toRequest(url))
      const {rule, next} = step
      undecidedBy ??= step.undecidedBy
      const isSelfRedirect = typeof next === 'string' && isUnchanged(next, url)
      const isHandled =
        rule !== undefined && !isSelfRedirect && rule.move.kind !== 'replace' && rule.move.kind !== 'query'
      const previousIds = applied.flatMap(({ids}) => ids)
      hops.push({url, isHandled, pairIds: previousIds})
      const nextUrl = typeof next === 'string' && !isSelfRedirect ? canonicalUrl(next) : undefined
      // The browser sees only the URL after the fallback rules.
      if (rule?.isOurs)
        fallback = {pairIds: [...previousIds, ...rule.ids], redirectUrl: nextUrl ?? fallback.redirectUrl}
      if (rule === undefined || nextUrl === undefined)
        return {hops, ...fallback, isStopped: rule?.isOurs === true, undecidedBy}
      applied.push(rule)
      url = withoutFragment(nextUrl)
    }
    return applied.slice(applied.length / 2)
  }

  return (startUrl, toRequest) => {
    let candidates = rules
    for (;;) {
      const result = follow(candidates, startUrl, toRequest)
      if (!Array.isArray(result)) return result
      // Browser rules that form a loop are not installed. Here the lowest fallback rule is ignored.
      const lowest = candidates.findLast(each => each.isOurs && result.includes(each))
      if (lowest === undefined)
        return {
          hops: [{url: startUrl, isHandled: false, pairIds: []}],
          redirectUrl: null,
          isStopped: false,
          pairIds: [],
          undecidedBy: null,
        }
      candidates = candidates.filter(each => each !== lowest)
    }
  }
}
