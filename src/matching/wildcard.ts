import type {RegexFound} from './linear-regex'

/**
 * Matches a whole text against a wildcard pattern: `*` is any text, the shortest first, and a capture. Each piece is taken
 * at its first place and the last one at the end, so no backtracking is needed.
 */
export function matchWildcard(value: string, text: string): RegexFound | null {
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
