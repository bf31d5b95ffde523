import type {Pattern} from '../matching/pattern'
import {
  writeClass,
  complement,
  intersects,
  isEmptySet,
  subtract,
  toCharacterSet,
  union,
  type AsciiSet,
} from '../matching/regex/ascii-set'
import {patternTokens, withoutCaptures, type Token} from '../matching/regex/tokens'
import {escapeRegex, writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'
import {
  canBeEmpty,
  getFirstCharacters,
  flattenGroups,
  toTokens,
  trimOptionalEnds,
  splitAnchors,
  parseAlternatives,
  type Sequence,
} from '../matching/regex/tree'

/** One part of a template. */
export type Segment =
  | {readonly kind: 'text'; readonly text: string}
  /** One character of a set. */
  | {readonly kind: 'character'; readonly set: AsciiSet}
  /** Any number of characters of a set; `written` is its regex. */
  | {readonly kind: 'wildcard'; readonly set: AsciiSet; readonly written: string}
  /** A regex that is matched as a whole; `set` holds every character that it can match. */
  | {readonly kind: 'block'; readonly regex: string; readonly set: AsciiSet; readonly canBeEmpty: boolean}
  /** The end of the path: a query, a fragment or the end of the URL. */
  | {readonly kind: 'query'}
  | {readonly kind: 'end'}
  /** Optional credentials before the host, which are never changed. */
  | {readonly kind: 'credentials'}
  /** An optional port after the host. `expandPort` makes it searchable. */
  | {readonly kind: 'port'}

export type UrlTemplate = readonly Segment[]

export const textSegment = (value: string): Segment => ({kind: 'text', text: value})
const createWildcard = (set: AsciiSet): Segment => ({
  kind: 'wildcard',
  set,
  written: isEmptySet(set) ? '' : `${writeClass(set)}*?`,
})
const wildcardExcept = (characters: string): Segment => createWildcard(complement(toCharacterSet(characters)))
export const anyText = wildcardExcept('#')

export const collectCharacters = (nodes: Sequence): AsciiSet =>
  nodes.reduce((set: AsciiSet, node) => {
    if (node.kind === 'text') return union(set, toCharacterSet(node.text))
    if (node.kind === 'set') return union(set, node.set)
    if (node.kind === 'repeated') return union(set, collectCharacters([node.node]))
    return node.kind === 'group' ? node.alternatives.map(collectCharacters).reduce(union, set) : set
  }, toCharacterSet(''))

const maxSingleCharacters = 4

function toSegments(nodes: Sequence, outside: AsciiSet): Segment[] {
  return nodes.flatMap((node): Segment[] => {
    if (node.kind === 'text') return [textSegment(node.text)]
    if (node.kind === 'set') return [{kind: 'character', set: subtract(node.set, outside)}]
    if (node.kind === 'repeated' && node.node.kind === 'set' && node.least <= maxSingleCharacters) {
      const set = subtract(node.node.set, outside)
      const characters = Array.from({length: node.least}, (): Segment => ({kind: 'character', set}))
      if (node.most === node.least) return characters
      if (node.most === Infinity) return [...characters, createWildcard(set)]
    }
    return [
      {
        kind: 'block',
        regex: writeRegex(toTokens([node]), {outside}),
        set: subtract(collectCharacters([node]), outside),
        canBeEmpty: canBeEmpty(node),
      },
    ]
  })
}

type PartTemplates = {
  readonly excluded: AsciiSet
  readonly start: UrlTemplate
  readonly before: UrlTemplate
  readonly end: UrlTemplate
  readonly after: UrlTemplate
}

// Of every scheme that rules see (http, https, ws, wss), so that no other text is looked for there.
const scheme = createWildcard(toCharacterSet('htpsw'))
const authorityRest = wildcardExcept('/?#@')
const hostPrefix: UrlTemplate = [scheme, textSegment('://'), {kind: 'credentials'}]
const pathPrefix: UrlTemplate = [scheme, textSegment('://'), wildcardExcept('/?#')]
const pathAndQuery: UrlTemplate = [textSegment('/'), anyText]

const partTemplates: Readonly<Record<Pattern['text'], PartTemplates>> = {
  url: {excluded: toCharacterSet('#'), start: [], before: [anyText], end: [{kind: 'end'}], after: [anyText]},
  host: {
    excluded: toCharacterSet('/:?#@'),
    start: hostPrefix,
    before: [...hostPrefix, wildcardExcept('/:?#@')],
    end: [{kind: 'port'}, ...pathAndQuery],
    after: [authorityRest, ...pathAndQuery],
  },
  writtenHostPort: {
    excluded: toCharacterSet('/?#@'),
    start: hostPrefix,
    before: [...hostPrefix, authorityRest],
    end: pathAndQuery,
    after: [authorityRest, ...pathAndQuery],
  },
  hostPort: {
    excluded: toCharacterSet('/?#@'),
    start: hostPrefix,
    before: hostPrefix,
    end: pathAndQuery,
    after: pathAndQuery,
  },
  path: {
    excluded: toCharacterSet('?#'),
    start: pathPrefix,
    before: [...pathPrefix, textSegment('/'), wildcardExcept('?#')],
    end: [{kind: 'query'}],
    after: [wildcardExcept('?#'), {kind: 'query'}],
  },
}

const isSameWildcard = (a: Segment, b: Segment): boolean =>
  a.kind === 'wildcard' && b.kind === 'wildcard' && a.written === b.written

export function normalizeTemplate(template: UrlTemplate): UrlTemplate {
  const segments: Segment[] = []
  for (const segment of template) {
    const last = segments.at(-1)
    if (segment.kind === 'text' && segment.text === '') continue
    if (segment.kind === 'text' && last?.kind === 'text') segments.splice(-1, 1, textSegment(last.text + segment.text))
    else if (last === undefined || !isSameWildcard(segment, last)) segments.push(segment)
  }
  return segments
}

/** The same host on the default port of its scheme, which URLs omit. */
function createDefaultPortTemplates(hostPort: string): UrlTemplate[] {
  const [, host = '', port = ''] = /^(.*):(80|443)$/.exec(hostPort) ?? []
  const schemes = port === '80' ? ['http', 'ws'] : port === '443' ? ['https', 'wss'] : []
  return schemes.map(each =>
    normalizeTemplate([textSegment(`${each}://`), {kind: 'credentials'}, textSegment(host), ...pathAndQuery]),
  )
}

const toLowerCaseTokens = (tokens: readonly Token[]): Token[] =>
  tokens.map(token => (token.kind === 'text' ? {kind: 'text', text: token.text.toLowerCase()} : token))

function createTemplate(
  part: Pattern['text'],
  body: Sequence,
  starts: boolean,
  ends: boolean,
): UrlTemplate | undefined {
  const around = partTemplates[part]
  let before = starts ? around.start : around.before
  if (part === 'path') {
    const first = getFirstCharacters(body)
    const isSlash = first.slash && !first.other && !first.empty
    // A path pattern that starts with any text would also match in the host.
    if (!isSlash && (first.slash || starts)) return undefined
    if (isSlash && !starts) before = [scheme, textSegment('://'), wildcardExcept('?#')]
  }
  return normalizeTemplate([...before, ...toSegments(body, around.excluded), ...(ends ? around.end : around.after)])
}

const acceptsBoundary = (alphabet: AsciiSet, segment: Segment | undefined, at: 0 | -1): boolean =>
  segment?.kind !== 'text' || alphabet[segment.text.charCodeAt(at === 0 ? 0 : segment.text.length - 1)] === true

/** Whether text of these characters may overlap a block, or span an empty one. */
export const overlapsBlock = (template: UrlTemplate, alphabet: AsciiSet): boolean =>
  template.some(
    (segment, at) =>
      segment.kind === 'block' &&
      (intersects(segment.set, alphabet) ||
        (segment.canBeEmpty &&
          acceptsBoundary(alphabet, template[at - 1], -1) &&
          acceptsBoundary(alphabet, template[at + 1], 0))),
  )

/** The templates of a source, one per alternative; undefined where a part has no clear start. */
export function createUrlTemplates(pattern: Pattern): UrlTemplate[] | undefined {
  const {text: part, kind, value} = pattern
  const tokens = patternTokens(pattern)
  const ignoreCase = kind === 'expression' && pattern.ignoreCase
  const isHost = part !== 'url' && part !== 'path'
  const cased = ignoreCase ? (isHost ? toLowerCaseTokens(tokens) : spellOutCases(tokens)) : tokens
  const variants = splitAnchors(parseAlternatives(withoutCaptures(cased)).map(flattenGroups))?.map(trimOptionalEnds)
  const templates = variants?.map(({starts, ends, body}) => createTemplate(part, body, starts, ends))
  if (templates === undefined || templates.includes(undefined)) return undefined
  const common = kind === 'equals' && part === 'hostPort' ? createDefaultPortTemplates(value) : []
  return [...(templates as UrlTemplate[]), ...common]
}

const portRegex = ':[0-9]*'
const digits = toCharacterSet('0123456789')
export const portCharacters: AsciiSet = union(digits, toCharacterSet(':'))

const portSegments = [textSegment(':'), createWildcard(digits)] as const

/** The template without a port, and with one that can be searched. */
export function expandPort(template: UrlTemplate): UrlTemplate[] {
  const at = template.findIndex(({kind}) => kind === 'port')
  if (at < 0) return [template]
  const around = (...between: Segment[]) =>
    normalizeTemplate([...template.slice(0, at), ...between, ...template.slice(at + 1)])
  return [around(), around(...portSegments)]
}

function writeSegment(segment: Segment): string {
  switch (segment.kind) {
    case 'text':
      return escapeRegex(segment.text)
    case 'character':
      return writeClass(segment.set)
    case 'wildcard':
      return segment.written
    case 'block':
      return segment.regex
    case 'query':
      return '(?:[?#]|$)'
    case 'end':
      return '(?:#|$)'
    case 'credentials':
      return '(?:[^/@]*@)?'
    case 'port':
      return `(?:${portRegex})?`
    default:
      return segment satisfies never
  }
}

export const writeSegments = (template: UrlTemplate): string => template.map(writeSegment).join('')

/** The template as a regex. A trailing wildcard is omitted, because the rest of the URL is kept. */
export const writeTemplate = (template: UrlTemplate): string =>
  writeSegments(template.at(-1)?.kind === 'wildcard' ? template.slice(0, -1) : template)
