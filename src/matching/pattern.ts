import type {AddressPart} from '../model/page-rules'
import {faultText, type FaultText} from '../model/faults'
import {matchesEveryRequest, type Operator, type Source, type SourceKey} from '../model/source'
import {normalizeHost, encodePathText, normalizeUrlPart, canonicalUrl, withoutFragment} from './address'
import {canMatch} from './can-match'
import {escapeRegex} from './regex/write'
import {longestPattern, readRegex, spellUrlText} from './regex/read'
import {countCaptures, type Token} from './regex/tokens'

/** A parsed source. Its value is normalized as the browser normalizes URLs. */
export type Pattern = LiteralPattern | ExpressionPattern

export type LiteralPattern = {
  readonly kind: 'equals' | 'contains' | 'wildcard'
  readonly text: AddressPart
  readonly value: string
}

export type ExpressionPattern = {
  readonly kind: 'expression'
  readonly text: AddressPart
  readonly value: string
  readonly tokens: readonly Token[]
  readonly ignoreCase: boolean
}

export type PatternFault = {readonly code: 'regex-syntax' | 'never-matches'; readonly reason: FaultText}
export type ReadPattern = {readonly pattern: Pattern} | {readonly fault: PatternFault}

const literal = (text: AddressPart, kind: LiteralPattern['kind'], value: string): LiteralPattern => ({
  kind,
  text,
  value,
})

const never = (reason: FaultText): ReadPattern => ({fault: {code: 'never-matches', reason}})
const neverSent = never(faultText('neverLeavesBrowser'))

function urlPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  if (operator === 'Equals') {
    const url = canonicalUrl(value)
    return url === undefined
      ? never(faultText('urlNeedsScheme'))
      : {pattern: literal('url', 'equals', withoutFragment(url))}
  }
  if (value.includes('#')) return neverSent
  // Without a scheme, nothing says which part of the URL a name such as `bücher` stands in.
  if (!/^[a-z*][a-z0-9+.*-]*:\/\//i.test(value) && spellUrlText(value).some(({kind}) => kind === 'or'))
    return operator === 'Contains'
      ? expression('url', escapeRegex(value))
      : expression('url', `^${value.split('*').map(escapeRegex).join('(.*?)')}$`)
  const text = normalizeUrlPart(value)
  if (operator === 'Contains') return {pattern: literal('url', 'contains', text)}
  // Browsers add a slash to a bare origin.
  const isOriginOnly =
    /^[a-z][a-z0-9+.-]*:\/\/[^/?*]*[^/?*]$/.test(text) || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*[^/?*]$/.test(text)
  return {pattern: literal('url', 'wildcard', isOriginOnly ? `${text}/` : text)}
}

const withoutBrackets = (host: string) => host.replace(/\[[^\]]*\]/g, '')

function hostPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  const host = normalizeHost(value.trim())
  if (host.includes('#')) return neverSent
  if (/[/?@]/.test(host)) return never(faultText('hostHasNoSlash'))
  if (operator === 'Equals') {
    if (withoutBrackets(host).includes(':')) return {pattern: literal('hostPort', 'equals', host)}
    // The colons of an IPv6 address would count as a port.
    if (host.includes(':')) return expression('host', `^${escapeRegex(host)}(?::\\d+)?$`)
    return {pattern: literal('host', 'equals', host)}
  }
  const where = host.includes(':') ? 'writtenHostPort' : 'host'
  return {pattern: literal(where, operator === 'Contains' ? 'contains' : 'wildcard', host)}
}

