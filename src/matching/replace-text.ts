import type {Replacement} from '../model/page-rules'
import {faultText} from '../model/faults'
import {compileExpression, prepareRegex} from './expression'
import {withBothCases, getCharacterSet} from './regex/ascii-set'
import {longestPattern, readRegex, splitRegex} from './regex/read'
import type {PatternFault} from './pattern'
import {countCaptures, text, type Token} from './regex/tokens'
import {applyReplacement} from './replacement'

/**
 * The search text or regex of a Replace rule. The tokens are case-sensitive, so `i` is expanded.
 */
export type SearchPattern =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'regex'; readonly tokens: readonly Token[]; readonly groups: number}

/** Expands each letter to both cases, for use in a case-sensitive regex. */
export const spellOutCases = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token): Token[] => {
    if (token.kind === 'set') return [{kind: 'set', set: withBothCases(token.set)}]
    if (token.kind !== 'text') return [token]
    return [...token.text].map(character =>
      /[a-z]/i.test(character) ? {kind: 'set', set: withBothCases(getCharacterSet(character))} : text(character),
    )
  })

/**
 * Parses `from`. Slashes make it a regex, as in `/v\d/`. `/v1/` without special characters is text,
 * because it looks like a path.
 */
export function readSearchPattern(from: string): SearchPattern | PatternFault {
  if (!/^\/.+\/[gimsuy]*$/.test(from) || (splitRegex(from).flags === '' && !/[\\^$.*+?()[\]{}|]/.test(from)))
    return from.length > longestPattern
      ? {code: 'never-matches', reason: faultText('patternTooLong', {most: longestPattern})}
      : {kind: 'text', text: from}
  const read = readRegex(from)
  if ('reason' in read) return {code: 'regex-syntax', reason: read.reason}
  const tokens = read.regex.ignoreCase ? spellOutCases(read.regex.tokens) : read.regex.tokens
  // A regex of plain text is handled as text, which translates more precisely.
  const texts = tokens.flatMap(token => (token.kind === 'text' ? [token.text] : []))
  if (texts.length === tokens.length) return {kind: 'text', text: texts.join('')}
  return {kind: 'regex', tokens, groups: countCaptures(tokens)}
}

/** Finds all positions of `part` in `whole`, including overlapping ones. */
export function findOccurrences(part: string, whole: string): number[] {
  const positions: number[] = []
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) positions.push(at)
  return positions
}

/** Compiles the search pattern and the new text to plain JSON. */
export const prepareReplacement = (pattern: SearchPattern, to: string): Replacement =>
  pattern.kind === 'regex'
    ? {regex: prepareRegex(pattern.tokens, false), to}
    : {text: pattern.text, to, insideNew: findOccurrences(pattern.text, to)}

/** Replaces every occurrence, except in the fragment. */
export const replaceInAddress = (url: string, pattern: SearchPattern, to: string): string =>
  applyReplacement(url, prepareReplacement(pattern, to))

/** Whether the regex is invalid, or matches the empty text and so never stops. */
export function hasEndlessMatches(from: string): boolean {
  const pattern = readSearchPattern(from)
  return 'reason' in pattern || (pattern.kind === 'regex' && compileExpression(pattern.tokens, false)('') !== null)
}
