import type {Address} from '../matching/address'
import type {ExpressionPattern, LiteralPattern, Pattern} from '../matching/pattern'
import {intersects, isEmptySet, subtract, toCharacterSet, type AsciiSet} from '../matching/regex/ascii-set'
import {close, open, withoutCaptures, type Token} from '../matching/regex/tokens'
import {
  consumeSlash,
  splitCapturingAnchors,
  canBeEmptyBeforeSlash,
  getFirstCharacters,
  flattenGroups,
  isAnyText,
  toTokens,
  trimOptionalEnds,
  splitAnchors,
  parseAlternatives,
  type Node,
  type Sequence,
  type Variant,
} from '../matching/regex/tree'
import {escapeRegex, writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'

/**
 * Regex parts that reach one part of the URL. A regexFilter sees the whole URL and RE2 has no look-
 * around, so the regex also matches the text around the part.
 */
type UrlPartRegex = {
  /** From the start of the URL to the start of the part. */
  readonly prefix: string
  /** Any text inside the part, shortest first. */
  readonly wildcard: string
  /** The end of the part. */
  readonly end: string
  /** Everything from the end of the part to the fragment. */
  readonly toFragment: string
  /** Required after a match that ends inside the part. */
  readonly after: string
}

// Credentials look like a host and a port until the @ after them. So each host is read up to the
// slash that ends it, without an @ before.
const hostPrefix = '^[^/]*//(?:[^/@]*@)?'

const urlPartRegexes: Readonly<Record<keyof Address, UrlPartRegex>> = {
  url: {prefix: '^', wildcard: '[^#]*?', end: '(?:#|$)', toFragment: '', after: ''},
  host: {
    prefix: hostPrefix,
    wildcard: '[^/:@]*?',
    end: '(?::[^/@]*)?/',
    toFragment: '(?::[^/@]*)?/[^#]*',
    after: '[^/@]*/',
  },
  hostPort: {prefix: hostPrefix, wildcard: '', end: '/', toFragment: '/[^#]*', after: ''},
  writtenHostPort: {prefix: hostPrefix, wildcard: '[^/@]*?', end: '/', toFragment: '/[^#]*', after: '[^/@]*/'},
  path: {prefix: '^[^/]*//[^/]*', wildcard: '[^?#]*?', end: '(?:[?#]|$)', toFragment: '(?:\\?[^#]*)?', after: ''},
}

/** `never`: no URL can match. `unclear`: RE2 has no way to delimit the part. */
export type RegexFilterFailure = 'never' | 'unclear'

type RegexFilter = {readonly regexFilter: string; readonly isUrlFilterCaseSensitive: boolean}

/** Used by substitutions, which must match the URL to its end. */
export type RegexFilterOptions = {
  readonly whole?: boolean
  /** Keeps the pattern's captures as \1, \2… */
  readonly captures?: boolean
  /** Captures the fragment after the pattern's own captures. */
  readonly fragment?: boolean
  /** Captures path, query and fragment after the captures of a wildcard on the host. */
  readonly path?: boolean
}

type RegexContext = UrlPartRegex & {readonly outside: AsciiSet; readonly caseless: boolean}

/** The characters that a part never contains. */
const excludedCharacters: Readonly<Record<ExpressionPattern['text'], AsciiSet>> = {
  url: toCharacterSet('#'),
  host: toCharacterSet('/:?#@'),
  hostPort: toCharacterSet('/?#@'),
  writtenHostPort: toCharacterSet('/?#@'),
  path: toCharacterSet('?#'),
}

const createRegexContext = ({text, ignoreCase}: ExpressionPattern, {fragment}: RegexFilterOptions): RegexContext => ({
  ...urlPartRegexes[text],
  ...(fragment ? {end: urlPartRegexes[text].toFragment, after: `${urlPartRegexes[text].after}[^#]*`} : {}),
  outside: excludedCharacters[text],
  caseless: ignoreCase,
})

function cannotMatch(sequence: Sequence, context: RegexContext): boolean {
  return sequence.some(node => {
    if (node.kind === 'text') return intersects(toCharacterSet(node.text), context.outside)
    if (node.kind === 'set') return isEmptySet(subtract(node.set, context.outside))
    if (node.kind === 'repeated') return node.least > 0 && cannotMatch([node.node], context)
    return (
      node.kind === 'group' &&
      node.open.lookaround === undefined &&
      node.alternatives.every(alternative => cannotMatch(alternative, context))
    )
  })
}

type RegexBranch = {readonly starts: boolean; readonly nodes: Sequence}

function createBranches(variants: readonly Variant[], context: RegexContext): RegexBranch[] {
  const after: Sequence = context.after === '' ? [] : [{kind: 'raw', text: context.after}]
  return variants.map(({starts, ends, body}) => ({starts, nodes: [...body, ...(ends ? [endToken] : after)]}))
}

const endToken: Node = {kind: 'end'}

const joinAlternatives = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`

const writeSequence = (nodes: Sequence, context: RegexContext): string => writeRegex(toTokens(nodes), context)

/**
 * A leading capture of any text. It starts with the path's slash, or may be empty before a slash.
 */
function writeLeadingCapture([first, ...rest]: Sequence, context: RegexContext): string | undefined {
  const inner = first?.kind === 'group' && first.alternatives.length === 1 ? first.alternatives[0] : undefined
  const [repeated] = inner ?? []
  if (first?.kind !== 'group' || repeated === undefined || inner?.length !== 1 || !isAnyText(repeated)) return undefined
  if (repeated.kind !== 'repeated') return undefined
  const lazy = repeated.lazy ? '?' : ''
  const more = `/${writeSequence([{...repeated, least: 0}], context)}`
  const next = getFirstCharacters(rest)
  const [before, after] = [writeRegex([open(first.open.capturing)]), writeRegex([close])]
  const includesSlash = repeated.least > 0 || !next.slash || rest.every(node => node.kind === 'end')
  if (includesSlash) return `${before}${more}${after}${writeSequence(rest, context)}`
  return next.other || next.empty ? undefined : `${before}(?:${more})?${lazy}${after}${writeSequence(rest, context)}`
}

/**
 * Anchors the pattern at the start of the path. Only the slash ends the host before it, so the
 * pattern must match that slash first.
 */
function writeAtPathStart(nodes: Sequence, context: RegexContext, captures: boolean): string | null | undefined {
  const first = getFirstCharacters(nodes)
  if (!first.other && !first.empty) return writeSequence(nodes, context)
  if (!first.slash && !first.empty) return null
  if (captures) {
    const [head, ...rest] = nodes
    if (head?.kind === 'set') return `/${writeSequence(rest, context)}`
    return writeLeadingCapture(nodes, context)
  }
  if (nodes.every(canBeEmptyBeforeSlash)) return '/'
  const alternatives = consumeSlash(nodes)
  return alternatives.length === 0
    ? null
    : `/${joinAlternatives(alternatives.map(alternative => writeSequence(alternative, context)))}`
}

function writeAnywhereInPath(
  alternatives: readonly Sequence[],
  context: RegexContext,
  captures: boolean,
): string | undefined {
  const firstCharacters = alternatives.map(getFirstCharacters)
  const written = () => joinAlternatives(alternatives.map(alternative => writeSequence(alternative, context)))
  if (firstCharacters.every(({other, empty}) => !other && !empty)) return `(?:/${context.wildcard})??${written()}`
  if (firstCharacters.every(first => !first.slash && !first.empty)) return `/${context.wildcard}${written()}`
  // The pattern starts with any text, so a match found anywhere reaches back to the start.
  if (captures)
    return alternatives.length === 1 && alternatives[0] ? writeLeadingCapture(alternatives[0], context) : undefined
  const atPathStart = alternatives.map(alternative => writeAtPathStart(alternative, context, false))
  if (atPathStart.includes('/')) return '/'
  const first = atPathStart.flatMap(alternative => (typeof alternative === 'string' ? [alternative.slice(1)] : []))
  return `/${joinAlternatives([...first, context.wildcard + written()])}`
}

function writeExpression(
  pattern: ExpressionPattern,
  options: RegexFilterOptions,
): {readonly text: string} | {readonly failure: RegexFilterFailure} {
  const {captures = false} = options
  const context = createRegexContext(pattern, options)
  const tokens = captures ? pattern.tokens : withoutCaptures(pattern.tokens)
  const alternatives = parseAlternatives(tokens)
  const variants = captures
    ? splitCapturingAnchors(alternatives)
    : splitAnchors(alternatives.map(flattenGroups))?.map(trimOptionalEnds)
  if (variants === undefined) return {failure: 'unclear'}
  const possible = createBranches(variants, context).filter(({nodes}) => !cannotMatch(nodes, context))
  if (possible.length === 0) return {failure: 'never'}
  const dropsCaptures = captures && possible.length < variants.length
  if (dropsCaptures) return {failure: 'unclear'}
  const inPath = pattern.text === 'path'
  const anchored = possible.filter(({starts}) => starts).map(({nodes}) => nodes)
  const floating = possible.filter(({starts}) => !starts).map(({nodes}) => nodes)
  const written = anchored.map(nodes =>
    inPath ? writeAtPathStart(nodes, context, captures) : writeSequence(nodes, context),
  )
  if (floating.length > 0)
    written.push(
      inPath
        ? writeAnywhereInPath(floating, context, captures)
        : context.wildcard + joinAlternatives(floating.map(nodes => writeSequence(nodes, context))),
    )
  if (written.includes(undefined)) return {failure: 'unclear'}
  const branches = written.filter(each => typeof each === 'string')
  if (branches.length === 0) return {failure: 'never'}
  // A branch that never matches still counts its captures.
  return captures && branches.length < written.length
    ? {failure: 'unclear'}
    : {text: context.prefix + joinAlternatives(branches)}
}

// Chromium lower-cases a case-insensitive pattern, which turns \B into \b.
const isNonBoundary = (token: Token) => token.kind === 'raw' && token.text === '\\B'

function createExpressionFilter(
  given: ExpressionPattern,
  options: RegexFilterOptions,
): RegexFilter | {failure: RegexFilterFailure} {
  const needsSpelling = given.ignoreCase && given.tokens.some(isNonBoundary)
  const pattern = needsSpelling ? {...given, tokens: spellOutCases(given.tokens), ignoreCase: false} : given
  const written = writeExpression(pattern, options)
  if ('failure' in written) return written
  return {regexFilter: written.text, isUrlFilterCaseSensitive: !pattern.ignoreCase}
}

const defaultPortSchemes: Readonly<Record<string, string>> = {'80': 'http|ws', '443': 'https|wss'}

/** Matches a host with its port, or without it where it is the default port of the scheme. */
function writeHostWithDefaultPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(value) ?? []
  const schemes = defaultPortSchemes[port]
  if (schemes === undefined) return undefined
  return `^(?:(?:${schemes})://(?:[^/@]*@)?${escapeRegex(host)}|[^/]*//(?:[^/@]*@)?${escapeRegex(value)})/`
}

/**
 * The first wildcard of a path includes the slash that ends the host. Of several in a row, the last
 * one matches all of the text.
 */
function writeLeadingWildcards(
  starCount: number,
  next: string,
  wildcard: string,
  group: (regex: string) => string,
): string {
  const last = next.startsWith('/') ? group(`(?:/${wildcard})??`) : group(`/${wildcard}`)
  return group('').repeat(starCount - 1) + last
}

function writeWildcardPattern(
  part: UrlPartRegex,
  {text, value}: LiteralPattern,
  {captures, fragment, path}: RegexFilterOptions,
): string {
  const {prefix, wildcard, end, after, toFragment} = part
  const group = (regex: string) => (captures ? `(${regex})` : regex)
  const starCount = text === 'path' ? (/^\*+/.exec(value)?.[0].length ?? 0) : 0
  const rest = value.slice(starCount)
  // A trailing wildcard has no effect unless it is captured.
  const pattern = captures ? rest : rest.replace(/\*+$/, '')
  const beforePath = end.replace(/\/$/, '')
  const closing = path ? `${beforePath}(/.*)$` : fragment ? toFragment : pattern === rest ? end : after
  const [first = '', ...others] = pattern.split('*')
  const start = starCount > 0 ? writeLeadingWildcards(starCount, first, wildcard, group) : ''
  return prefix + start + [first, ...others].map(escapeRegex).join(group(wildcard)) + closing
}

function writeLiteralPattern(pattern: LiteralPattern, options: RegexFilterOptions): string {
  const {text, kind, value} = pattern
  const withDefaultPort = text === 'hostPort' ? writeHostWithDefaultPort(value) : undefined
  if (withDefaultPort !== undefined) return withDefaultPort
  const part = urlPartRegexes[text]
  const {prefix, wildcard, end, after} = part
  if (kind === 'wildcard') return writeWildcardPattern(part, pattern, options)
  const literal = escapeRegex(value)
  if (kind === 'equals') return prefix + literal + end
  if (text !== 'path') return prefix + wildcard + literal + after
  return value.startsWith('/') ? `${prefix}(?:/${wildcard})??${literal}` : `${prefix}/${wildcard}${literal}`
}

export function createRegexFilter(
  pattern: Pattern,
  options: RegexFilterOptions = {},
): RegexFilter | {failure: RegexFilterFailure} {
  const tail = options.path ? '' : options.fragment ? '(#.*)?$' : options.whole ? '.*' : ''
  if (pattern.kind !== 'expression')
    return {regexFilter: writeLiteralPattern(pattern, options) + tail, isUrlFilterCaseSensitive: true}
  const filter = createExpressionFilter(pattern, options)
  return 'failure' in filter ? filter : {...filter, regexFilter: filter.regexFilter + tail}
}
