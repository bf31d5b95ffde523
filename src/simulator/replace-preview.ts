import {canonicalUrl, withoutFragment} from '../matching/address'
import {maxRedirects} from '../matching/replacement'
import type {ParsedRequest} from '../matching/request'
import type {CandidateRule} from './candidate-rules'
import {getConditions, isFallbackCondition, getTranslation, type Condition} from './conditions'
import {replaceInUrl} from './url-transforms'

const matches = ({compare, filters}: Condition, request: ParsedRequest) =>
  compare(request.address) !== null && filters().every(each => each.holds(request))

function replaceUntilDone(
  candidate: CandidateRule,
  condition: Condition,
  {url: start, requestAt}: RequestAtUrl,
): string {
  if (
    !isFallbackCondition(candidate, condition) &&
    !getTranslation(candidate).templates.some(({pair}) => pair === condition.index)
  )
    return start
  let url = start
  for (let hop = 0; hop < maxRedirects && matches(condition, requestAt(url)); hop++) {
    const next = canonicalUrl(replaceInUrl(candidate, condition, url) ?? '')
    if (next === undefined || withoutFragment(next) === url) break
    url = withoutFragment(next)
  }
  return url
}

type RequestAtUrl = {readonly url: string; readonly requestAt: (url: string) => ParsedRequest}

/**
 * Returns the URL after each condition of a Replace rule, by condition index. Ignores other rules
 * and whether the rule is on.
 */
export function previewReplacements(
  candidate: CandidateRule,
  {url, requestAt}: RequestAtUrl,
): ReadonlyMap<number, string> {
  const changed = getConditions(candidate.rule).map(
    condition => [condition.index, replaceUntilDone(candidate, condition, {url, requestAt})] as const,
  )
  return new Map(changed.filter(([, after]) => after !== url))
}
