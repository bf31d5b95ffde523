import type {Pattern} from '../matching/pattern'
import {
  classText,
  complement,
  intersects,
  isEmptySet,
  minus,
  setOfText,
  union,
  type AsciiSet,
} from '../matching/regex/ascii-set'
import {patternTokens, withoutCaptures, type Token} from '../matching/regex/tokens'
import {escapeRegex, writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'
import {canBeEmpty, firstOf, flat, tokensOf, trimmed, variantsOf, waysOf, type Sequence} from '../matching/regex/tree'

/** A source laid out over the whole URL, to see part in it a text can stand. */
export type Segment =
  | {readonly kind: 'text'; readonly text: string}
  /** One character of a set. */
  | {readonly kind: 'character'; readonly set: AsciiSet}
  /** Any number of characters of a set, as they are `written` once for all. */
  | {readonly kind: 'wildcard'; readonly set: AsciiSet; readonly written: string}
  /** Something that is matched as a whole; `set` holds every character that can stand in it. */
  | {readonly kind: 'block'; readonly regex: string; readonly set: AsciiSet; readonly canBeEmpty: boolean}
  /** The end of the path: a query, a fragment or the end of the address. */
  | {readonly kind: 'query'}
  | {readonly kind: 'end'}
  /** A name and a password before the host, if there are any. No text is looked for in them. */
  | {readonly kind: 'credentials'}
  /** A port after the host, if there is one. No text is looked for in it: see `portsOf`. */
  | {readonly kind: 'port'}

export type UrlTemplate = readonly Segment[]

export const textSegment = (value: string): Segment => ({kind: 'text', text: value})
const createWildcard = (set: AsciiSet): Segment => ({
  kind: 'wildcard',
  set,
  written: isEmptySet(set) ? '' : `${classText(set)}*?`,
})
const wildcardExcept = (characters: string): Segment => createWildcard(complement(setOfText(characters)))
export const anyText = wildcardExcept('#')

export const collectCharacters = (nodes: Sequence): AsciiSet =>
  nodes.reduce((set: AsciiSet, node) => {
    if (node.kind === 'text') return union(set, setOfText(node.text))
    if (node.kind === 'set') return union(set, node.set)
    if (node.kind === 'repeated') return union(set, collectCharacters([node.node]))
    return node.kind === 'group' ? node.ways.map(collectCharacters).reduce(union, set) : set
  }, setOfText(''))

const maxSingleCharacters = 4

function toSegments(nodes: Sequence, outside: AsciiSet): Segment[] {
  return nodes.flatMap((node): Segment[] => {
    if (node.kind === 'text') return [textSegment(node.text)]
    if (node.kind === 'set') return [{kind: 'character', set: minus(node.set, outside)}]
    if (node.kind === 'repeated' && node.node.kind === 'set' && node.least <= maxSingleCharacters) {
      const set = minus(node.node.set, outside)
      const characters = Array.from({length: node.least}, (): Segment => ({kind: 'character', set}))
      if (node.most === node.least) return characters
      if (node.most === Infinity) return [...characters, createWildcard(set)]
    }
    return [
      {
        kind: 'block',
        regex: writeRegex(tokensOf([node]), {outside}),
        set: minus(collectCharacters([node]), outside),
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
const scheme = createWildcard(setOfText('htpsw'))
const authorityRest = wildcardExcept('/?#@')
const hostPrefix: UrlTemplate = [scheme, textSegment('://'), {kind: 'credentials'}]
const pathPrefix: UrlTemplate = [scheme, textSegment('://'), wildcardExcept('/?#')]
const pathAndQuery: UrlTemplate = [textSegment('/'), anyText]

const partTemplates: Readonly<Record<Pattern['text'], PartTemplates>> = {
  url: {excluded: setOfText('#'), start: [], before: [anyText], end: [{kind: 'end'}], after: [anyText]},
  host: {
    excluded: setOfText('/:?#@'),
    start: hostPrefix,
    before: [...hostPrefix, wildcardExcept('/:?#@')],
    end: [{kind: 'port'}, ...pathAndQuery],
    after: [authorityRest, ...pathAndQuery],
  },
  writtenHostPort: {
    excluded: setOfText('/?#@'),
    start: hostPrefix,
    before: [...hostPrefix, authorityRest],
    end: pathAndQuery,
    after: [authorityRest, ...pathAndQuery],
  },
  hostPort: {
    excluded: setOfText('/?#@'),
    start: hostPrefix,
    before: hostPrefix,
    end: pathAndQuery,
    after: pathAndQuery,
  },
  path: {
    excluded: setOfText('?#'),
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

/** The same host on the port that its scheme has anyway, which no address shows. */
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
    const first = firstOf(body)
    const isSlash = first.slash && !first.other && !first.empty
    // A path that may start with anything would be looked for in the host as well.
    if (!isSlash && (first.slash || starts)) return undefined
    if (isSlash && !starts) before = [scheme, textSegment('://'), wildcardExcept('?#')]
  }
  return normalizeTemplate([...before, ...toSegments(body, around.excluded), ...(ends ? around.end : around.after)])
}

const acceptsBoundary = (alphabet: AsciiSet, segment: Segment | undefined, at: 0 | -1): boolean =>
  segment?.kind !== 'text' || alphabet[segment.text.charCodeAt(at === 0 ? 0 : segment.text.length - 1)] === true

/** Whether text of these characters may take of a block, or stand across one that is empty. */
export const overlapsBlock = (template: UrlTemplate, alphabet: AsciiSet): boolean =>
  template.some(
    (segment, at) =>
      segment.kind === 'block' &&
      (intersects(segment.set, alphabet) ||
        (segment.canBeEmpty &&
          acceptsBoundary(alphabet, template[at - 1], -1) &&
          acceptsBoundary(alphabet, template[at + 1], 0))),
  )

/** The arrangements of a source over the address, one for each of its alternatives; undefined part they cannot be told. */
export function createUrlTemplates(pattern: Pattern): UrlTemplate[] | undefined {
  const {text: part, kind, value} = pattern
  const tokens = patternTokens(pattern)
  const ignoreCase = kind === 'expression' && pattern.ignoreCase
  const isHost = part !== 'url' && part !== 'path'
  const cased = ignoreCase ? (isHost ? toLowerCaseTokens(tokens) : spellOutCases(tokens)) : tokens
  const variants = variantsOf(waysOf(withoutCaptures(cased)).map(flat))?.map(trimmed)
  const templates = variants?.map(({starts, ends, body}) => createTemplate(part, body, starts, ends))
  if (templates === undefined || templates.includes(undefined)) return undefined
  const common = kind === 'equals' && part === 'hostPort' ? createDefaultPortTemplates(value) : []
  return [...(templates as UrlTemplate[]), ...common]
}

const portRegex = ':[0-9]*'
const digits = setOfText('0123456789')
export const portCharacters: AsciiSet = union(digits, setOfText(':'))

const portSegments = [textSegment(':'), createWildcard(digits)] as const

/** The arrangement without a port and with one, in which a text can be looked for. */
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
      return classText(segment.set)
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

/** The template as a regex. A gap at the end says nothing: what follows is left as it is. */
export const writeTemplate = (template: UrlTemplate): string =>
  writeSegments(template.at(-1)?.kind === 'wildcard' ? template.slice(0, -1) : template)
