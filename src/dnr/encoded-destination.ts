import {waitingPage} from '../model/delay-page'
import type {ExtensionRule} from '../model/extension-rule'
import {navigationTypes, type Source} from '../model/source'
import {generateCaptures} from '../matching/example-urls'
import type {Pattern} from '../matching/pattern'
import {getWholeCapture, isEncodedDestination} from '../matching/replacement'
import {readRegex} from '../matching/regex/read'
import {patternTokens, type Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {compileCondition} from './condition'
import type {TranslateOptions} from './translation'
import {addTemplates, allowsAnyType, type TranslationBuilder} from './translation-builder'

/** Replaces the content of a capturing group, found by its number. */
function replaceGroup(tokens: readonly Token[], number: number, content: readonly Token[]): readonly Token[] {
  let left = number
  const start = tokens.findIndex(token => token.kind === 'open' && token.capturing && --left === 0)
  let depth = 0
  const length = tokens.slice(start).findIndex(token => {
    if (token.kind === 'open') depth++
    return token.kind === 'close' && --depth === 0
  })
  return [...tokens.slice(0, start + 1), ...content, ...tokens.slice(start + length)]
}

function canBeEncoded(pattern: Pattern, destination: string): boolean {
  for (const captures of generateCaptures(pattern)) if (isEncodedDestination(destination, captures)) return true
  return false
}

/** A source for the URLs whose capture is an encoded URL; undefined if it cannot be one. */
function getEncodedSource(source: Source, pattern: Pattern, destination: string): Source | undefined {
  const whole = getWholeCapture(destination)
  const encoded = readRegex('https?%3[Aa]%2[Ff]%2[Ff].*')
  if (whole === undefined || 'reason' in encoded || !canBeEncoded(pattern, destination)) return undefined
  const regex = writeRegex(replaceGroup(patternTokens(pattern), whole, encoded.regex.tokens))
  const isCaseless = pattern.kind === 'expression' && pattern.ignoreCase
  return {...source, operator: 'Matches', value: `/${regex}/${isCaseless ? 'i' : ''}`}
}

/**
 * Chrome's rules cannot decode a capture. Where it is an encoded URL, the page script redirects
 * fetch and XHR, and the delay page GET navigations.
 */
export function addEncodedDestination(
  builder: TranslationBuilder,
  {source, pattern, destination, pair}: {source: Source; pattern: Pattern; destination: string; pair: number},
  options: TranslateOptions,
): void {
  const encodedSource = getEncodedSource(source, pattern, destination)
  if (!encodedSource) return
  builder.fallbackPairs.push(pair)
  const {compiled} = compileCondition(encodedSource, pair, {whole: true})
  if (!compiled) return
  const {filter, portable} = compiled
  const allowsGet = filter.requestMethods === undefined || filter.requestMethods.includes('get')
  if (!allowsGet || !allowsAnyType(filter, navigationTypes)) return
  const action = {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#0,\\0`}} as const
  addTemplates(
    builder,
    {...compiled, filter: {...filter, requestMethods: ['get']}},
    {pair, band: 'redirect', action, supportedTypes: navigationTypes, isBroader: true},
    {action, condition: portable} as ExtensionRule,
    options,
  )
}
