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

/**
 * Whether a host looks like a file name: `main.js`, or `amain.jsb` after its wildcards were filled
 * with letters.
 */
export const isFileLikeHost = (hostname: string): boolean => fileHost.test(hostname)

/** Whether a text is a file name or the end of one, not a host: `main.js`, `.css`. */
const isFile = (sample: string): boolean =>
  file.test(sample) || (/^\.[a-z]\w+$/i.test(sample) && !hostEnding.test(sample))

type Choose = (count: number) => number

const harmless = 'abcx012-_./?=&:'.split('')
const longestSample = 2_000

function pickCharacter(set: AsciiSet, isRepeated: boolean, choose: Choose): string {
  // A dot without a repeat usually means a literal dot, as in `shop.test`.
  if (set === allCharacters && !isRepeated) return '.'
  const held = harmless.filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/**
 * Creates a text that nearly always matches. Callers verify it with the matcher. Optional parts
 * occur once.
 */
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
      // `main.js` and `.css` are valid ends of a host, but more likely a file.
      const ofFile = isFile(sample) ? [`${somewhere}/${sample.startsWith('.') ? 'x' : ''}${sample}`] : []
      const goesOn = /^[/?:.]/.test(sample) ? [`${somewhere}${sample}`] : []
      const inQuery = `${somewhere}/?${sample}`
      const inPath = `${somewhere}/${sample}`
      // `lang=de` and `api` are valid hosts, but more likely a query and a path.
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

/** Removes `*` around a literal host, so that the example uses that host. */
export const removeStarsAroundHost = (value: string): string =>
  value
    .replace(/^\*(?=localhost|\/\/|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[:/*]|$))/i, '')
    .replace(/(localhost|:\d+)\*/g, '$1/*')
    .replace(/^((?:[a-z*]*:\/\/)?(?:\*\.)?((?:[a-z\d-]+\.)+[a-z]{2,}))\*/i, (written, before: string, host: string) =>
      isFile(host) ? written : `${before}/*`,
    )

/**
 * Generates example URLs in groups, of which the first match counts. Each group fills wildcards
 * differently.
 */
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

/** Returns a text that a Replace rule finds. */
export function getSearchExample(from: string): string {
  const sought = readSearchPattern(from)
  if ('reason' in sought) return encodeUrlText(from)
  return encodeUrlText(sought.kind === 'text' ? sought.text : createExampleOfTokens(sought.tokens, () => 0))
}

/** Returns a text that a regex matches, or the regex itself if it is invalid. */
export function getRegexExample(expression: string): string {
  const read = readRegex(expression, {spell: text => text})
  return 'reason' in read ? expression : createExampleOfTokens(read.regex.tokens, () => 0)
}

export type ExampleSeed = {
  readonly exampleUrl: string
  readonly required: string
  readonly undo: (address: string) => string
}

/** Combines parts of two example URLs, to get URLs that both sources may match. */
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
