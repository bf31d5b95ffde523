import {canonicalUrl, withoutFragment} from '../matching/address'
import {mostHops} from '../matching/replacement'
import type {AskedRequest} from '../matching/request'
import type {Contender} from './contest'
import {conditionsOf, isBeyondOf, translationOf, type Condition} from './prepared'
import {replacing} from './moves'

const applies = ({compare, filters}: Condition, request: AskedRequest) =>
  compare(request.address) !== null && filters().every(each => each.holds(request))

function changedBy(contender: Contender, condition: Condition, {url: start, at}: Asked): string {
  if (
    !isBeyondOf(contender, condition) &&
    !translationOf(contender).templates.some(({pair}) => pair === condition.index)
  )
    return start
  let url = start
  for (let hop = 0; hop < mostHops && applies(condition, at(url)); hop++) {
    const next = canonicalUrl(replacing(contender, condition, url) ?? '')
    if (next === undefined || withoutFragment(next) === url) break
    url = withoutFragment(next)
  }
  return url
}

type Asked = {readonly url: string; readonly at: (url: string) => AskedRequest}

/** What each condition of a Replace makes of an address, by its index, whatever else is in force and whether the rule is on or not. */
export function replacedByEach(contender: Contender, {url, at}: Asked): ReadonlyMap<number, string> {
  const changed = conditionsOf(contender.rule).map(
    condition => [condition.index, changedBy(contender, condition, {url, at})] as const,
  )
  return new Map(changed.filter(([, after]) => after !== url))
}
