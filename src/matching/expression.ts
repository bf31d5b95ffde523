import {linearRegex, type RegexFound} from './linear-regex'
import type {Token} from './regex/tokens'
import {writeRegex} from './regex/write'

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

/** Whether JavaScript's own engine may take too long. */
export const mayHang = (tokens: readonly Token[], text: string): boolean =>
  text.length ** (repeatsOf(tokens) + 1) > mostTried

/** Finds the first place from `at` on. */
export type Expression = (text: string, at?: number) => RegexFound | null

/** An expression that always ends soon: JavaScript's own where that is certain, else the linear one. */
export function compileExpression(tokens: readonly Token[], ignoreCase: boolean): Expression {
  const repeats = repeatsOf(tokens)
  const native = new RegExp(writeRegex(tokens), ignoreCase ? 'gi' : 'g')
  let linear: ReturnType<typeof linearRegex> | null = null
  return (text, at = 0) => {
    const tried = text.length ** (repeats + 1)
    if (text.length > 0 && tried > mostTried) {
      if (linear === null) linear = linearRegex(tokens, ignoreCase)
      if (linear !== undefined) return linear(text, at)
      // Back-references, which only pages look for, are JavaScript's alone.
      if (tried > mostWaited) return null
    }
    native.lastIndex = at
    const found = native.exec(text)
    if (!found) return null
    const captures = found.slice(1).map(each => each ?? '')
    return {from: found.index, to: found.index + found[0].length, captures}
  }
}
