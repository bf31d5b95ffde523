import type {Address} from './address'
import type {LiteralPattern, Pattern} from './pattern'
import {writeRegex} from './regex/write'
import type {Token} from './regex/tokens'
import {linearRegex, type RegexFound} from './linear-regex'

/** Where in the compared part a source was found, and what `$1`… stand for. */
export type Found = RegexFound
export type Comparing = (address: Address) => Found | null

const plainly = (from: number, length: number): Found => ({from, to: from + length, captures: []})

/** Any text at each `*`, shortest first: each piece at its first place, the last one at the end. No going back is ever needed. */
export function matchWildcard(value: string, text: string): Found | null {
  const [first = '', ...rest] = value.split('*')
  if (rest.length === 0) return text === value ? plainly(0, text.length) : null
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

const isOpen = (repeat: string) => /^[*+]|^\{\d+,\}|^\{(?:\d+,)?\d{2,}\}/.test(repeat)

/** How often an expression could be tried over again: Infinity where a part repeats that can be read in several ways. */
function repeatsOf(tokens: readonly Token[]): number {
  let repeats = 0
  for (const [index, token] of tokens.entries()) {
    // A back-reference compares once more what its group took.
    if (token.kind === 'raw' && /\d/.test(token.text)) repeats++
    if (token.kind !== 'repeat') continue
    const before = tokens[index - 1]
    if (isOpen(token.text) || before?.kind === 'close') repeats++
    if (before?.kind === 'close' && isOpen(token.text)) return Infinity
  }
  return repeats
}

/** Steps that JavaScript's own engine, which goes back and tries again, may take before it holds up the page. */
const mostTried = 1_000_000
/** As many as a person may wait for, where there is no other way to tell. */
const mostWaited = 100_000_000

/** Whether JavaScript's own engine may take too long; of a wildcard, by the number of its stars. */
export function mayHang(tried: readonly Token[] | number, text: string): boolean {
  const repeats = typeof tried === 'number' ? tried : repeatsOf(tried)
  return text.length ** (repeats + 1) > mostTried
}

export type Expression = (text: string) => Found | null

/** An expression that always ends soon: JavaScript's own where that is certain, else the linear one. */
export function compileExpression(tokens: readonly Token[], ignoreCase: boolean): Expression {
  const repeats = repeatsOf(tokens)
  const native = new RegExp(writeRegex(tokens), ignoreCase ? 'i' : '')
  let linear: ReturnType<typeof linearRegex> | null = null
  return text => {
    const tried = text.length ** (repeats + 1)
    if (text.length > 0 && tried > mostTried) {
      if (linear === null) linear = linearRegex(tokens, ignoreCase)
      if (linear !== undefined) return linear(text)
      // Look-around and back-references, which only pages look for, are JavaScript's alone.
      if (tried > mostWaited) return null
    }
    const found = native.exec(text)
    if (!found) return null
    const captures = found.slice(1).map(each => each ?? '')
    return {from: found.index, to: found.index + found[0].length, captures}
  }
}

function compareLiteral({kind, text, value}: LiteralPattern): Comparing {
  if (kind === 'wildcard') return address => matchWildcard(value, address[text])
  if (kind === 'equals') return address => (address[text] === value ? plainly(0, value.length) : null)
  return address => {
    const at = address[text].indexOf(value)
    return at < 0 ? null : plainly(at, value.length)
  }
}

/** The same question as the matcher's, with the place of the answer, and safe with any expression. */
export function compare(pattern: Pattern): Comparing {
  if (pattern.kind !== 'expression') return compareLiteral(pattern)
  const {text, tokens, ignoreCase} = pattern
  const expression = compileExpression(tokens, ignoreCase)
  return address => expression(address[text])
}
