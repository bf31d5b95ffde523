import type {PageMove, PageWay} from '../contract/page-way'
import {isLeftOut, type Problem} from '../contract/problems'
import type {PairOf, RuleType} from '../contract/rules'
import {partOf} from '../contract/rule-part'
import type {Source} from '../contract/source'
import {asWritten} from '../matching/address'
import {prepareSource} from '../matching/prepare'
import {outcomeOf} from '../matching/query-changes'
import {readSought, replacementOf} from '../matching/replace-text'
import {bands, type Band} from '../translate/priorities'
import {mergeByPlace} from './merge'
import type {InForce} from './page-plan'

type Move = {readonly band: Band; readonly move: PageMove}

/** What a pair does to the way of a request, by type; undefined where that is nothing. */
const moves: {readonly [T in RuleType]: (pair: PairOf<T>) => Move | undefined} = {
  Cancel: () => ({band: 'cancel', move: {kind: 'stop'}}),
  Redirect({file, destination: given}) {
    const destination = given.trim()
    const isWeb = file === undefined && /^(?:https?:|\$[1-9])/i.test(destination)
    return {band: 'redirect', move: isWeb ? {kind: 'redirect', to: destination} : {kind: 'answer'}}
  },
  Replace({from, to}) {
    const sought = readSought(from)
    if ('reason' in sought) return undefined
    const written = sought.kind === 'text' ? {...sought, text: asWritten(sought.text)} : sought
    return {band: 'replace', move: {kind: 'replace', ...replacementOf(written, asWritten(to))}}
  },
  QueryParam: ({modifications}) => ({band: 'queryParam', move: {kind: 'query', ...outcomeOf(modifications)}}),
  Headers: () => undefined,
  UserAgent: () => undefined,
  Request: () => undefined,
  Response: () => undefined,
  Delay: () => undefined,
}

/** What is opened by GET has a query, in which one may look for fields as well: a payload is what fetch and XMLHttpRequest send. */
const forFetchIfPayload = (source: Source): Source =>
  source.filters?.some(each => each.requestPayload)
    ? {...source, filters: [...source.filters, {resourceType: ['xmlhttprequest']}]}
    : source

type Placed = PageWay & Move

/** All that sends requests elsewhere or stops them, in the order in which it acts; where pages only watch, of what they can see. */
export function waysForPages(inForce: readonly InForce[], watches: boolean): PageWay[] {
  const isNeeded = inForce.some(({beyond}) => beyond.length > 0)
  if (!isNeeded && !watches) return []
  const placed = inForce.flatMap(({rule, beyond, problems}) =>
    rule.pairs.flatMap((pair, index): Placed[] => {
      const isOurs = beyond.includes(index)
      // The table has the function of this very type, which the compiler cannot follow.
      const found = moves[rule.ruleType](pair as never)
      // A single change that comes to nothing leaves the others.
      const isWhole = ({field}: Problem) => field?.startsWith('modifications') !== true
      const isOut = problems.some(each => isLeftOut(each) && isWhole(each) && (each.pair ?? index) === index)
      if (found === undefined || pair.source === undefined || isOut) return []
      const read = prepareSource(isOurs ? forFetchIfPayload(pair.source) : pair.source)
      return 'fault' in read ? [] : [{ids: [partOf(rule, index)], source: read.prepared, isOurs, ...found}]
    }),
  )
  const ordered = placed.toSorted((a, b) => bands[b.band] - bands[a.band])
  const merged = mergeByPlace(
    ordered,
    ({move}) => (move.kind === 'query' ? move : undefined),
    ({isOurs, source}) => `${isOurs}${JSON.stringify(source)}`,
    (upper, {ids}, both) =>
      both === upper.move ? upper : {...upper, ids: [...upper.ids, ...ids], move: {kind: 'query' as const, ...both}},
  )
  return merged.map(({band: _band, ...way}) => way)
}
