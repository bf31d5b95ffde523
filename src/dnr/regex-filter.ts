import type {Address} from '../matching/address'
import type {ExpressionPattern, LiteralPattern, Pattern} from '../matching/pattern'
import {intersects, isEmptySet, minus, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {close, open, withoutCaptures, type Token} from '../matching/regex/tokens'
import {
  afterSlash,
  capturingVariants,
  emptyBeforeSlash,
  firstOf,
  flat,
  isAnyText,
  tokensOf,
  trimmed,
  variantsOf,
  waysOf,
  type Node,
  type Sequence,
  type Variant,
} from '../matching/regex/tree'
import {escapeRegex, writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'

/** How a regexFilter, which sees the whole URL, reaches one part of it. RE2 has no look-around, so it matches all around it. */
type Frame = {
  /** From the start of the address to the start of the part. */
  readonly lead: string
  /** Any text inside the part, shortest first. */
  readonly gap: string
  /** What follows the part. */
  readonly end: string
  /** What follows the part, up to the fragment. */
  readonly rest: string
  /** What has to follow a match inside the part. */
  readonly after: string
}

// Credentials stand between the scheme and the host, and look like a host and a port. Only the @ tells, so each host is read up to
// the slash that ends it, with no @ on the way.
const toHost = '^[^/]*//(?:[^/@]*@)?'

const frames: Readonly<Record<keyof Address, Frame>> = {
  url: {lead: '^', gap: '[^#]*?', end: '(?:#|$)', rest: '', after: ''},
  host: {lead: toHost, gap: '[^/:@]*?', end: '(?::[^/@]*)?/', rest: '(?::[^/@]*)?/[^#]*', after: '[^/@]*/'},
  hostPort: {lead: toHost, gap: '', end: '/', rest: '/[^#]*', after: ''},
  writtenHostPort: {lead: toHost, gap: '[^/@]*?', end: '/', rest: '/[^#]*', after: '[^/@]*/'},
  path: {lead: '^[^/]*//[^/]*', gap: '[^?#]*?', end: '(?:[?#]|$)', rest: '(?:\\?[^#]*)?', after: ''},
}

/** Why there is no regexFilter: no address can match, or RE2 cannot be told which part is meant. */
export type NotEmbedded = 'never' | 'unclear'

type Embedded = {readonly regexFilter: string; readonly isUrlFilterCaseSensitive: boolean}

/** For a substitution, how an address is matched to its end. */
export type Embedding = {
  readonly whole?: boolean
  /** Keep the pattern's captures; they become \1, \2… */
  readonly captures?: boolean
  /** Capture the fragment as well, after the pattern's own captures. */
  readonly fragment?: boolean
}

type Around = Frame & {readonly outside: AsciiSet; readonly caseless: boolean}

/** The characters that a part never holds. */
const outside: Readonly<Record<ExpressionPattern['text'], AsciiSet>> = {
  url: setOfText('#'),
  host: setOfText('/:?#@'),
  hostPort: setOfText('/?#@'),
  writtenHostPort: setOfText('/?#@'),
  path: setOfText('?#'),
}

const aroundOf = ({text, ignoreCase}: ExpressionPattern, {fragment}: Embedding): Around => ({
  ...frames[text],
  ...(fragment ? {end: frames[text].rest, after: `${frames[text].after}[^#]*`} : {}),
  outside: outside[text],
  caseless: ignoreCase,
})

function isImpossible(sequence: Sequence, around: Around): boolean {
  return sequence.some(node => {
    if (node.kind === 'text') return intersects(setOfText(node.text), around.outside)
    if (node.kind === 'set') return isEmptySet(minus(node.set, around.outside))
    if (node.kind === 'repeated') return node.least > 0 && isImpossible([node.node], around)
    return node.kind === 'group' && node.open.look === undefined && node.ways.every(way => isImpossible(way, around))
  })
}

type Way = {readonly starts: boolean; readonly nodes: Sequence}

function waysIn(variants: readonly Variant[], around: Around): Way[] {
  const after: Sequence = around.after === '' ? [] : [{kind: 'raw', text: around.after}]
  return variants.map(({starts, ends, body}) => ({starts, nodes: [...body, ...(ends ? [endToken] : after)]}))
}

const endToken: Node = {kind: 'end'}

const eitherOf = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`

const write = (nodes: Sequence, around: Around): string => writeRegex(tokensOf(nodes), around)

/** "Any text, remembered", which starts with the path's slash or, where a slash follows, may be empty. */
function capturedFromSlash([first, ...rest]: Sequence, around: Around): string | undefined {
  const inner = first?.kind === 'group' && first.ways.length === 1 ? first.ways[0] : undefined
  const [repeated] = inner ?? []
  if (first?.kind !== 'group' || repeated === undefined || inner?.length !== 1 || !isAnyText(repeated)) return undefined
  if (repeated.kind !== 'repeated') return undefined
  const lazy = repeated.lazy ? '?' : ''
  const more = `/${write([{...repeated, least: 0}], around)}`
  const next = firstOf(rest)
  const [before, after] = [writeRegex([open(first.open.capturing)]), writeRegex([close])]
  const taken = repeated.least > 0 || !next.slash || rest.every(node => node.kind === 'end')
  if (taken) return `${before}${more}${after}${write(rest, around)}`
  return next.other || next.empty ? undefined : `${before}(?:${more})?${lazy}${after}${write(rest, around)}`
}

/** Where the path starts. The host before it has no end but the slash, so the pattern must be seen to take that slash first. */
function atPathStart(nodes: Sequence, around: Around, captures: boolean): string | null | undefined {
  const first = firstOf(nodes)
  if (!first.other && !first.empty) return write(nodes, around)
  if (!first.slash && !first.empty) return null
  if (captures) {
    const [head, ...rest] = nodes
    if (head?.kind === 'set') return `/${write(rest, around)}`
    return capturedFromSlash(nodes, around)
  }
  if (nodes.every(emptyBeforeSlash)) return '/'
  const ways = afterSlash(nodes)
  return ways.length === 0 ? null : `/${eitherOf(ways.map(way => write(way, around)))}`
}

function anywhereInPath(ways: readonly Sequence[], around: Around, captures: boolean): string | undefined {
  const firsts = ways.map(firstOf)
  const written = () => eitherOf(ways.map(way => write(way, around)))
  if (firsts.every(({other, empty}) => !other && !empty)) return `(?:/${around.gap})??${written()}`
  if (firsts.every(first => !first.slash && !first.empty)) return `/${around.gap}${written()}`
  // Any text comes first: a match found anywhere reaches back to the start.
  if (captures) return ways.length === 1 && ways[0] ? capturedFromSlash(ways[0], around) : undefined
  const atStart = ways.map(way => atPathStart(way, around, false))
  if (atStart.includes('/')) return '/'
  const first = atStart.flatMap(way => (typeof way === 'string' ? [way.slice(1)] : []))
  return `/${eitherOf([...first, around.gap + written()])}`
}

function bodyOf(
  pattern: ExpressionPattern,
  embedding: Embedding,
): {readonly text: string} | {readonly not: NotEmbedded} {
  const {captures = false} = embedding
  const around = aroundOf(pattern, embedding)
  const tokens = captures ? pattern.tokens : withoutCaptures(pattern.tokens)
  const ways = waysOf(tokens)
  const variants = captures ? capturingVariants(ways) : variantsOf(ways.map(flat))?.map(trimmed)
  if (variants === undefined) return {not: 'unclear'}
  const possible = waysIn(variants, around).filter(({nodes}) => !isImpossible(nodes, around))
  if (possible.length === 0) return {not: 'never'}
  const dropsCaptures = captures && possible.length < variants.length
  if (dropsCaptures) return {not: 'unclear'}
  const inPath = pattern.text === 'path'
  const anchored = possible.filter(({starts}) => starts).map(({nodes}) => nodes)
  const loose = possible.filter(({starts}) => !starts).map(({nodes}) => nodes)
  const written = anchored.map(nodes => (inPath ? atPathStart(nodes, around, captures) : write(nodes, around)))
  if (loose.length > 0)
    written.push(
      inPath
        ? anywhereInPath(loose, around, captures)
        : around.gap + eitherOf(loose.map(nodes => write(nodes, around))),
    )
  if (written.includes(undefined)) return {not: 'unclear'}
  const found = written.filter(each => typeof each === 'string')
  if (found.length === 0) return {not: 'never'}
  // A way that can never match still counts its captures.
  return captures && found.length < written.length ? {not: 'unclear'} : {text: around.lead + eitherOf(found)}
}

// Chromium would read it as \b: a pattern that ignores case it first puts in lower case.
const isNoBoundary = (token: Token) => token.kind === 'raw' && token.text === '\\B'

function embedExpression(given: ExpressionPattern, embedding: Embedding): Embedded | {not: NotEmbedded} {
  const spelt = given.ignoreCase && given.tokens.some(isNoBoundary)
  const pattern = spelt ? {...given, tokens: spellOutCases(given.tokens), ignoreCase: false} : given
  const written = bodyOf(pattern, embedding)
  if ('not' in written) return written
  return {regexFilter: written.text, isUrlFilterCaseSensitive: !pattern.ignoreCase}
}

const defaultPortSchemes: Readonly<Record<string, string>> = {'80': 'http|ws', '443': 'https|wss'}

/** A host and port, where the port may be the one that the scheme has anyway and the address does not show. */
function hostAndPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(value) ?? []
  const schemes = defaultPortSchemes[port]
  if (schemes === undefined) return undefined
  return `^(?:(?:${schemes})://(?:[^/@]*@)?${escapeRegex(host)}|[^/]*//(?:[^/@]*@)?${escapeRegex(value)})/`
}

/** The first wildcard of a path takes the path's slash, which ends the host. Of several in a row the last one takes all. */
function fromSlash(stars: number, next: string, gap: string, group: (regex: string) => string): string {
  const last = next.startsWith('/') ? group(`(?:/${gap})??`) : group(`/${gap}`)
  return group('').repeat(stars - 1) + last
}

function wildcardIn(frame: Frame, {text, value}: LiteralPattern, {captures, fragment}: Embedding): string {
  const {lead, gap, end, after, rest: toFragment} = frame
  const group = (regex: string) => (captures ? `(${regex})` : regex)
  const stars = text === 'path' ? (/^\*+/.exec(value)?.[0].length ?? 0) : 0
  const rest = value.slice(stars)
  // Any text at the end says nothing, unless it is remembered.
  const said = captures ? rest : rest.replace(/\*+$/, '')
  const closing = fragment ? toFragment : said === rest ? end : after
  const [first = '', ...others] = said.split('*')
  const start = stars > 0 ? fromSlash(stars, first, gap, group) : ''
  return lead + start + [first, ...others].map(escapeRegex).join(group(gap)) + closing
}

function literalAsRegex(pattern: LiteralPattern, embedding: Embedding): string {
  const {text, kind, value} = pattern
  const special = text === 'hostPort' ? hostAndPort(value) : undefined
  if (special !== undefined) return special
  const frame = frames[text]
  const {lead, gap, end, after} = frame
  if (kind === 'wildcard') return wildcardIn(frame, pattern, embedding)
  const literal = escapeRegex(value)
  if (kind === 'equals') return lead + literal + end
  if (text !== 'path') return lead + gap + literal + after
  return value.startsWith('/') ? `${lead}(?:/${gap})??${literal}` : `${lead}/${gap}${literal}`
}

/** The pattern as a regexFilter, or why there is none. */
export function embed(pattern: Pattern, embedding: Embedding = {}): Embedded | {not: NotEmbedded} {
  const tail = embedding.fragment ? '(#.*)?$' : embedding.whole ? '.*' : ''
  if (pattern.kind !== 'expression')
    return {regexFilter: literalAsRegex(pattern, embedding) + tail, isUrlFilterCaseSensitive: true}
  const embedded = embedExpression(pattern, embedding)
  return 'not' in embedded ? embedded : {...embedded, regexFilter: embedded.regexFilter + tail}
}
