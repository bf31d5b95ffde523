import type {Pattern} from '../matching/pattern'
import {isEmptySet, minus, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {spellOutCases} from '../matching/replace-text'
import {close, open, withoutCaptures, type Token} from '../matching/regex/tokens'
import {escapeRegex, writeRegex} from '../matching/regex/write'
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
} from './tree'

/**
 * A source compares one part of an address; a regexFilter sees the whole of it, fragment included. Embedding writes the pattern so
 * that it can match nothing but its own part. RE2 has no look-around, so what comes before and after is matched as well.
 */
type Frame = {
  /** From the start of the address to the start of the part. */
  readonly lead: string
  /** Any text inside the part, shortest first. */
  readonly gap: string
  /** Characters of the address that the part never holds. */
  readonly without: string
  readonly outside: AsciiSet
  /** What follows the part. */
  readonly end: string
  /** What has to follow a match inside the part. */
  readonly after: string
  readonly caseless: boolean
}

// Credentials stand between the scheme and the host, and look like a host and a port. Only the @ tells, so each host is read up to
// the slash that ends it, with no @ on the way.
const toHost = '^[^/]*//(?:[^/@]*@)?'

const frame = (lead: string, gap: string, without: string, end: string, after: string): Frame => ({
  lead,
  gap,
  without,
  outside: setOfText(without),
  end,
  after,
  caseless: false,
})

const frames: Readonly<Record<Pattern['text'], Frame>> = {
  url: frame('^', '[^#]*?', '#', '(?:#|$)', ''),
  host: frame(toHost, '[^/:@]*?', '/:?#@', '(?::[^/@]*)?/', '[^/@]*/'),
  hostPort: frame(toHost, '', '/?#@', '/', ''),
  writtenHostPort: frame(toHost, '[^/@]*?', '/?#@', '/', '[^/@]*/'),
  path: frame('^[^/]*//[^/]*', '[^?#]*?', '?#', '(?:[?#]|$)', ''),
}

/** Whether no text of the part can match. */
function isImpossible(sequence: Sequence, around: Frame): boolean {
  return sequence.some(node => {
    if (node.kind === 'text') return [...node.text].some(character => around.without.includes(character))
    if (node.kind === 'set') return isEmptySet(minus(node.set, around.outside))
    if (node.kind === 'repeated') return node.least > 0 && isImpossible([node.node], around)
    return node.kind === 'group' && node.open.look === undefined && node.ways.every(way => isImpossible(way, around))
  })
}

/** One way to match, its end included. */
type Way = {readonly starts: boolean; readonly nodes: Sequence}

function waysIn(variants: readonly Variant[], around: Frame): Way[] {
  const after: Sequence = around.after === '' ? [] : [{kind: 'raw', text: around.after}]
  return variants.map(({starts, ends, body}) => ({starts, nodes: [...body, ...(ends ? [endToken] : after)]}))
}

const endToken: Node = {kind: 'end'}

const eitherOf = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`

const write = (nodes: Sequence, around: Frame): string => writeRegex(tokensOf(nodes), around)

/** "Any text, remembered", which starts with the path's slash or, where a slash follows, may be empty. */
function capturedFromSlash([first, ...rest]: Sequence, around: Frame): string | undefined {
  const inner = first?.kind === 'group' && first.ways.length === 1 ? first.ways[0] : undefined
  const [repeated] = inner ?? []
  if (first?.kind !== 'group' || repeated === undefined || inner?.length !== 1 || !isAnyText(repeated)) return undefined
  if (repeated.kind !== 'repeated') return undefined
  const lazy = repeated.lazy ? '?' : ''
  const more = `/${write([{...repeated, least: 0}], around)}`
  const next = firstOf(rest)
  const [before, after] = [writeRegex([open(first.open.capturing)]), writeRegex([close])]
  // Nothing else is left of the path, or what is left cannot take its slash.
  const taken = repeated.least > 0 || !next.slash || rest.every(node => node.kind === 'end')
  if (taken) return `${before}${more}${after}${write(rest, around)}`
  return next.other || next.empty ? undefined : `${before}(?:${more})?${lazy}${after}${write(rest, around)}`
}

/** Where the path starts. The host before it has no end but the slash, so the pattern must be seen to take that slash first. */
function atPathStart(nodes: Sequence, around: Frame, captures: boolean): string | null | undefined {
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

function anywhereInPath(ways: readonly Sequence[], around: Frame, captures: boolean): string | undefined {
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

const defaultPortSchemes: Readonly<Record<string, string>> = {'80': 'http|ws', '443': 'https|wss'}

/** A host and port, where the port may be the one that the scheme has anyway and the address does not show. */
function hostAndPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(value) ?? []
  const schemes = defaultPortSchemes[port]
  if (schemes === undefined) return undefined
  return `^(?:(?:${schemes})://(?:[^/@]*@)?${escapeRegex(host)}|[^/]*//(?:[^/@]*@)?${escapeRegex(value)})/`
}

/** A text needs no variants: it is where it is. */
function literalIn({lead, gap, end, after}: Frame, {text, kind, value}: Pattern): string {
  const literal = escapeRegex(value)
  if (kind === 'equals') return lead + literal + end
  if (text !== 'path') return lead + gap + literal + after
  return value.startsWith('/') ? `${lead}(?:/${gap})??${literal}` : `${lead}/${gap}${literal}`
}

export type Embedding = {
  /** Keep the pattern's captures; they become \1, \2… */
  readonly captures?: boolean
  /** Match the address to its end, for a substitution that replaces all of it. */
  readonly whole?: boolean
}

/** Why there is no regexFilter: no address can match, or RE2 cannot be told which part is meant. */
export type NotEmbedded = 'never' | 'unclear'

function bodyOf(pattern: Pattern, captures: boolean): {readonly text: string} | {readonly not: NotEmbedded} {
  const around = pattern.ignoreCase ? {...frames[pattern.text], caseless: true} : frames[pattern.text]
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

export type Embedded = {readonly regexFilter: string; readonly isUrlFilterCaseSensitive: boolean}

/** The pattern as a regexFilter, or why there is none. */
export function embed(
  given: Pattern,
  {captures = false, whole = false}: Embedding = {},
): Embedded | {not: NotEmbedded} {
  const {text, kind, value} = given
  const tail = whole ? '.*' : ''
  const sensitive = (regex: string) => ({regexFilter: regex + tail, isUrlFilterCaseSensitive: true})
  const special = text === 'hostPort' ? hostAndPort(value) : undefined
  if (special !== undefined) return sensitive(special)
  if (kind !== 'expression') return sensitive(literalIn(frames[text], given))
  const spelt = given.ignoreCase && given.tokens.some(isNoBoundary)
  const pattern = spelt ? {...given, tokens: spellOutCases(given.tokens), ignoreCase: false} : given
  const written = bodyOf(pattern, captures)
  if ('not' in written) return written
  return {regexFilter: written.text + tail, isUrlFilterCaseSensitive: !pattern.ignoreCase}
}
