import type {ExpressionPattern} from '../matching/pattern'
import {isEmptySet, minus, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {close, open, withoutCaptures, type Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'
import {frames, type Embedded, type Embedding, type Frame, type NotEmbedded} from './frames'
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

/** A part of the address, with what it never holds. */
type Around = Frame & {readonly without: string; readonly outside: AsciiSet; readonly caseless: boolean}

const without: Readonly<Record<ExpressionPattern['text'], string>> = {
  url: '#',
  host: '/:?#@',
  hostPort: '/?#@',
  writtenHostPort: '/?#@',
  path: '?#',
}

const aroundOf = ({text, ignoreCase}: ExpressionPattern, {fragment}: Embedding): Around => ({
  ...frames[text],
  ...(fragment ? {end: frames[text].rest, after: `${frames[text].after}[^#]*`} : {}),
  without: without[text],
  outside: setOfText(without[text]),
  caseless: ignoreCase,
})

/** Whether no text of the part can match. */
function isImpossible(sequence: Sequence, around: Around): boolean {
  return sequence.some(node => {
    if (node.kind === 'text') return [...node.text].some(character => around.without.includes(character))
    if (node.kind === 'set') return isEmptySet(minus(node.set, around.outside))
    if (node.kind === 'repeated') return node.least > 0 && isImpossible([node.node], around)
    return node.kind === 'group' && node.open.look === undefined && node.ways.every(way => isImpossible(way, around))
  })
}

/** One way to match, its end included. */
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
  // Nothing else is left of the path, or what is left cannot take its slash.
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

/** A regular expression as a regexFilter, or why there is none. */
export function embedExpression(given: ExpressionPattern, embedding: Embedding): Embedded | {not: NotEmbedded} {
  const spelt = given.ignoreCase && given.tokens.some(isNoBoundary)
  const pattern = spelt ? {...given, tokens: spellOutCases(given.tokens), ignoreCase: false} : given
  const written = bodyOf(pattern, embedding)
  if ('not' in written) return written
  return {regexFilter: written.text, isUrlFilterCaseSensitive: !pattern.ignoreCase}
}
