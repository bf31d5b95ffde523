import {allCharacters, type AsciiSet} from './ascii-set'

/** A token of the regex syntax that RE2 and JavaScript share. */
export type Token =
  /** Literal text of at least one character. */
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'set'; readonly set: AsciiSet}
  | {readonly kind: 'start'}
  | {readonly kind: 'end'}
  | {readonly kind: 'open'; readonly capturing: boolean; readonly lookaround?: string}
  | {readonly kind: 'close'}
  | {readonly kind: 'or'}
  | {readonly kind: 'repeat'; readonly text: string}
  /** `\b` or `\B`. */
  | {readonly kind: 'raw'; readonly text: string}

export const text = (value: string): Token => ({kind: 'text', text: value})
export const start: Token = {kind: 'start'}
export const end: Token = {kind: 'end'}
export const or: Token = {kind: 'or'}
export const open = (capturing: boolean): Token => ({kind: 'open', capturing})
export const close: Token = {kind: 'close'}
export const repeat = (value: string): Token => ({kind: 'repeat', text: value})

/** Splits the tokens at each top-level `|`. */
export function splitAlternatives(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    if (token.kind === 'or' && depth === 0) found.push([])
    else found.at(-1)?.push(token)
  }
  return found
}

export const countCaptures = (tokens: readonly Token[]): number =>
  tokens.filter(token => token.kind === 'open' && token.capturing).length

/** Makes all groups non-capturing, which saves memory in RE2. */
export const withoutCaptures = (tokens: readonly Token[]): Token[] =>
  tokens.map(token => (token.kind === 'open' && token.capturing ? open(false) : token))

/** How a condition compares a text. */
export type Comparison =
  | {readonly kind: 'equals' | 'contains' | 'wildcard'; readonly value: string}
  | {readonly kind: 'expression'; readonly tokens: readonly Token[]; readonly ignoreCase: boolean}

const anyText: readonly Token[] = [open(true), {kind: 'set', set: allCharacters}, repeat('*?'), close]

/** Each `*` is a capture of any text, as short as possible. The whole text must match. */
function wildcardTokens(value: string): Token[] {
  const pieces = value.split('*').map(piece => (piece === '' ? [] : [text(piece)]))
  return [start, ...pieces.flatMap((piece, index) => (index === 0 ? piece : [...anyText, ...piece])), end]
}

/** Writes any comparison as a regex. */
export function patternTokens(pattern: Comparison): readonly Token[] {
  if (pattern.kind === 'expression') return pattern.tokens
  if (pattern.kind === 'wildcard') return wildcardTokens(pattern.value)
  return pattern.kind === 'equals' ? [start, text(pattern.value), end] : [text(pattern.value)]
}
