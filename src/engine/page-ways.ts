import {partOf, type PageWay} from '../contract/page-plan'
import {isLeftOut, type Problem} from '../contract/problems'
import type {Source} from '../contract/source'
import {prepareSource} from '../matching/prepare'
import {bands} from '../translate/priorities'
import {mergeByPlace} from './merge'
import type {InForce} from './page-plan'
import {moveOf, type Move} from '../simulator/moves'

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
      const found = moveOf(rule, pair)
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
