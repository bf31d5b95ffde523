import type {Pattern} from './pattern'
import {encodeUrlText} from './address'
import {readRegex} from './regex/read'
import {readSearchPattern} from './replace-text'
import {allCharacters, type AsciiSet} from './regex/ascii-set'
import {parseAlternatives, type Sequence} from './regex/tree'
import type {Token} from './regex/tokens'

const fileEnding =
  '[cm]?[jt]s|[jt]sx|vue|svelte|graphql|css|scss|less|map|json|html?|php|aspx?|ashx|jsp|do|cgi|xml|txt|csv|md|pdf|zip|gz|wasm|png|jpe?g|gif|svg|webp|avif|bmp|ico|mp[34]|m3u8|mpd|m4s|webm|mov|woff2?|[ot]tf|eot|webmanifest'

const file = new RegExp(`^[\\w.-]*\\.(?:${fileEnding})\\??$`, 'i')

const hostEnding =
  /^\.(?:[a-z]{2}|com|org|net|edu|gov|info|biz|dev|app|test|local|localhost|internal|intranet|lan|corp|home|example|cloud|site|shop|store|online|tech|xyz|page)$/i
const fileHost = new RegExp(`(?:^|\\.)(?:${fileEnding})\\w?$`, 'i')

/** Whether a host is what is left of a file, as `main.js` or, with a letter where a wildcard had a star, `amain.jsb`. */
export const isFileLikeHost = (hostname: string): boolean => fileHost.test(hostname)

/** Whether a text that stands alone names a file, or is the end of one, rather than a host: `main.js`, `.css`. */
const isFile = (sample: string): boolean =>
  file.test(sample) || (/^\.[a-z]\w+$/i.test(sample) && !hostEnding.test(sample))

type Choose = (count: number) => number

const harmless = 'abcx012-_./?=&:'.split('')
const longestSample = 2_000

function pickCharacter(set: AsciiSet, isRepeated: boolean, choose: Choose): string {
  // A dot that is not repeated mostly stands for a dot: `shop.test`.
  if (set === allCharacters && !isRepeated) return '.'
  const held = harmless.filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/** A text that the nodes match, or nearly: callers check it with the matcher. Optional parts occur once. */
function createExample(nodes: Sequence, choose: Choose, isRepeated = false): string {
  let sample = ''
  for (const node of nodes)
    if (node.kind === 'text') sample += node.text
    else if (node.kind === 'set') sample += pickCharacter(node.set, isRepeated, choose)
    else if (node.kind === 'group' && node.open.look === undefined)
      sample += createExample(node.ways[choose(node.ways.length)] ?? [], choose)
    else if (node.kind === 'repeated')
      for (let times = Math.max(1, node.least); times > 0 && sample.length < longestSample; times--)
        sample += createExample([node.node], choose, true)
  return sample
}

function createExampleOfTokens(tokens: readonly Token[], choose: Choose): string {
  const ways = parseAlternatives(tokens)
  return createExample(ways[choose(ways.length)] ?? [], choose)
}

const somewhere = 'https://any.test'

function completeScheme(sample: string): readonly string[] {
  if (/^:?\/\/[^/]/.test(sample)) return ['https', 'http'].map(scheme => `${scheme}:${sample.replace(/^:/, '')}`)
  return /^(?:http|ws)s?:\/\/$/i.test(sample) ? [`${sample}any.test/`] : []
}

function useWebSchemes(sample: string): readonly string[] {
  const [, scheme, rest] = /^([\w+.-]+)(:\/\/.*)$/s.exec(sample) ?? []
  return scheme === undefined || /^(?:http|ws)s?$/i.test(scheme)
    ? [sample]
    : ['https', 'http', 'wss', 'ws'].map(known => `${known}${rest}`)
}

function listUrlsWith(sample: string, text: Pattern['text']): string[] {
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
        ...completeScheme(sample),
        ...useWebSchemes(sample),
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

function createChoosers(): Choose[] {
  let up = 0
  let down = 0
  return [() => 0, count => up++ % Math.max(1, count), count => Math.max(0, count - 1 - (down++ % Math.max(1, count)))]
}

/** A wildcard without the stars beside a host that is written out, which is the one that is meant. */
export const removeStarsAroundHost = (value: string): string =>
  value
    .replace(/^\*(?=localhost|\/\/|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[:/*]|$))/i, '')
    .replace(/(localhost|:\d+)\*/g, '$1/*')
    .replace(/^((?:[a-z*]*:\/\/)?(?:\*\.)?((?:[a-z\d-]+\.)+[a-z]{2,}))\*/i, (written, before: string, host: string) =>
      isFile(host) ? written : `${before}/*`,
    )

/** Example URLs for a pattern, in groups of which the first match is used. Wildcards are filled alike or differently. */
export function generateExampleUrls(pattern: Pattern): string[][] {
  const {text, value} = pattern
  if (pattern.kind === 'equals' || pattern.kind === 'contains') return [listUrlsWith(value, text)]
  const letters = ['x', 'a', 'b', 'c']
  const ports = ['8080', '3000', '8000', '5000']
  return createChoosers().map(choose => {
    const sample =
      pattern.kind === 'expression'
        ? createExampleOfTokens(pattern.tokens, choose)
        : removeStarsAroundHost(value).replace(/:\*|\/\/\*(?=[/:]|$)|\*/g, star => {
            const at = choose(letters.length)
            if (star.startsWith(':')) return `:${ports[at] ?? ''}`
            const letter = letters[at] ?? 'x'
            return star.startsWith('//') ? `//${letter}.test` : letter
          })
    return listUrlsWith(sample, text)
  })
}

/** A text that a Replace rule looks for: its own, or one that its regular expression finds. */
export function getSearchExample(from: string): string {
  const sought = readSearchPattern(from)
  if ('reason' in sought) return encodeUrlText(from)
  return encodeUrlText(sought.kind === 'text' ? sought.text : createExampleOfTokens(sought.tokens, () => 0))
}

/** A text that a regular expression finds; itself where it is none. */
export function getRegexExample(expression: string): string {
  const read = readRegex(expression, {spell: text => text})
  return 'reason' in read ? expression : createExampleOfTokens(read.regex.tokens, () => 0)
}

export type ExampleSeed = {
  readonly exampleUrl: string
  readonly required: string
  readonly undo: (address: string) => string
}

/** Made-up addresses that may fulfil the sources of two rules at once, each a mixture of addresses that one of them acts on. */
export function combineExampleUrls(one: ExampleSeed, other: ExampleSeed): string[] {
  if (!URL.canParse(one.exampleUrl) || !URL.canParse(other.exampleUrl)) return []
  const [a, b] = [new URL(one.exampleUrl), new URL(other.exampleUrl)]
  const paths = [a.pathname, b.pathname, one.undo(b.pathname), a.pathname.replace(/\/$/, '') + b.pathname]
  const queries = [a.search, b.search, one.undo(b.search), `?${other.required.replace(/^[?&]/, '')}`]
  const schemes = new Set([a.protocol, b.protocol])
  return [...schemes].flatMap(scheme =>
    paths.flatMap(path => queries.map(query => `${scheme}//${a.host}${path}${query}`)),
  )
}
