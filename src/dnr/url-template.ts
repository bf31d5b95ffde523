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

/** A source laid out over the whole URL, to see where in it a text can stand. */
export type Piece =
  | {readonly kind: 'text'; readonly text: string}
  /** One character of a set. */
  | {readonly kind: 'one'; readonly set: AsciiSet}
  /** Any number of characters of a set, as they are `written` once for all. */
  | {readonly kind: 'gap'; readonly set: AsciiSet; readonly written: string}
  /** Something that is matched as a whole; `set` holds every character that can stand in it. */
  | {readonly kind: 'block'; readonly regex: string; readonly set: AsciiSet; readonly canBeEmpty: boolean}
  /** The end of the path: a query, a fragment or the end of the address. */
  | {readonly kind: 'query'}
  | {readonly kind: 'end'}
  /** A name and a password before the host, if there are any. No text is looked for in them. */
  | {readonly kind: 'credentials'}
  /** A port after the host, if there is one. No text is looked for in it: see `portsOf`. */
  | {readonly kind: 'port'}

export type Layout = readonly Piece[]

export const text = (value: string): Piece => ({kind: 'text', text: value})
const gapOf = (set: AsciiSet): Piece => ({kind: 'gap', set, written: isEmptySet(set) ? '' : `${classText(set)}*?`})
const gap = (without: string): Piece => gapOf(complement(setOfText(without)))
export const anything = gap('#')

export const alphabetOf = (nodes: Sequence): AsciiSet =>
  nodes.reduce((set: AsciiSet, node) => {
    if (node.kind === 'text') return union(set, setOfText(node.text))
    if (node.kind === 'set') return union(set, node.set)
    if (node.kind === 'repeated') return union(set, alphabetOf([node.node]))
    return node.kind === 'group' ? node.ways.map(alphabetOf).reduce(union, set) : set
  }, setOfText(''))

const mostOnes = 4

function piecesOf(nodes: Sequence, outside: AsciiSet): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    if (node.kind === 'text') return [text(node.text)]
    if (node.kind === 'set') return [{kind: 'one', set: minus(node.set, outside)}]
    if (node.kind === 'repeated' && node.node.kind === 'set' && node.least <= mostOnes) {
      const set = minus(node.node.set, outside)
      const ones = Array.from({length: node.least}, (): Piece => ({kind: 'one', set}))
      if (node.most === node.least) return ones
      if (node.most === Infinity) return [...ones, gapOf(set)]
    }
    return [
      {
        kind: 'block',
        regex: writeRegex(tokensOf([node]), {outside}),
        set: minus(alphabetOf([node]), outside),
        canBeEmpty: canBeEmpty(node),
      },
    ]
  })
}

type Around = {
  readonly outside: AsciiSet
  readonly start: Layout
  readonly before: Layout
  readonly end: Layout
  readonly after: Layout
}

// Of every scheme that rules see (http, https, ws, wss), so that no other text is looked for there.
const scheme = gapOf(setOfText('htpsw'))
const inAuthority = gap('/?#@')
const toHost: Layout = [scheme, text('://'), {kind: 'credentials'}]
const toPath: Layout = [scheme, text('://'), gap('/?#')]
const rest: Layout = [text('/'), anything]

const arounds: Readonly<Record<Pattern['text'], Around>> = {
  url: {outside: setOfText('#'), start: [], before: [anything], end: [{kind: 'end'}], after: [anything]},
  host: {
    outside: setOfText('/:?#@'),
    start: toHost,
    before: [...toHost, gap('/:?#@')],
    end: [{kind: 'port'}, ...rest],
    after: [inAuthority, ...rest],
  },
  writtenHostPort: {
    outside: setOfText('/?#@'),
    start: toHost,
    before: [...toHost, inAuthority],
    end: rest,
    after: [inAuthority, ...rest],
  },
  hostPort: {outside: setOfText('/?#@'), start: toHost, before: toHost, end: rest, after: rest},
  path: {
    outside: setOfText('?#'),
    start: toPath,
    before: [...toPath, text('/'), gap('?#')],
    end: [{kind: 'query'}],
    after: [gap('?#'), {kind: 'query'}],
  },
}

const samePiece = (a: Piece, b: Piece): boolean => a.kind === 'gap' && b.kind === 'gap' && a.written === b.written

