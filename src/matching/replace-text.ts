import type {Replacement} from '../contract/page-way'
import {patternTooLong} from '../contract/reasons'
import {capturePieces, fillCaptures} from './captures'
import {compileExpression} from './expression'
import {eitherCase, setOfCharacter} from './regex/ascii-set'
import {longestPattern} from './longest-pattern'
import type {PatternFault} from './pattern'
import {readRegex, splitRegex} from './regex/read'
import {countCaptures, text, type Token} from './regex/tokens'
import {escapeRegex} from './escape-regex'
import {replaceBy} from './replacement'
import {writeRegex} from './regex/write'

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

/** What is sought and its new text, as data. */
export const replacementOf = (sought: Sought, to: string): Replacement =>
  sought.kind === 'regex'
    ? {
        regex: writeRegex(sought.tokens),
        to,
        groups: capturePieces(to).some(piece => typeof piece === 'number') ? sought.groups : null,
        insideNew: [],
      }
    : {regex: escapeRegex(sought.text), to, groups: null, insideNew: placesOf(sought.text, to)}

/** Every occurrence changed. Where an expression finds nothing at a place, the new text comes before what stands there. */
function replaceEach(address: string, tokens: readonly Token[], to: string): string {
  const find = compileExpression(tokens, false)
  let changed = ''
  let at = 0
  for (let found = find(address, at); found; found = find(address, at)) {
    const next = found.to === found.from ? found.to + 1 : found.to
    changed += address.slice(at, found.from) + fillCaptures(to, found.captures) + address.slice(found.to, next)
    at = next
  }
  return changed + address.slice(at)
}

/** The address with every occurrence changed, its fragment left alone; an expression comes to an end, whatever it is. */
export function replaceInAddress(url: string, sought: Sought, to: string): string {
  if (sought.kind === 'text') return replaceBy(url, replacementOf(sought, to))
  const [address = '', ...fragment] = url.split(/(?=#)/)
  return replaceEach(address, sought.tokens, to) + fragment.join('')
}

/** Whether it is an expression that finds a place in no text at all, or none that can be read: then there is no end of places. */
export function isEndless(from: string): boolean {
  const sought = readSought(from)
  return 'reason' in sought || (sought.kind === 'regex' && new RegExp(writeRegex(sought.tokens)).test(''))
}