function pathPattern(operator: Exclude<Operator, 'Matches'>, value: string): ReadPattern {
  if (value.includes('#')) return neverSent
  if (value.includes('?')) return never(faultText('pathHasNoQuery'))
  const text = encodePathText(value)
  if (operator === 'Contains') return {pattern: literal('path', 'contains', text)}
  if (!/^[/*]/.test(text)) return never(faultText('pathNeedsSlash'))
  if (operator === 'Wildcard_Matches') return {pattern: literal('path', 'wildcard', text)}
  const url = canonicalUrl(`http://x${text}`)
  return {pattern: literal('path', 'equals', url === undefined ? text : url.slice('http://x'.length))}
}

function expression(key: SourceKey, value: string): ReadPattern {
  const read = readRegex(value, {caseless: key === 'host'})
  if ('reason' in read) return {fault: {code: 'regex-syntax', reason: read.reason}}
  const {tokens, ignoreCase} = read.regex
  const speaksOfPort = tokens.some(token => token.kind === 'text' && token.text.includes(':'))
  const where = key === 'host' ? (speaksOfPort ? 'writtenHostPort' : 'host') : key
  return {pattern: {kind: 'expression', text: where, value, tokens, ignoreCase}}
}

const literalPatterns = {url: urlPattern, host: hostPattern, path: pathPattern} as const

const nothingMatches = {
  url: faultText('noUrlMatches'),
  host: faultText('noHostMatches'),
  path: faultText('noPathMatches'),
} as const

const mostRepeated = 60

const localHost = /^(?:[\w-]+\.)*(?:localhost|127(?:\.\d+){3}|\[::1\])(?![\w.-])/i

function addScheme({operator, value}: Pick<Source, 'operator' | 'value'>): string | undefined {
  // Adding it to one of several alternatives would leave the others as they are.
  if (operator === 'Matches') return value.includes('|') ? undefined : value.replace(/^\/?\^/, '$&https?:\\/\\/')
  if (/^[a-z][a-z\d+.-]*:\//i.test(value)) return undefined
  const isWildcard = operator === 'Wildcard_Matches'
  if (value.startsWith('//')) return `${isWildcard ? '*' : 'https'}:${value}`
  if (localHost.test(value)) return `http://${value}`
  return `${isWildcard ? (/^[/?&=.:]/.test(value) ? '*' : '*://') : 'https://'}${value}`
}

/** Suggests a value that begins with a scheme, for a URL that matches nothing without one. */
export function suggestValue({key, operator, value}: Pick<Source, 'key' | 'operator' | 'value'>): string | undefined {
  const written = value.trim()
  if (key !== 'url' || operator === 'Contains' || written === '') return undefined
  const canUse = (text: string) => {
    const read = operator === 'Matches' ? expression(key, text) : urlPattern(operator, text)
    return 'pattern' in read && canMatch(read.pattern.text, read.pattern)
  }
  const suggested = canUse(written) ? undefined : addScheme({operator, value: written})
  return suggested !== undefined && canUse(suggested) ? suggested : undefined
}

function explainMissingScheme({operator, value}: Pick<Source, 'operator' | 'value'>): FaultText {
  const pattern = operator === 'Matches' ? undefined : suggestValue({key: 'url', operator, value})
  if (pattern === undefined) return faultText(operator === 'Equals' ? 'urlNeedsScheme' : 'noUrlMatches')
  return pattern.length > mostRepeated
    ? faultText('beginWithScheme', {pattern: pattern.slice(0, -value.trim().length)})
    : faultText('writeWithScheme', {pattern})
}

function explainNeverMatches(
  {key, operator, value: written}: Pick<Source, 'key' | 'operator' | 'value'>,
  pattern: Pattern,
): FaultText {
  const {kind, text} = pattern
  if (key === 'url' && operator !== 'Matches') return explainMissingScheme({operator, value: written})
  if (kind !== 'expression') return nothingMatches[key]
  const {tokens} = pattern
  const literals = tokens.map(token => (token.kind === 'text' ? token.text : '')).join('')
  if (literals.includes('#')) return faultText('neverLeavesBrowser')
  if (key === 'host') return /[/?@]/.test(literals) ? faultText('hostHasNoSlash') : faultText('noHostMatches')
  if (key === 'path' && literals.includes('?')) return faultText('pathHasNoQuery')
  const can = (change: Partial<ExpressionPattern>) => canMatch(text, {...pattern, ...change})
  if (key === 'url' && can({ignoreCase: true})) return faultText('urlIsLowerCase')
  if (key === 'url' && tokens.at(-1)?.kind === 'end' && can({tokens: tokens.slice(0, -1)}))
    return faultText('urlGoesOn')
  if (tokens[0]?.kind !== 'start' || !can({tokens: tokens.slice(1)})) return nothingMatches[key]
  return key === 'url' ? faultText('anchorToScheme') : faultText('pathNeedsSlash')
}

/** Parses a source for the matcher and for the translation to declarativeNetRequest. */
export function readPattern(source: Pick<Source, 'key' | 'operator' | 'value'>): ReadPattern {
  if (matchesEveryRequest(source)) return {pattern: literal('url', 'contains', '')}
  if (source.value.trim() === '') return never(faultText('sayWhatToLookFor'))
  if (source.operator === 'Wildcard_Matches' && source.value.length > longestPattern)
    return never(faultText('patternTooLong', {most: longestPattern}))
  const read =
    source.operator === 'Matches'
      ? expression(source.key, source.value)
      : // No address holds a space at either end; a pasted value may.
        literalPatterns[source.key](source.operator, source.value.trim())
  if ('fault' in read) return read.fault.reason.code === 'urlNeedsScheme' ? never(explainMissingScheme(source)) : read
  if (canMatch(read.pattern.text, read.pattern)) return read
  return never(explainNeverMatches(source, read.pattern))
}

/** The number of captures: one for each `*` or capturing group. */
export const countPatternCaptures = (pattern: Pattern): number =>
  pattern.kind === 'expression'
    ? countCaptures(pattern.tokens)
    : pattern.kind === 'wildcard'
      ? pattern.value.split('*').length - 1
      : 0
