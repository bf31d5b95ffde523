import {canonicalUrl, withoutFragment} from '../../matching/address'
import type {AskedRequest} from '../../matching/request'
import type {Draft} from '../../translate/translation'
import type {Contender} from './contest'
import {mostHopsOf} from './most-hops'
import {conditionsOf, translationOf, type Condition} from './prepared'
import {replaced} from './replacing'

const applies = ({compare, filters}: Condition, request: AskedRequest) =>
  compare(request.address) !== null && filters().every(each => each.holds(request))

/** One place after the other, as a request goes from hop to hop. */
function changedBy(condition: Condition, drafts: readonly Draft[], start: string, at: (url: string) => AskedRequest) {
  const mostHops = mostHopsOf(at(start))
  let url = start
  for (let hop = 0; hop < mostHops && applies(condition, at(url)); hop++) {
    const next = canonicalUrl(replaced(drafts, url) ?? '')
    if (next === undefined || withoutFragment(next) === url) break
    url = withoutFragment(next)
  }
  return url
}

type Asked = {readonly url: string; readonly at: (url: string) => AskedRequest}

/** What each condition of a Replace makes of an address, by its index, whatever else is in force and whether the rule is on or not. */
export function replacedByEach(contender: Contender, {url, at}: Asked): ReadonlyMap<number, string> {
  const {drafts} = translationOf(contender)
  const changed = conditionsOf(contender.rule).map(condition => {
    const own = drafts.filter(({pair}) => pair === condition.index)
    return [condition.index, changedBy(condition, own, url, at)] as const
  })
  return new Map(changed.filter(([, after]) => after !== url))
}
