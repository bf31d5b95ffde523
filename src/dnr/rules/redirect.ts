import type {Problem} from '../../model/problems'
import {isLocalFile, isOrigin, keepsPathAndQuery, largestDataUrl} from '../../model/rules/redirect'
import type {PairOf} from '../../model/rules'
import {canonicalUrl, withoutFragment} from '../../matching/address'
import {splitAtCaptures, fillCaptures, findEmptyCapture} from '../../matching/replacement'
import {countPatternCaptures, readPattern, type Pattern} from '../../matching/pattern'
import {resourceTypes, type ResourceType} from '../../model/source'
import {addAction, createBuilder, allowsAnyType} from '../translation-builder'
import {compileCondition, type CompiledFilter} from '../condition'
import {findInvalidDestination} from '../destination'
import {addEncodedDestination} from '../encoded-destination'
import {createDataUrl, hasExplicitFrames} from '../data-url'
import type {TranslateOptions, Translators} from '../translation'

/**
 * Removes sub_frame unless a filter names it. Chrome 156 crashes when a frame is redirected to a
 * data: URL that the Content-Security-Policy of its page blocks (see rule-effects.test.ts).
 */
const getTextTypes = ({resourceTypes: named}: CompiledFilter): readonly ResourceType[] =>
  named === null ? resourceTypes.filter(type => type !== 'sub_frame') : resourceTypes

type Destination = {readonly url: string; readonly supportedTypes?: readonly ResourceType[]; readonly problem?: Problem}
type InvalidDestination = {readonly url: null; readonly problem: Problem}

