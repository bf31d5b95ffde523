import type {FaultText} from '../model/faults'
import type {Operator} from '../model/source'
import type {Address} from '../matching/address'
import type {Condition} from './conditions'
import {getPartSpan, type Span} from '../matching/spans'

/** Why a condition does not match a URL. `part` is the compared part of the URL. */
type MissReason =
  | {readonly kind: 'never'; readonly reason: FaultText | null}
  | {
      readonly kind: 'equals'
      readonly part: keyof Address
      /** `actual`: the text in the URL. `at`: the index of the first difference. */
      readonly actual: string
      readonly at: number
      readonly expected: string
    }
  | {readonly kind: 'contains'; readonly part: keyof Address; readonly expected: string; readonly longest: string}
  | {readonly kind: 'pattern'; readonly part: keyof Address; readonly expected: string; readonly operator: Operator}

/** Characters of a long value that are compared. */
const maxSearchLength = 300

/** Returns the position in `text` of the longest substring that it shares with `searchText`. */
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
  /** The share of the value that was found, from 0 to 1. */
  readonly nearness: number
}

function explainMiss({pattern, fault, source}: Condition, address: Address): NearMiss {
  if (pattern === null) return {miss: {kind: 'never', reason: fault}, span: null, nearness: -1}
  const {text: part, kind, value} = pattern
  const actual = address[part]
  const {from} = getPartSpan(address, part)
  if (kind === 'equals') {
    let at = 0
    while (at < value.length && value.charAt(at) === actual.charAt(at)) at++
    // Behind the end of the text, the last character is marked.
    const position = Math.min(at, Math.max(0, actual.length - 1))
    const span = actual === '' ? null : {from: from + position, to: from + position + 1}
    // The host of an IPv6 URL is compared as a single bracket.
    const there = part === 'host' && actual === '[' ? address.writtenHostPort.replace(/:\d+$/, '') : actual
    return {
      miss: {kind, part, actual: there, at, expected: value},
      span,
      nearness: at / Math.max(value.length, actual.length),
    }
  }
  if (kind === 'contains') {
    const longest = longestShared(value, actual)
    const span = longest.to > longest.from ? {from: from + longest.from, to: from + longest.to} : null
    const shared = actual.slice(longest.from, longest.to)
    return {miss: {kind, part, expected: value, longest: shared}, span, nearness: shared.length / value.length}
  }
  return {
    miss: {kind: 'pattern', part, expected: value, operator: source?.operator ?? 'Matches'},
    span: null,
    nearness: 0,
  }
}

const maxConditions = 50

/** Returns the condition that came nearest to matching, with its index. */
export function findNearestMiss(
  conditions: readonly Condition[],
  address: Address,
): {readonly nearMiss: NearMiss; readonly index: number} {
  const [nearest] = conditions
    .slice(0, maxConditions)
    .map(condition => ({index: condition.index, nearMiss: explainMiss(condition, address)}))
    .toSorted((a, b) => b.nearMiss.nearness - a.nearMiss.nearness)
  return nearest ?? {nearMiss: {miss: {kind: 'never', reason: null}, span: null, nearness: 0}, index: 0}
}
