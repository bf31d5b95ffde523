import {everything} from './regex/ascii-set'
import {alternatives, type Token} from './regex/tokens'

/** Picks one of so many; how it picks makes one sample differ from the next. */
export type Choose = (count: number) => number

/** One character of a set, as harmless in an address as there is. */
function characterOf(set: readonly boolean[], choose: Choose): string {
  const held = 'abcx012-_./?=&:'.split('').filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/** A sample that has grown to so many characters is repeated no further. */
const longestSample = 2_000

/** A piece of a sample as often as what follows it asks for at least, once where it may be left out. */
function repeated(make: () => string, following: Token | undefined): string {
  const least = following?.kind === 'repeat' ? /^\{(\d+)/.exec(following.text)?.[1] : undefined
  let sample = make()
  for (let more = 1; more < Number(least ?? 1) && sample.length < longestSample; more++) sample += make()
  return sample
}

/** Where the group ends that is opened at a place: behind its last token. */
function endOfGroup(tokens: readonly Token[], opened: number): number {
  let depth = 1
  let end = opened + 1
  for (; end < tokens.length && depth > 0; end++)
    depth += tokens[end]?.kind === 'open' ? 1 : tokens[end]?.kind === 'close' ? -1 : 0
  return end
}

/** A text that a pattern matches, or nearly: the caller asks the matcher. Of what may be repeated it has the least. */
export function sampleOf(tokens: readonly Token[], choose: Choose): string {
  const ways = alternatives(tokens)
  const way = ways[choose(ways.length)] ?? []
  let sample = ''
  for (let index = 0; index < way.length; index++) {
    const token = way[index]
    const following = way[index + 1]
    if (token?.kind === 'text') sample += repeated(() => token.text, following)
    if (token?.kind === 'set') {
      // A dot that is not repeated is mostly meant as one: `shop.test`.
      const isDot = token.set === everything && following?.kind !== 'repeat'
      sample += isDot ? '.' : repeated(() => characterOf(token.set, choose), following)
    }
    if (token?.kind === 'open') {
      const end = endOfGroup(way, index)
      const inside = way.slice(index + 1, end - 1)
      if (token.look === undefined) sample += repeated(() => sampleOf(inside, choose), way[end])
      index = end - 1
    }
  }
  return sample
}
