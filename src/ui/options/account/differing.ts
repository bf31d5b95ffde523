/** Words and numbers stay whole: half a host says nothing. */
const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []

export type Span = {readonly from: number; readonly to: number}

const alike = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
const lengthOf = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0)

/** Where each of two texts says something else than the other: one span, as short as it can be. */
export function differing(mine: string, theirs: string): {readonly mine: Span; readonly theirs: Span} {
  const [a, b] = [tokensOf(mine), tokensOf(theirs)]
  const start = alike(a, b)
  const end = alike(a.slice(start).toReversed(), b.slice(start).toReversed())
  const from = lengthOf(a.slice(0, start))
  const after = lengthOf(a.slice(a.length - end))
  return {mine: {from, to: mine.length - after}, theirs: {from, to: theirs.length - after}}
}