/** A path of this machine as an address: /home/me/a.js, C:\a.js, or file:/// itself. */
function toFileUrl(path: string): string | undefined {
  if (/^file:\/\/\//i.test(path)) return path
  // In a file name, `?` and `#` are literal.
  const written = (name: string) => encodeURI(name.toWellFormed()).replace(/[?#]/g, encodeURIComponent)
  if (/^\/[^/]/.test(path)) return `file://${written(path)}`
  return /^[a-z]:[\\/]/i.test(path) ? `file:///${written(path.replaceAll('\\', '/'))}` : undefined
}

function createFileDestination(
  file: NonNullable<PairOf<'Redirect'>['file']>,
  pair: number,
): Destination | InvalidDestination {
  const dataUrl = createDataUrl(file.mimeType || 'text/plain', file.text)
  if ('url' in dataUrl) return dataUrl
  const params = {size: dataUrl.size, limit: largestDataUrl}
  return {url: null, problem: {code: 'file-too-large', pair, field: 'file', params}}
}

function resolveDestination(
  given: PairOf<'Redirect'>,
  pair: number,
  {hasFileAccess}: TranslateOptions,
): Destination | InvalidDestination {
  if (given.file !== undefined) return createFileDestination(given.file, pair)
  const destination = given.destination.trim()
  const file = toFileUrl(destination)
  if (file !== undefined && (given.destinationType !== 'url' || /^file:/i.test(destination))) {
    if (hasFileAccess !== true) return {url: null, problem: {code: 'file-access-off', pair, field: 'destination'}}
    // Chrome redirects only main_frame requests to files; other requests load the original.
    return {
      url: file,
      supportedTypes: ['main_frame'],
      problem: {code: 'file-navigations-only', pair, field: 'destination'},
    }
  }
  if (given.destinationType === 'map_local' && !/^(https?|data):/i.test(destination))
    return {url: null, problem: {code: 'file-missing', pair, field: 'destination'}}
  return {url: destination}
}

const writeSubstitution = (parts: readonly (string | number)[], groups: number): string =>
  parts
    .map(part => {
      if (typeof part === 'string') return part.replaceAll('\\', '\\\\')
      return part <= groups ? `\\${part}` : ''
    })
    .join('')

/**
 * Whether a redirect keeps the URL's fragment, which client-side routers use. Chrome has nine
 * captures, and a path has no clear start.
 */
const canKeepFragment = (pattern: Pattern, destination: string): boolean =>
  (pattern.kind === 'wildcard' || pattern.text !== 'path') &&
  countPatternCaptures(pattern) < 9 &&
  !destination.includes('#')

const sampleCaptures = Array.from({length: 9}, () => 'x')

/** Scheme, host and port as `redirect.transform` replaces them. An empty port is the default one. */
function readOrigin(origin: string) {
  const {protocol, hostname, port} = new URL(origin)
  return {scheme: protocol === 'http:' ? ('http' as const) : ('https' as const), host: hostname, port}
}

const isSameAddress = (destination: string, address: string): boolean =>
  withoutFragment(canonicalUrl(destination) ?? '') === address

/** In a picked file and in a local path, `$1` is literal. */
const supportsCaptures = (given: PairOf<'Redirect'>): boolean => given.file === undefined && !isLocalFile(given)

/** Redirects to one URL, or by substitution where the destination uses captures of the source. */
export const redirect: Translators['Redirect'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach((given, pair) => {
    const destination = resolveDestination(given, pair, options)
    if (destination.problem) builder.problems.push(destination.problem)
    if (destination.url === null) return
    const keeps = keepsPathAndQuery(given)
    if (keeps && !isOrigin(fillCaptures(destination.url, sampleCaptures)))
      return void builder.problems.push({code: 'destination', pair, field: 'destination', params: {keeps: 'path'}})
    const parts = supportsCaptures(given) ? splitAtCaptures(destination.url) : [destination.url]
    const takesCaptures = parts.some(part => typeof part === 'number')
    const read = readPattern(given.source)
    const pattern = takesCaptures && 'pattern' in read ? read.pattern : undefined
    const groups = pattern ? countPatternCaptures(pattern) : 0
    const missing = pattern && findEmptyCapture(destination.url, groups)
    const params = missing === undefined ? undefined : {missing, groups}
    // Reported first, because our own matcher also redirects sources that compileCondition rejects.
    if (given.file === undefined && destination.supportedTypes === undefined) {
      const becomes = findInvalidDestination(destination.url, pattern)
      if (becomes !== undefined)
        return void builder.problems.push({
          code: 'destination',
          pair,
          field: 'destination',
          ...(takesCaptures ? {params: params ?? {becomes}} : {}),
        })
    }
    if (params) builder.problems.push({code: 'empty-capture', pair, field: 'destination', params})
    const captures = groups > 0
    const {compiled, problems} = compileCondition(given.source, pair, {
      captures,
      whole: captures,
      path: captures && keeps,
      fragment: captures && !keeps && pattern !== undefined && canKeepFragment(pattern, destination.url),
    })
    builder.problems.push(...problems)
    if (!compiled) return
    if (
      compiled.pattern.kind === 'equals' &&
      compiled.pattern.text === 'url' &&
      isSameAddress(destination.url, compiled.pattern.value)
    )
      builder.problems.push({code: 'to-itself', pair, field: 'destination'})
    const rest = keeps || canKeepFragment(compiled.pattern, destination.url) ? `\\${groups + 1}` : ''
    const url = takesCaptures ? fillCaptures(destination.url, []) : destination.url
    const target = captures
      ? {regexSubstitution: writeSubstitution(parts, groups).replace(keeps ? /\/$/ : '', '') + rest}
      : keeps
        ? {transform: readOrigin(url)}
        : {url}
    const isText = /^data:/i.test(destination.url)
    if (isText && hasExplicitFrames(compiled.filter)) builder.problems.push({code: 'frame-text', pair})
    const supportedTypes = isText ? getTextTypes(compiled.filter) : destination.supportedTypes
    if (supportedTypes !== undefined && !allowsAnyType(compiled.filter, supportedTypes)) {
      return void builder.problems.push({
        code: 'never-matches',
        pair,
        field: 'source.filters',
        params: {because: 'file'},
      })
    }
    if (captures && pattern)
      addEncodedDestination(builder, {source: given.source, pattern, destination: destination.url, pair}, options)
    addAction(
      builder,
      compiled,
      {
        pair,
        band: 'redirect',
        action: {type: 'redirect', redirect: target},
        ...(supportedTypes === undefined ? {} : {supportedTypes}),
      },
      options,
    )
  })
  return builder
}
