import type {Address} from './address'
import type {LiteralPattern, Pattern} from './pattern'
import {compileExpression} from './expression'
import type {RegexFound} from './linear-regex'
import {matchWildcard} from './wildcard'

/** Where in the compared part a source was found, and what `$1`… stand for. */
export type Found = RegexFound
export type Comparing = (address: Address) => Found | null

const plainly = (from: number, length: number): Found => ({from, to: from + length, captures: []})

function compareLiteral({kind, value}: LiteralPattern): (text: string) => Found | null {
  if (kind === 'wildcard') return text => matchWildcard(value, text)
  if (kind === 'equals') return text => (text === value ? plainly(0, value.length) : null)
  return text => {
    const at = text.indexOf(value)
    return at < 0 ? null : plainly(at, value.length)
  }
}

/** A pattern as a question to the text of an address that it compares, with the place of the answer, and safe with any expression. */
export const compareText = (pattern: Pattern): ((text: string) => Found | null) =>
  pattern.kind === 'expression' ? compileExpression(pattern.tokens, pattern.ignoreCase) : compareLiteral(pattern)

/** The same question to whole addresses. */
export function compare(pattern: Pattern): Comparing {
  const find = compareText(pattern)
  return address => find(address[pattern.text])
}
