import type {Operator, Source, SourceKey} from '../contract/source'
import {asWrittenHost, asWrittenInPath, asWrittenUrlPiece, canonicalUrl, withoutFragment, type Address} from './address'
import {everything, perlSet} from './regex/ascii-set'
import {readRegex} from './regex/read'
import {close, end, open, repeat, start, text, type Token} from './regex/tokens'

/**
 * A source made ready: which text of an address it compares, and with what, spelt as the browser spells addresses. `tokens` say
 * the same as the other fields for every kind, so that an engine may look at either.
 */
export type Pattern = {
  readonly text: keyof Address
  readonly kind: 'equals' | 'contains' | 'expression'
  /** The literal, for `equals` and `contains`. */
  readonly value: string
  readonly tokens: readonly Token[]
  readonly ignoreCase: boolean
}

export type PatternFault = {readonly code: 'regex-syntax' | 'never-matches'; readonly reason: string}
export type ReadPattern = {readonly pattern: Pattern} | {readonly fault: PatternFault}

const digits = perlSet('d') ?? everything
const anyText: readonly Token[] = [open(true), {kind: 'set', set: everything}, repeat('*?'), close]

/** `*` is any text, also none, shortest first, and a capture; the whole text must match. */
function wildcardTokens(value: string): Token[] {
  const pieces = value.split('*').map(piece => (piece === '' ? [] : [text(piece)]))
  return [start, ...pieces.flatMap((piece, index) => (index === 0 ? piece : [...anyText, ...piece])), end]
}

const literal = (where: keyof Address, kind: 'equals' | 'contains', value: string): Pattern => ({
  text: where,
  kind,
  value,
  tokens: kind === 'equals' ? [start, text(value), end] : [text(value)],
  ignoreCase: false,
})

const wildcard = (where: keyof Address, value: string): Pattern => ({
  text: where,
  kind: 'expression',
  value,
  tokens: wildcardTokens(value),
  ignoreCase: false,
})

const never = (reason: string): ReadPattern => ({fault: {code: 'never-matches', reason}})

function urlPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  if (operator === 'Equals') {
    const url = canonicalUrl(value)
    return url === undefined
      ? never('A whole URL starts with its scheme, as in https://shop.test/.')
      : {pattern: literal('url', 'equals', withoutFragment(url))}
  }
  if (value.includes('#')) return never('What follows # never leaves the browser, so no rule sees it.')
  const piece = asWrittenUrlPiece(value)
  if (operator === 'Contains') return {pattern: literal('url', 'contains', piece)}
  // A browser ends a bare origin in a slash.
  const bareOrigin =
    /^[a-z][a-z0-9+.-]*:\/\/[^/?*]*[^/?*]$/.test(piece) || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*[^/?*]$/.test(piece)
  return {pattern: wildcard('url', bareOrigin ? `${piece}/` : piece)}
}

const withoutBrackets = (host: string) => host.replace(/\[[^\]]*\]/g, '')

/** An IPv6 address, whose own colons would be taken for a port's. */
const onAnyPort = (host: string): Pattern => ({
  text: 'writtenHostPort',
  kind: 'expression',
  value: host,
  tokens: [start, text(host), open(false), text(':'), {kind: 'set', set: digits}, repeat('+'), close, repeat('?'), end],
  ignoreCase: false,
})

function hostPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  const host = asWrittenHost(value.trim())
  if (/[/?#@]/.test(host)) return never('A host has no slash: write shop.test, or compare the URL.')
  if (operator === 'Equals') {
    if (withoutBrackets(host).includes(':')) return {pattern: literal('hostPort', 'equals', host)}
    return {pattern: host.includes(':') ? onAnyPort(host) : literal('host', 'equals', host)}
  }
  const where = host.includes(':') ? 'writtenHostPort' : 'host'
  return {pattern: operator === 'Contains' ? literal(where, 'contains', host) : wildcard(where, host)}
}

function pathPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  if (/[?#]/.test(value)) return never('A path ends before the question mark; to look at the query, compare the URL.')
  const piece = asWrittenInPath(value)
  if (operator === 'Contains') return {pattern: literal('path', 'contains', piece)}
  if (!/^[/*]/.test(piece)) return never('A path starts with a slash.')
  if (operator === 'Wildcard_Matches') return {pattern: wildcard('path', piece)}
  const whole = canonicalUrl(`http://x${piece}`)
  return {pattern: literal('path', 'equals', whole === undefined ? piece : whole.slice('http://x'.length))}
}

function expression(key: SourceKey, value: string): ReadPattern {
  const read = readRegex(value, {caseless: key === 'host'})
  if ('reason' in read) return {fault: {code: 'regex-syntax', reason: read.reason}}
  const {tokens, ignoreCase} = read.regex
  const speaksOfPort = tokens.some(token => token.kind === 'text' && token.text.includes(':'))
  const where = key === 'host' ? (speaksOfPort ? 'writtenHostPort' : 'host') : key
  return {pattern: {text: where, kind: 'expression', value, tokens, ignoreCase}}
}

const literalPatterns = {url: urlPattern, host: hostPattern, path: pathPattern} as const

/** Makes a source ready for every engine: the matcher here and the translation to declarativeNetRequest. */
export function readPattern(source: Pick<Source, 'key' | 'operator' | 'value'>): ReadPattern {
  // Half-made records have empty values; taken at its word, "contains nothing" would be every address.
  if (source.value.trim() === '') return never('Say what to look for.')
  return source.operator === 'Matches'
    ? expression(source.key, source.value)
    : literalPatterns[source.key](source.operator, source.value)
}
