import type {PreparedText} from '../model/page-rules'
import type {Address} from './address'
import type {LiteralPattern, Pattern} from './pattern'
import {compileExpression, compilePrepared} from './expression'
import type {TextMatch} from './linear-regex'

export type AddressSearch = (address: Address) => TextMatch | null

/**
 * Matches the whole text. Each `*` is a capture of any text, as short as possible. Needs no
 * backtracking.
 */
export function matchWildcard(value: string, text: string): TextMatch | null {
  const [first = '', ...rest] = value.split('*')
  if (rest.length === 0) return text === value ? {from: 0, to: text.length, captures: []} : null
  if (!text.startsWith(first)) return null
  const captures: string[] = []
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const place = isLast ? text.length - part.length : text.indexOf(part, at)
    if (place < at || (isLast && !text.endsWith(part))) return null
    captures.push(text.slice(at, place))
    at = place + part.length
  }
  return {from: 0, to: text.length, captures}
}

const toMatch = (from: number, length: number): TextMatch => ({from, to: from + length, captures: []})

function compileLiteralSearch({
  kind,
  value,
}: Pick<LiteralPattern, 'kind' | 'value'>): (text: string) => TextMatch | null {
  if (kind === 'wildcard') return text => matchWildcard(value, text)
  if (kind === 'equals') return text => (text === value ? toMatch(0, value.length) : null)
  return text => {
    const at = text.indexOf(value)
    return at < 0 ? null : toMatch(at, value.length)
  }
}

export const compilePreparedSearch = (prepared: PreparedText): ((text: string) => TextMatch | null) =>
  prepared.kind === 'regex' ? compilePrepared(prepared) : compileLiteralSearch(prepared)

/** Compiles a search in a whole URL. */
export function compileAddressSearch(pattern: Pattern): AddressSearch {
  const find =
    pattern.kind === 'expression'
      ? compileExpression(pattern.tokens, pattern.ignoreCase)
      : compileLiteralSearch(pattern)
  return address => find(address[pattern.text])
}
