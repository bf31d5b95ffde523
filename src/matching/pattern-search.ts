import type {PreparedText} from '../model/page-rules'
import type {Address} from './address'
import type {LiteralPattern, Pattern} from './pattern'
import {compileExpression, compilePrepared} from './expression'
import type {RegexFound} from './linear-regex'

/** Where in the compared part a source was found, and its captures, `$1`… in order. */
export type Found = RegexFound
export type Comparing = (address: Address) => Found | null

/** Matches a whole text. `*` is any text, the shortest first, and a capture; no backtracking is needed for that. */
export function matchWildcard(value: string, text: string): Found | null {
  const [first = '', ...rest] = value.split('*')
  if (rest.length === 0) return text === value ? {from: 0, to: text.length, captures: []} : null
  if (!text.startsWith(first)) return null
  const captures: string[] = []
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const place = isLast ? text.length - piece.length : text.indexOf(piece, at)
    if (place < at || (isLast && !text.endsWith(piece))) return null
    captures.push(text.slice(at, place))
    at = place + piece.length
  }
  return {from: 0, to: text.length, captures}
}

const plainly = (from: number, length: number): Found => ({from, to: from + length, captures: []})

function compareLiteral({kind, value}: Pick<LiteralPattern, 'kind' | 'value'>): (text: string) => Found | null {
  if (kind === 'wildcard') return text => matchWildcard(value, text)
  if (kind === 'equals') return text => (text === value ? plainly(0, value.length) : null)
  return text => {
    const at = text.indexOf(value)
    return at < 0 ? null : plainly(at, value.length)
  }
}

/** A search in the text of an address that the pattern compares, safe with any expression. */
export const compareText = (pattern: Pattern): ((text: string) => Found | null) =>
  pattern.kind === 'expression' ? compileExpression(pattern.tokens, pattern.ignoreCase) : compareLiteral(pattern)

/** The same for a text that was prepared. */
export const comparePrepared = (prepared: PreparedText): ((text: string) => Found | null) =>
  prepared.kind === 'regex' ? compilePrepared(prepared) : compareLiteral(prepared)

/** The same search in whole addresses. */
export function compare(pattern: Pattern): Comparing {
  const find = compareText(pattern)
  return address => find(address[pattern.text])
}