export function tidy(layout: Layout): Layout {
  const tidied: Piece[] = []
  for (const piece of layout) {
    const last = tidied.at(-1)
    if (piece.kind === 'text' && piece.text === '') continue
    if (piece.kind === 'text' && last?.kind === 'text') tidied.splice(-1, 1, text(last.text + piece.text))
    else if (last === undefined || !samePiece(piece, last)) tidied.push(piece)
  }
  return tidied
}

/** The same host on the port that its scheme has anyway, which no address shows. */
function onDefaultPort(hostPort: string): Layout[] {
  const [, host = '', port = ''] = /^(.*):(80|443)$/.exec(hostPort) ?? []
  const schemes = port === '80' ? ['http', 'ws'] : port === '443' ? ['https', 'wss'] : []
  return schemes.map(each => tidy([text(`${each}://`), {kind: 'credentials'}, text(host), ...rest]))
}

const inLowerCase = (tokens: readonly Token[]): Token[] =>
  tokens.map(token => (token.kind === 'text' ? {kind: 'text', text: token.text.toLowerCase()} : token))

function layoutOf(where: Pattern['text'], body: Sequence, starts: boolean, ends: boolean): Layout | undefined {
  const around = arounds[where]
  let before = starts ? around.start : around.before
  if (where === 'path') {
    const first = firstOf(body)
    const isSlash = first.slash && !first.other && !first.empty
    // A path that may start with anything would be looked for in the host as well.
    if (!isSlash && (first.slash || starts)) return undefined
    if (isSlash && !starts) before = [scheme, text('://'), gap('?#')]
  }
  return tidy([...before, ...piecesOf(body, around.outside), ...(ends ? around.end : around.after)])
}

const holdsAt = (alphabet: AsciiSet, piece: Piece | undefined, at: 0 | -1): boolean =>
  piece?.kind !== 'text' || alphabet[piece.text.charCodeAt(at === 0 ? 0 : piece.text.length - 1)] === true

/** Whether text of these characters may take of a block, or stand across one that is empty. */
export const touchesBlock = (layout: Layout, alphabet: AsciiSet): boolean =>
  layout.some(
    (piece, at) =>
      piece.kind === 'block' &&
      (intersects(piece.set, alphabet) ||
        (piece.canBeEmpty && holdsAt(alphabet, layout[at - 1], -1) && holdsAt(alphabet, layout[at + 1], 0))),
  )

/** The arrangements of a source over the address, one for each of its alternatives; undefined where they cannot be told. */
export function layoutsOf(pattern: Pattern): Layout[] | undefined {
  const {text: where, kind, value} = pattern
  const tokens = patternTokens(pattern)
  const ignoreCase = kind === 'expression' && pattern.ignoreCase
  const isHost = where !== 'url' && where !== 'path'
  const cased = ignoreCase ? (isHost ? inLowerCase(tokens) : spellOutCases(tokens)) : tokens
  const variants = variantsOf(waysOf(withoutCaptures(cased)).map(flat))?.map(trimmed)
  const layouts = variants?.map(({starts, ends, body}) => layoutOf(where, body, starts, ends))
  if (layouts === undefined || layouts.includes(undefined)) return undefined
  const common = kind === 'equals' && where === 'hostPort' ? onDefaultPort(value) : []
  return [...(layouts as Layout[]), ...common]
}

const port = ':[0-9]*'
const digits = setOfText('0123456789')
export const inPort: AsciiSet = union(digits, setOfText(':'))

const portPieces = [text(':'), gapOf(digits)] as const

/** The arrangement without a port and with one, in which a text can be looked for. */
export function portsOf(layout: Layout): Layout[] {
  const at = layout.findIndex(({kind}) => kind === 'port')
  if (at < 0) return [layout]
  const around = (...between: Piece[]) => tidy([...layout.slice(0, at), ...between, ...layout.slice(at + 1)])
  return [around(), around(...portPieces)]
}

function writePiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return escapeRegex(piece.text)
    case 'one':
      return classText(piece.set)
    case 'gap':
      return piece.written
    case 'block':
      return piece.regex
    case 'query':
      return '(?:[?#]|$)'
    case 'end':
      return '(?:#|$)'
    case 'credentials':
      return '(?:[^/@]*@)?'
    case 'port':
      return `(?:${port})?`
    default:
      return piece satisfies never
  }
}

export const writePieces = (layout: Layout): string => layout.map(writePiece).join('')

/** The layout as a regex. A gap at the end says nothing: what follows is left as it is. */
export const writeLayout = (layout: Layout): string =>
  writePieces(layout.at(-1)?.kind === 'gap' ? layout.slice(0, -1) : layout)
