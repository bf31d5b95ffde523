import {everything} from './ascii-set'
import {close, end, open, repeat, start, text, type Token} from './tokens'

/** How a condition compares a text. */
export type Comparison =
  | {readonly kind: 'equals' | 'contains' | 'wildcard'; readonly value: string}
  | {readonly kind: 'expression'; readonly tokens: readonly Token[]; readonly ignoreCase: boolean}

const anyText: readonly Token[] = [open(true), {kind: 'set', set: everything}, repeat('*?'), close]

/** `*` is any text, also none, shortest first, and a capture; the whole text must match. */
function wildcardTokens(value: string): Token[] {
  const pieces = value.split('*').map(piece => (piece === '' ? [] : [text(piece)]))
  return [start, ...pieces.flatMap((piece, index) => (index === 0 ? piece : [...anyText, ...piece])), end]
}

/** What any source says, as a regular expression. */
export function patternTokens(pattern: Comparison): readonly Token[] {
  if (pattern.kind === 'expression') return pattern.tokens
  if (pattern.kind === 'wildcard') return wildcardTokens(pattern.value)
  return pattern.kind === 'equals' ? [start, text(pattern.value), end] : [text(pattern.value)]
}
