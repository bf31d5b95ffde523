import type {Pattern} from './pattern'
import {asWritten} from './address'
import {isFile} from './file-names'
import {readRegex} from './regex/read'
import {readSought} from './replace-text'
import {everything} from './regex/ascii-set'
import {waysOf} from './regex/tree'
import type {Token} from './regex/tokens'
import {heldOf, sampleOf, type Sampling} from './sample'

/** Picks one of so many; how it picks makes one sample differ from the next. */
type Choose = (count: number) => number

/** A sample with as harmless characters as there are, which has what may be left out once. */
const harmless = (choose: Choose): Sampling => ({
  way: choose,
  times: least => Math.max(1, least),
  // A dot that is not repeated is mostly meant as one: `shop.test`.
  character: (set, isRepeated) => (set === everything && !isRepeated ? '.' : heldOf(set, 'abcx012-_./?=&:', choose)),
})

function sampleOfTokens(tokens: readonly Token[], choose: Choose): string {
  const ways = waysOf(tokens)
  return sampleOf(ways[choose(ways.length)] ?? [], harmless(choose))
}

const somewhere = 'https://any.test'

/** A sample that begins where a scheme ends, or ends there. */
function aroundScheme(sample: string): readonly string[] {
  if (/^:?\/\/[^/]/.test(sample)) return ['https', 'http'].map(scheme => `${scheme}:${sample.replace(/^:/, '')}`)
  return /^(?:http|ws)s?:\/\/$/i.test(sample) ? [`${sample}any.test/`] : []
}

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
      // `main.js` and `.css` could be hosts, or ends of them, which nobody means.
      const ofFile = isFile(sample) ? [`${somewhere}/${sample.startsWith('.') ? 'x' : ''}${sample}`] : []
      const goesOn = /^[/?:.]/.test(sample) ? [`${somewhere}${sample}`] : []
      const inQuery = `${somewhere}/?${sample}`
      const inPath = `${somewhere}/${sample}`
      // `lang=de` and `api` are hosts that exist, which nobody means.
      const isPath = /^(?!localhost\/)\w+\//.test(sample)
      const first = /^[^/?]*=/.test(sample) ? [inQuery] : isPath ? [inPath] : ofFile
      return [
        ...aroundScheme(sample),
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

/** A wildcard without the stars beside a host that is written out, which is the one that is meant. */
export const withoutStarsAround = (value: string): string =>
  value
    .replace(/^\*(?=localhost|\/\/|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[:/*]|$))/i, '')
    .replace(/(localhost|:\d+)\*/g, '$1/*')
    .replace(/^((?:[a-z*]*:\/\/)?(?:\*\.)?((?:[a-z\d-]+\.)+[a-z]{2,}))\*/i, (written, before: string, host: string) =>
      isFile(host) ? written : `${before}/*`,
    )

/**
 * Addresses that a pattern may match, in groups of which the first address that it does match is worth a walk. What may be any text is
 * filled alike in one group and differently in the next: a rule that swaps two parts of an address does nothing to two that are alike.
 */
export function candidatesOf(pattern: Pattern): string[][] {
  const {text, value} = pattern
  if (pattern.kind === 'equals' || pattern.kind === 'contains') return [addressesWith(value, text)]
  const letters = ['x', 'a', 'b', 'c']
  const ports = ['8080', '3000', '8000', '5000']
  return choosers().map(choose => {
    const sample =
      pattern.kind === 'expression'
        ? sampleOfTokens(pattern.tokens, choose)
        : withoutStarsAround(value).replace(/:\*|\/\/\*(?=[/:]|$)|\*/g, star => {
            const at = choose(letters.length)
            if (star.startsWith(':')) return `:${ports[at] ?? ''}`
            const letter = letters[at] ?? 'x'
            return star.startsWith('//') ? `//${letter}.test` : letter
          })
    return addressesWith(sample, text)
  })
}

/** A text that a Replace rule looks for: its own, or one that its regular expression finds. */
export function exampleOf(from: string): string {
  const sought = readSought(from)
  if ('reason' in sought) return asWritten(from)
  return asWritten(sought.kind === 'text' ? sought.text : sampleOfTokens(sought.tokens, () => 0))
}

/** A text that a regular expression finds; itself where it is none. */
export function textFound(expression: string): string {
  const read = readRegex(expression, {spell: text => text})
  return 'reason' in read ? expression : sampleOfTokens(read.regex.tokens, () => 0)
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
  const schemes = new Set([a.protocol, b.protocol])
  return [...schemes].flatMap(scheme =>
    paths.flatMap(path => queries.map(query => `${scheme}//${a.host}${path}${query}`)),
  )
}
