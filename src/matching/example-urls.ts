import type {Pattern} from './pattern'
import {asWritten} from './address'
import {readRegex} from './regex/read'
import {readSought} from './replace-text'
import {everything, type AsciiSet} from './regex/ascii-set'
import {waysOf, type Sequence} from './regex/tree'
import type {Token} from './regex/tokens'

const fileEnding =
  '[cm]?[jt]s|[jt]sx|vue|svelte|graphql|css|scss|less|map|json|html?|php|aspx?|ashx|jsp|do|cgi|xml|txt|csv|md|pdf|zip|gz|wasm|png|jpe?g|gif|svg|webp|avif|bmp|ico|mp[34]|m3u8|mpd|m4s|webm|mov|woff2?|[ot]tf|eot|webmanifest'

const file = new RegExp(`^[\\w.-]*\\.(?:${fileEnding})\\??$`, 'i')

const hostEnding =
  /^\.(?:[a-z]{2}|com|org|net|edu|gov|info|biz|dev|app|test|local|localhost|internal|intranet|lan|corp|home|example|cloud|site|shop|store|online|tech|xyz|page)$/i
const fileHost = new RegExp(`(?:^|\\.)(?:${fileEnding})\\w?$`, 'i')

/** Whether a host is what is left of a file, as `main.js` or, with a letter where a wildcard had a star, `amain.jsb`. */
export const isMadeOfFile = (hostname: string): boolean => fileHost.test(hostname)

/** Whether a text that stands alone names a file, or is the end of one, rather than a host: `main.js`, `.css`. */
const isFile = (sample: string): boolean =>
  file.test(sample) || (/^\.[a-z]\w+$/i.test(sample) && !hostEnding.test(sample))

type Choose = (count: number) => number

const harmless = 'abcx012-_./?=&:'.split('')
const longestSample = 2_000

function pickCharacter(set: AsciiSet, isRepeated: boolean, choose: Choose): string {
  // A dot that is not repeated mostly stands for a dot: `shop.test`.
  if (set === everything && !isRepeated) return '.'
  const held = harmless.filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/** A text that the nodes match, or nearly: callers check it with the matcher. Optional parts occur once. */
function sampleOf(nodes: Sequence, choose: Choose, isRepeated = false): string {
  let sample = ''
  for (const node of nodes)
    if (node.kind === 'text') sample += node.text
    else if (node.kind === 'set') sample += pickCharacter(node.set, isRepeated, choose)
    else if (node.kind === 'group' && node.open.look === undefined)
      sample += sampleOf(node.ways[choose(node.ways.length)] ?? [], choose)
    else if (node.kind === 'repeated')
      for (let times = Math.max(1, node.least); times > 0 && sample.length < longestSample; times--)
        sample += sampleOf([node.node], choose, true)
  return sample
}

function sampleOfTokens(tokens: readonly Token[], choose: Choose): string {
  const ways = waysOf(tokens)
  return sampleOf(ways[choose(ways.length)] ?? [], choose)
}

const somewhere = 'https://any.test'

function aroundScheme(sample: string): readonly string[] {
  if (/^:?\/\/[^/]/.test(sample)) return ['https', 'http'].map(scheme => `${scheme}:${sample.replace(/^:/, '')}`)
  return /^(?:http|ws)s?:\/\/$/i.test(sample) ? [`${sample}any.test/`] : []
}

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

/** Example URLs for a pattern, in groups of which the first match is used. Wildcards are filled alike or differently. */
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

export type Joining = {
  readonly witness: string
  readonly required: string
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
