import type {Operator} from '../model/source'
import type {Address} from '../matching/address'
import type {Condition} from './conditions'
import {getPartSpan, type Span} from '../matching/spans'

/** Why a condition does not match an address: the part that it compares, and how near it came. */
type MissReason =
  | {readonly kind: 'never'; readonly reason: string}
  | {
      readonly kind: 'equals'
      readonly part: keyof Address
      /** The text that is there, and where in it the first difference is. */
      readonly actual: string
      readonly at: number
      readonly wanted: string
    }
  | {readonly kind: 'contains'; readonly part: keyof Address; readonly wanted: string; readonly longest: string}
  | {readonly kind: 'pattern'; readonly part: keyof Address; readonly wanted: string; readonly operator: Operator}

/** How much of a long value is looked for; what is shown is shorter. */
const maxSearchLength = 300

/** The longest piece of a text that stands in another, and where there. */
function longestShared(searchText: string, text: string): Span {
  let best: Span = {from: 0, to: 0}
  const value = searchText.slice(0, maxSearchLength)
  for (let start = 0; start < value.length; start++)
    for (let length = best.to - best.from + 1; start + length <= value.length; length++) {
      const at = text.indexOf(value.slice(start, start + length))
      if (at < 0) break
      best = {from: at, to: at + length}
    }
  return best
}

export type NearMiss = {
  readonly miss: MissReason
  readonly span: Span | null
  /** How much of what is looked for is there, from 0 to 1. */
  readonly nearness: number
}

/** Why it does not match, and where in the address to look. */
function explainMiss({pattern, fault, source}: Condition, address: Address): NearMiss {
  if (pattern === null) return {miss: {kind: 'never', reason: fault ?? ''}, span: null, nearness: -1}
  const {text: part, kind, value} = pattern
  const actual = address[part]
  const {from} = getPartSpan(address, part)
  if (kind === 'equals') {
    let at = 0
    while (at < value.length && value.charAt(at) === actual.charAt(at)) at++
    // Behind the end there is nothing to mark but what was there last.
    const position = Math.min(at, Math.max(0, actual.length - 1))
    const span = actual === '' ? null : {from: from + position, to: from + position + 1}
    // Of an IPv6 address only the bracket is compared as a host.
    const there = part === 'host' && actual === '[' ? address.writtenHostPort.replace(/:\d+$/, '') : actual
    return {
      miss: {kind, part, actual: there, at, wanted: value},
      span,
      nearness: at / Math.max(value.length, actual.length),
    }
  }
  if (kind === 'contains') {
    const longest = longestShared(value, actual)
    const span = longest.to > longest.from ? {from: from + longest.from, to: from + longest.to} : null
    const shared = actual.slice(longest.from, longest.to)
    return {miss: {kind, part, wanted: value, longest: shared}, span, nearness: shared.length / value.length}
  }
  return {
    miss: {kind: 'pattern', part, wanted: value, operator: source?.operator ?? 'Matches'},
    span: null,
    nearness: 0,
  }
}

/** So many conditions are looked at for the one that came nearest. */
const maxConditions = 50

/** Of several conditions the one that came nearest, and its number. */
export function findNearestMiss(
  conditions: readonly Condition[],
  address: Address,
): {readonly nearMiss: NearMiss; readonly index: number} {
  const [nearest] = conditions
    .slice(0, maxConditions)
    .map(condition => ({index: condition.index, nearMiss: explainMiss(condition, address)}))
    .toSorted((a, b) => b.nearMiss.nearness - a.nearMiss.nearness)
  return nearest ?? {nearMiss: {miss: {kind: 'never', reason: ''}, span: null, nearness: 0}, index: 0}
}
