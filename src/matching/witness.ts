import type {Pattern} from './pattern'
import {asWritten} from './address'
import {everything} from './regex/ascii-set'
import {alternatives, type Token} from './regex/tokens'
import {readSought} from './replace-text'

/** Picks one of so many; how it picks makes one sample differ from the next. */
type Choose = (count: number) => number

/** One character of a set, as harmless in an address as there is. */
function characterOf(set: readonly boolean[], choose: Choose): string {
  const held = 'abcx012-_./?=&:'.split('').filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/** A text that a pattern matches, or nearly: the caller asks the matcher. Repeats are taken once. */
function sampleOf(tokens: readonly Token[], choose: Choose): string {
  const ways = alternatives(tokens)
  const way = ways[choose(ways.length)] ?? []
  let sample = ''
  for (let index = 0; index < way.length; index++) {
    const token = way[index]
    if (token?.kind === 'text') sample += token.text
    // A dot that is not repeated is mostly meant as one: `shop.test`.
    const isDot = token?.kind === 'set' && token.set === everything && way[index + 1]?.kind !== 'repeat'
    if (token?.kind === 'set') sample += isDot ? '.' : characterOf(token.set, choose)
    if (token?.kind === 'open') {
      let depth = 1
      let last = index + 1
      for (; last < way.length && depth > 0; last++)
        depth += way[last]?.kind === 'open' ? 1 : way[last]?.kind === 'close' ? -1 : 0
      if (token.look === undefined) sample += sampleOf(way.slice(index + 1, last - 1), choose)
      index = last - 1
    }
    const repeat = way[index + 1]
    const count = repeat?.kind === 'repeat' ? /^\{(\d+)/.exec(repeat.text)?.[1] : undefined
    if (token?.kind === 'set')
      for (let more = 1; more < Number(count ?? 1); more++) sample += characterOf(token.set, choose)
  }
  return sample
}

const somewhere = 'https://any.test'

/** A sample with a scheme of which no request is, as `*://` and `http*://` leave one, with those of the web in its place. */
function asOfTheWeb(sample: string): readonly string[] {
  const [, scheme, rest] = /^([\w+.-]+)(:\/\/.*)$/s.exec(sample) ?? []
  return scheme === undefined || /^(?:http|ws)s?$/i.test(scheme)
    ? [sample]
    : ['https', 'http', 'wss', 'ws'].map(known => `${known}${rest}`)
}

function addressesWith(sample: string, text: Pattern['text']): string[] {
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
    case 'url': {
      const goesOn = /^[/?:.]/.test(sample) ? [`${somewhere}${sample}`] : []
      const inQuery = `${somewhere}/?${sample}`
      const inPath = `${somewhere}/${sample}`
      // `lang=de` and `api` are hosts that exist, which nobody means.
      const first = /^[^/?]*=/.test(sample) ? [inQuery] : /^\w+\//.test(sample) ? [inPath] : []
      return [
        ...asOfTheWeb(sample),
        ...first,
        ...goesOn,
        `https://${sample}`,
        `http://${sample}`,
        inPath,
        inQuery,
        `https:${sample}`,
      ]
    }
    default:
      return text satisfies never
  }
}

/** Always the first; one after the other; one after the other from the end. */
function choosers(): Choose[] {
  let up = 0
  let down = 0
  return [() => 0, count => up++ % Math.max(1, count), count => Math.max(0, count - 1 - (down++ % Math.max(1, count)))]
}

/**
 * Addresses that a pattern may match, in groups of which the first address that it does match is worth a walk. What may be any text is
 * filled alike in one group and differently in the next: a rule that swaps two parts of an address does nothing to two that are alike.
 */
export function candidatesOf(pattern: Pattern): string[][] {
  const {text, value} = pattern
  if (pattern.kind === 'equals' || pattern.kind === 'contains') return [addressesWith(value, text)]
  const letters = ['x', 'a', 'b', 'c']
  return choosers().map(choose => {
    const sample =
      pattern.kind === 'expression'
        ? sampleOf(pattern.tokens, choose)
        : value.replace(/\*/g, () => letters[choose(letters.length)] ?? 'x')
    return addressesWith(sample, text)
  })
}

/** A text that a Replace rule looks for: its own, or one that its regular expression finds. */
export function exampleOf(from: string): string {
  const sought = readSought(from)
  if ('reason' in sought) return asWritten(from)
  return asWritten(sought.kind === 'text' ? sought.text : sampleOf(sought.tokens, () => 0))
}

/** What of an actor goes into an address that two rules act on. */
export type Joining = {
  readonly witness: string
  /** A text that its addresses hold. */
  readonly required: string
  /** Leads an address back to one that this rule would have made it of, where that can be told. */
  readonly back: (address: string) => string
}

/** Made-up addresses that may fulfil the sources of two rules at once, each a mixture of addresses that one of them acts on. */
export function jointAddresses(one: Joining, other: Joining): string[] {
  if (!URL.canParse(one.witness) || !URL.canParse(other.witness)) return []
  const [a, b] = [new URL(one.witness), new URL(other.witness)]
  const paths = [a.pathname, b.pathname, one.back(b.pathname), a.pathname.replace(/\/$/, '') + b.pathname]
  const queries = [a.search, b.search, one.back(b.search), `?${other.required.replace(/^[?&]/, '')}`]
  return paths.flatMap(path => queries.map(query => a.origin + path + query))
}
