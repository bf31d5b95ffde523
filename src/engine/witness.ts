import type {Pattern} from '../matching/pattern'
import {alternatives, type Token} from '../matching/regex/tokens'

/** One character of a set, as harmless in an address as there is. */
const characterOf = (set: readonly boolean[]): string =>
  'ax0-_./?=&:'.split('').find(character => set[character.charCodeAt(0)] === true) ??
  String.fromCharCode(set.indexOf(true))

/** A text that a pattern matches, or nearly: the caller asks the matcher. Repeats are taken once. */
function sampleOf(tokens: readonly Token[]): string {
  const first = alternatives(tokens)[0] ?? []
  let sample = ''
  for (let index = 0; index < first.length; index++) {
    const token = first[index]
    if (token?.kind === 'text') sample += token.text
    if (token?.kind === 'set') sample += characterOf(token.set)
    if (token?.kind === 'open') {
      let depth = 1
      let last = index + 1
      for (; last < first.length && depth > 0; last++)
        depth += first[last]?.kind === 'open' ? 1 : first[last]?.kind === 'close' ? -1 : 0
      const look = token.look !== undefined
      if (!look) sample += sampleOf(first.slice(index + 1, last - 1))
      index = last - 1
    }
    const repeat = first[index + 1]
    const count = repeat?.kind === 'repeat' ? /^\{(\d+)/.exec(repeat.text)?.[1] : undefined
    if (token?.kind === 'set' && count !== undefined)
      sample += characterOf(token.set).repeat(Math.max(0, Number(count) - 1))
  }
  return sample
}

const somewhere = 'https://witness.test'

/** Addresses that a pattern may match, the likeliest first. */
export function candidatesOf(pattern: Pattern): string[] {
  const {kind, text, value} = pattern
  const sample =
    kind === 'expression' ? sampleOf(pattern.tokens) : kind === 'wildcard' ? value.replaceAll('*', 'x') : value
  switch (text) {
    case 'host':
    case 'hostPort':
    case 'writtenHostPort':
      return [
        `https://${sample}/`,
        `http://${sample}/`,
        `https://${sample}x.test/`,
        `https://x${sample}/`,
        `https://x${sample}x.test/`,
      ]
    case 'path':
      return [`${somewhere}${sample}`, `${somewhere}/${sample}`]
    case 'url':
      return [
        sample,
        `https://${sample}`,
        `${somewhere}${sample}`,
        `${somewhere}/${sample}`,
        `${somewhere}/?${sample}`,
        `https:${sample}`,
      ]
    default:
      return text satisfies never
  }
}
