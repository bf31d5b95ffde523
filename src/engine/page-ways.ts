import type {PageMove, PageWay} from '../contract/page-way'
import {isLeftOut, type Problem} from '../contract/problems'
import type {PairOf, RuleType} from '../contract/rules'
import type {QueryModification} from '../contract/rules/query-param'
import type {Source} from '../contract/source'
import {asWritten} from '../matching/address'
import {prepareSource} from '../matching/prepare'
import {outcomeOf} from '../matching/query-changes'
import {readSought, replacementOf} from '../matching/replace-text'
import {bands, type Band} from '../translate/priorities'
import type {InForce} from './page-plan'

type QueryChanges = {readonly kind: 'query'; readonly changes: QueryModification[]}
type Move = {readonly band: Band; readonly move: Exclude<PageMove, {readonly kind: 'query'}> | QueryChanges}

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
  QueryParam: ({modifications}) => ({band: 'queryParam', move: {kind: 'query', changes: [...modifications]}}),
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

type Placed = Omit<PageWay, 'move'> & Move

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
      return 'fault' in read ? [] : [{id: rule.id, source: read.prepared, isOurs, ...found}]
    }),
  )
  const ordered = placed.toSorted((a, b) => bands[b.band] - bands[a.band])
  return merged(ordered).map(({band: _band, move, ...way}) => ({
    ...way,
    move: move.kind === 'query' ? {kind: 'query', ...outcomeOf(move.changes)} : move,
  }))
}

/** Changes of queries at one place are one, after the first's: two would not chain. */
function merged(ways: readonly Placed[]): Placed[] {
  const all = new Map<Placed | string, Placed>()
  for (const way of ways) {
    const key = way.move.kind === 'query' ? `${way.isOurs}${JSON.stringify(way.source)}` : way
    const first = all.get(key)
    if (way.move.kind === 'query' && first?.move.kind === 'query') first.move.changes.push(...way.move.changes)
    else all.set(key, way)
  }
  return [...all.values()]
}
