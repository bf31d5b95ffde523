import type {Address} from '../matching/address'
import {canonicalUrl, readAddress} from '../matching/address'
import {compileExpression} from '../matching/expression'
import type {Pattern} from '../matching/pattern'
import {compilePreparedSearch} from '../matching/pattern-search'
import {patternTokens, splitAlternatives, type Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {getPartSpan, type Span} from '../matching/spans'
import type {Condition} from './conditions'

/** Where a pattern stopped. `next` is what it wants there, empty for the end of the text. */
type Stop = {readonly from: number; readonly to: number; readonly next: string}

/** Why a condition does not match a URL, where more can be said than that it does not. */
export type Mismatch =
  /** The condition matches `url`, which differs only in this. */
  | {readonly kind: 'scheme' | 'port' | 'slash'; readonly url: string}
  /** The compared part of the URL differs only in case, or in how its characters are encoded. */
  | {readonly kind: 'case' | 'spelling'; readonly part: keyof Address; readonly actual: string}
  /** The pattern matches `found`. Then it wants `next`, or the URL goes on with `after`. */
  | {
      readonly kind: 'stops' | 'goes-on'
      readonly part: keyof Address
      readonly found: string
      readonly next: string
      readonly after: string
      readonly span: Span
    }

const maxPieceLength = 300
const maxAlternatives = 10

function changeUrl(url: string, change: (parsed: URL) => void): string {
  const parsed = new URL(url)
  change(parsed)
  return canonicalUrl(parsed.href) ?? url
}

const otherSchemes: Readonly<Record<string, string>> = {
  'http:': 'https:',
  'https:': 'http:',
  'ws:': 'wss:',
  'wss:': 'ws:',
}

/** The URL with one difference, for each difference that people overlook. */
function listSimilarUrls(url: string, {value}: Pattern): (readonly ['scheme' | 'port' | 'slash', string])[] {
  const {protocol, pathname} = new URL(url)
  const ports = ['', ...[...value.matchAll(/:(\d{1,5})(?!\d)/g)].map(([, port = '']) => port)]
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
  return [
    ['scheme', changeUrl(url, parsed => (parsed.protocol = otherSchemes[protocol] ?? protocol))],
    ...ports.map(port => ['port', changeUrl(url, parsed => (parsed.port = port))] as const),
    ['slash', changeUrl(url, parsed => (parsed.pathname = path))],
  ]
}

const decodeText = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

function matchesIfDecoded(pattern: Pattern, text: string): boolean {
  const search =
    pattern.kind === 'expression'
      ? compileExpression(pattern.tokens, pattern.ignoreCase)
      : compilePreparedSearch({kind: pattern.kind, value: decodeText(pattern.value)})
  return search(decodeText(text)) !== null
}

/** Returns the length of the longest start of `piece` in the text, and where that start ends. */
function findStart(piece: string, text: string, at: number): {readonly length: number; readonly to: number} {
  for (let length = Math.min(piece.length, maxPieceLength); length > 0; length--) {
    const found = text.indexOf(piece.slice(0, length), at)
    if (found >= 0) return {length, to: found + length}
  }
  return {length: 0, to: at}
}

function findStopOfWildcard(value: string, text: string): Stop {
  const [first = '', ...pieces] = value.split('*')
  let to = 0
  while (to < first.length && first.charAt(to) === text.charAt(to)) to++
  if (to < first.length) return {from: 0, to, next: first.slice(to)}
  for (const piece of pieces) {
    const start = findStart(piece, text, to)
    to = start.to
    if (start.length < piece.length) return {from: 0, to, next: piece.slice(start.length)}
  }
  return {from: 0, to, next: ''}
}

/** Splits a regex into the parts that can be left out at its end: each with its quantifier. */
function splitUnits(tokens: readonly Token[]): Token[][] {
  const units: Token[][] = []
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'close') depth--
    if (depth > 0 || token.kind === 'close' || token.kind === 'repeat') units.at(-1)?.push(token)
    else units.push([token])
    if (token.kind === 'open') depth++
  }
  return units
}

/** Returns the largest number up to `most` that holds. Each number below it holds as well. */
function findLargest(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function findStopOfRegex(tokens: readonly Token[], ignoreCase: boolean, text: string): Stop | null {
  const units = splitUnits(tokens)
  const search = (count: number, rest: readonly Token[] = []) =>
    compileExpression([...units.slice(0, count).flat(), ...rest], ignoreCase)(text)
  const count = findLargest(units.length, each => search(each) !== null)
  const [unit = []] = units.slice(count)
  const [token, ...more] = unit
  // The start of a text can match as well, unless the text is repeated.
  const literal = token?.kind === 'text' && more.length === 0 ? token.text : ''
  const toPrefix = (length: number): Token[] => (length > 0 ? [{kind: 'text', text: literal.slice(0, length)}] : [])
  const shared = findLargest(literal.length, length => search(count, toPrefix(length)) !== null)
  const found = search(count, toPrefix(shared))
  if (token === undefined || found === null) return null
  const rest: Token[] = shared > 0 ? [{kind: 'text', text: literal.slice(shared)}] : unit
  return {from: found.from, to: found.to, next: token.kind === 'end' ? '' : writeRegex(rest)}
}

function findStop(pattern: Pattern, text: string): Stop | null {
  if (pattern.kind === 'wildcard') return findStopOfWildcard(pattern.value, text)
  if (pattern.kind !== 'expression') return null
  const stops = splitAlternatives(pattern.tokens)
    .slice(0, maxAlternatives)
    .flatMap(tokens => findStopOfRegex(tokens, pattern.ignoreCase, text) ?? [])
  return stops.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null
}

/** Finds how far a condition matches a URL that it does not match, and why it stops there. */
export function findMismatch({pattern, compare}: Condition, address: Address): Mismatch | null {
  if (pattern === null || !URL.canParse(address.url)) return null
  const {text: part} = pattern
  const actual = address[part]
  for (const [kind, url] of listSimilarUrls(address.url, pattern))
    if (url !== address.url && compare(readAddress(url)) !== null) return {kind, url}
  if (compileExpression(patternTokens(pattern), true)(actual) !== null) return {kind: 'case', part, actual}
  if (matchesIfDecoded(pattern, actual)) return {kind: 'spelling', part, actual}
  const stop = findStop(pattern, actual)
  if (stop === null || stop.to === stop.from) return null
  const {from} = getPartSpan(address, part)
  return {
    kind: stop.next === '' ? 'goes-on' : 'stops',
    part,
    found: actual.slice(stop.from, stop.to),
    next: stop.next,
    after: actual.slice(stop.to),
    span: {from: from + stop.from, to: from + stop.to},
  }
}
