import type {Replacement} from '../model/page-rules'
import {patternTooLong} from '../model/reasons'
import {compileExpression, prepareRegex} from './expression'
import {withBothCases, getCharacterSet} from './regex/ascii-set'
import {longestPattern, readRegex, splitRegex} from './regex/read'
import type {PatternFault} from './pattern'
import {countCaptures, text, type Token} from './regex/tokens'
import {applyReplacement, replaceMatches} from './replacement'

/** What a Replace rule looks for: text, or `/pattern/flags`. Its tokens are case-sensitive: `i` is spelt out. */
export type SearchPattern =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'regex'; readonly tokens: readonly Token[]; readonly groups: number}

/** Both cases of each letter, so that a pattern can stand beside a case-sensitive one. */
export const spellOutCases = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token): Token[] => {
    if (token.kind === 'set') return [{kind: 'set', set: withBothCases(token.set)}]
    if (token.kind !== 'text') return [token]
    return [...token.text].map(character =>
      /[a-z]/i.test(character) ? {kind: 'set', set: withBothCases(getCharacterSet(character))} : text(character),
    )
  })

/** Reads `from`. Slashes around it make it a regular expression, as in `/v\d/`; `/v1/` alone is text, as people write paths. */
export function readSearchPattern(from: string): SearchPattern | PatternFault {
  if (!/^\/.+\/[gimsuy]*$/.test(from) || (splitRegex(from).flags === '' && !/[\\^$.*+?()[\]{}|]/.test(from)))
    return from.length > longestPattern
      ? {code: 'never-matches', reason: patternTooLong(longestPattern)}
      : {kind: 'text', text: from}
  const read = readRegex(from)
  if ('reason' in read) return {code: 'regex-syntax', reason: read.reason}
  const tokens = read.regex.ignoreCase ? spellOutCases(read.regex.tokens) : read.regex.tokens
  // An expression that is nothing but text is told to Chrome more exactly as one.
  const texts = tokens.flatMap(token => (token.kind === 'text' ? [token.text] : []))
  if (texts.length === tokens.length) return {kind: 'text', text: texts.join('')}
  return {kind: 'regex', tokens, groups: countCaptures(tokens)}
}

/** The places of `part` in `whole`, overlapping ones too. */
export function findOccurrences(part: string, whole: string): number[] {
  const places: number[] = []
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) places.push(at)
  return places
}

/** What is sought and its new text, as plain JSON. */
export const prepareReplacement = (sought: SearchPattern, to: string): Replacement =>
  sought.kind === 'regex'
    ? {regex: prepareRegex(sought.tokens, false), to}
    : {text: sought.text, to, insideNew: findOccurrences(sought.text, to)}

/** The URL with every occurrence changed, except in its fragment. */
export function replaceInAddress(url: string, sought: SearchPattern, to: string): string {
  if (sought.kind === 'text') return applyReplacement(url, prepareReplacement(sought, to))
  const [address = '', ...fragment] = url.split(/(?=#)/)
  return replaceMatches(address, compileExpression(sought.tokens, false), to) + fragment.join('')
}

/** Whether the regex cannot be read, or matches the empty text and so has no end of matches. */
export function hasEndlessMatches(from: string): boolean {
  const sought = readSearchPattern(from)
  return 'reason' in sought || (sought.kind === 'regex' && compileExpression(sought.tokens, false)('') !== null)
}
