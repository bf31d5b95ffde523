import {countPatternCaptures, type Pattern} from './pattern'
import {canonicalUrl, encodeUrlText, readAddress, withoutFragment} from './address'
import {compileAddressSearch} from './pattern-search'
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
const isFile = (example: string): boolean =>
  file.test(example) || (/^\.[a-z]\w+$/i.test(example) && !hostEnding.test(example))

type Choose = (count: number) => number

/** The text for a wildcard that can hold these characters, or undefined for a letter. */
type Fill = (set: AsciiSet) => string | undefined

const fillNothing: Fill = () => undefined

const preferredCharacters = 'abcx012-_./?=&:'.split('')
const maxExampleLength = 2_000

function pickCharacter(set: AsciiSet, isRepeated: boolean, choose: Choose): string {
  // A dot without a repeat usually means a literal dot, as in `shop.test`.
  if (set === allCharacters && !isRepeated) return '.'
  const held = preferredCharacters.filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/**
 * Creates a text that nearly always matches. Callers verify it with the matcher. Optional parts
 * occur once.
 */
function createExample(nodes: Sequence, choose: Choose, fill = fillNothing, isRepeated = false): string {
  let example = ''
  for (const node of nodes)
    if (node.kind === 'text') example += node.text
    else if (node.kind === 'set') example += pickCharacter(node.set, isRepeated, choose)
    else if (node.kind === 'group' && node.open.lookaround === undefined)
      example += createExample(node.alternatives[choose(node.alternatives.length)] ?? [], choose, fill)
    else if (node.kind === 'repeated') {
      const filled = node.node.kind === 'set' && node.most === Infinity ? fill(node.node.set) : undefined
      example += filled ?? ''
      for (let times = filled === undefined ? Math.max(1, node.least) : 0; times > 0; times--) {
        if (example.length >= maxExampleLength) break
        example += createExample([node.node], choose, fill, true)
      }
    }
  return example
}

function createExampleOfTokens(tokens: readonly Token[], choose: Choose, fill = fillNothing): string {
  const alternatives = parseAlternatives(tokens)
  return createExample(alternatives[choose(alternatives.length)] ?? [], choose, fill)
}

const exampleOrigin = 'https://any.test'

function completeScheme(example: string): readonly string[] {
  if (/^:?\/\/[^/]/.test(example)) return ['https', 'http'].map(scheme => `${scheme}:${example.replace(/^:/, '')}`)
  return /^(?:http|ws)s?:\/\/$/i.test(example) ? [`${example}any.test/`] : []
}

function useWebSchemes(example: string): readonly string[] {
  const [, scheme, rest] = /^([\w+.-]+)(:\/\/.*)$/s.exec(example) ?? []
  return scheme === undefined || /^(?:http|ws)s?$/i.test(scheme)
    ? [example]
    : ['https', 'http', 'wss', 'ws'].map(known => `${known}${rest}`)
}

function listUrlsWith(example: string, text: Pattern['text']): string[] {
  switch (text) {
    case 'host':
    case 'hostPort':
    case 'writtenHostPort':
      return [
        `https://${example}/`,
        `http://${example}/`,
        `https://${example}x.test/`,
        `https://x${example}/`,
        `https://x${example}x.test/`,
      ]
    case 'path':
      return [`${exampleOrigin}${example}`, `${exampleOrigin}/${example}`]
    case 'url': {
      // `main.js` and `.css` are valid ends of a host, but more likely a file.
      const asFile = isFile(example) ? [`${exampleOrigin}/${example.startsWith('.') ? 'x' : ''}${example}`] : []
      const afterOrigin = /^[/?:.]/.test(example) ? [`${exampleOrigin}${example}`] : []
      const inQuery = `${exampleOrigin}/?${example}`
      const inPath = `${exampleOrigin}/${example}`
      // `lang=de` and `api` are valid hosts, but more likely a query and a path.
      const isPath = /^(?!localhost\/)\w+\//.test(example)
      const first = /^[^/?]*=/.test(example) ? [inQuery] : isPath ? [inPath] : asFile
      return [
        ...completeScheme(example),
        ...useWebSchemes(example),
        ...first,
        ...afterOrigin,
        `https://${example}`,
        `http://${example}`,
        inPath,
        inQuery,
        `https:${example}`,
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
  if (pattern.kind === 'equals' || pattern.kind === 'contains') return [listUrlsWith(pattern.value, pattern.text)]
  return createChoosers().map(choose => listFilledUrls(pattern, choose))
}

const letters = ['x', 'a', 'b', 'c']
const ports = ['8080', '3000', '8000', '5000']

function listFilledUrls(pattern: Pattern, choose: Choose, fill = fillNothing): string[] {
  if (pattern.kind === 'expression')
    return listUrlsWith(createExampleOfTokens(pattern.tokens, choose, fill), pattern.text)
  const example = removeStarsAroundHost(pattern.value).replace(
    /:\*|\/\/\*(?=[/:]|$)|\*(:\/\/)?/g,
    (star, scheme = '') => {
      const at = choose(letters.length)
      if (star.startsWith(':')) return `:${ports[at] ?? ''}`
      const letter = letters[at] ?? 'x'
      if (star.startsWith('//')) return `//${letter}.test`
      return scheme === '' ? (fill(allCharacters) ?? letter) : letter + scheme
    },
  )
  return listUrlsWith(example, pattern.text)
}

/** Texts that a wildcard can capture beside a name, in the order of how usual they are. */
const capturedTexts = ['/x', 'https://any.test/x', '://any.test/x', 'https%3A%2F%2Fany.test%2Fx']

/** Fills the first wildcards with names, and the others with the text where they can hold it. */
function createFill(text: string, names: number): Fill {
  let place = 0
  return set => (place++ >= names && [...text].every(each => set[each.charCodeAt(0)] === true) ? text : undefined)
}

/** Generates the captures of URLs that match: of names first, then of paths and URLs. */
export function* generateCaptures(pattern: Pattern): Generator<readonly string[]> {
  const search = compileAddressSearch(pattern)
  const fills = capturedTexts.flatMap(text =>
    Array.from({length: countPatternCaptures(pattern)}, (_, names) => () => createFill(text, names)),
  )
  for (const createFillOfRun of [() => fillNothing, ...fills])
    for (const choose of createChoosers())
      for (const url of listFilledUrls(pattern, choose, createFillOfRun())) {
        const match = search(readAddress(withoutFragment(canonicalUrl(url) ?? '')))
        if (match) yield match.captures
      }
}

/** Returns a text that a Replace rule finds. */
export function getSearchExample(from: string): string {
  const searchPattern = readSearchPattern(from)
  if ('reason' in searchPattern) return encodeUrlText(from)
  return encodeUrlText(
    searchPattern.kind === 'text' ? searchPattern.text : createExampleOfTokens(searchPattern.tokens, () => 0),
  )
}

/** Returns a text that a regex matches, or the regex itself if it is invalid. */
export function getRegexExample(expression: string): string {
  const read = readRegex(expression, {isPlainText: true})
  return 'reason' in read ? expression : createExampleOfTokens(read.regex.tokens, () => 0)
}

/** Generates URLs that a pattern matches, and that hold a text which a Replace rule finds. */
export function* generateUrlsToReplace(pattern: Pattern, from: string): Generator<string> {
  const search = compileAddressSearch(pattern)
  const text = getSearchExample(from)
  const examples = generateExampleUrls(pattern).flat()
  const inPath = examples.map(each => `${each.replace(/\/$/, '')}/${text.replace(/^\//, '')}`)
  const inQuery = examples.map(each => `${each}${each.includes('?') ? '&' : '?'}${text}`)
  for (const written of [...inPath, ...inQuery, ...examples, ...listUrlsWith(text, 'url')])
    for (const each of [written, written.replace(/:\d+(?=\/)/, '')]) {
      const url = withoutFragment(canonicalUrl(each) ?? '')
      if (url !== '' && search(readAddress(url)) !== null) yield url
    }
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
