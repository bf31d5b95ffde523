import type {Replacement} from '../model/page-rules'
import {patternTooLong} from '../model/reasons'
import {compileExpression, prepareRegex} from './expression'
import {eitherCase, setOfCharacter} from './regex/ascii-set'
import {longestPattern, readRegex, splitRegex} from './regex/read'
import type {PatternFault} from './pattern'
import {countCaptures, text, type Token} from './regex/tokens'
import {replaceBy, replaceMatches} from './replacement'

/** What a Replace rule looks for: text, or `/pattern/flags`. Its tokens are case-sensitive: `i` is spelt out. */
export type Sought =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'regex'; readonly tokens: readonly Token[]; readonly groups: number}

/** Both cases of each letter, so that a pattern can stand beside a case-sensitive one. */
export const spellOutCases = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token): Token[] => {
    if (token.kind === 'set') return [{kind: 'set', set: eitherCase(token.set)}]
    if (token.kind !== 'text') return [token]
    return [...token.text].map(character =>
      /[a-z]/i.test(character) ? {kind: 'set', set: eitherCase(setOfCharacter(character))} : text(character),
    )
  })

/** Reads `from`. Slashes around it make it a regular expression, as in `/v\d/`; `/v1/` alone is text, as people write paths. */
export function readSought(from: string): Sought | PatternFault {
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
export function placesOf(part: string, whole: string): number[] {
  const places: number[] = []
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) places.push(at)
  return places
}

/** What is sought and its new text, as plain JSON. */
export const replacementOf = (sought: Sought, to: string): Replacement =>
  sought.kind === 'regex'
    ? {regex: prepareRegex(sought.tokens, false), to}
    : {text: sought.text, to, insideNew: placesOf(sought.text, to)}

/** The URL with every occurrence changed, except in its fragment. */
export function replaceInAddress(url: string, sought: Sought, to: string): string {
  if (sought.kind === 'text') return replaceBy(url, replacementOf(sought, to))
  const [address = '', ...fragment] = url.split(/(?=#)/)
  return replaceMatches(address, compileExpression(sought.tokens, false), to) + fragment.join('')
}

/** Whether the regex cannot be read, or matches the empty text and so has no end of matches. */
export function isEndless(from: string): boolean {
  const sought = readSought(from)
  return 'reason' in sought || (sought.kind === 'regex' && compileExpression(sought.tokens, false)('') !== null)
}
