import {isDestination} from '../model/rules/redirect'
import {generateCaptures, generateUrlsToReplace} from '../matching/example-urls'
import {countPatternCaptures, type Pattern} from '../matching/pattern'
import {prepareReplacement, type SearchPattern} from '../matching/replace-text'
import {applyReplacement, fillDestination, splitAtCaptures} from '../matching/replacement'

/**
 * Fills a destination with the captures of URLs that the pattern matches. Returns the first result
 * if none is a URL. Undefined if one is, or if no such URL is known.
 */
export function findInvalidDestination(destination: string, pattern: Pattern | undefined): string | undefined {
  const takesCaptures = splitAtCaptures(destination).some(part => typeof part === 'number')
  if (takesCaptures && pattern === undefined) return undefined
  const captures = takesCaptures && pattern && countPatternCaptures(pattern) > 0 ? generateCaptures(pattern) : [[]]
  let invalid: string | undefined
  for (const each of captures) {
    const filled = fillDestination(destination, each)
    if (isDestination(filled)) return undefined
    invalid ??= filled
  }
  return invalid
}

/** The browser restores the slashes after a scheme: `https:/a.test` is `https://a.test/`. */
const isWebUrl = (url: string): boolean => /^(?:http|ws)s?:/.test(URL.parse(url)?.protocol ?? '')

/**
 * Replaces the text in URLs that the pattern matches. Returns the first result if none is a URL.
 * Undefined if one is, or if no such URL is known.
 */
export function findInvalidReplacement(
  {from, search, to}: {readonly from: string; readonly search: SearchPattern; readonly to: string},
  pattern: Pattern,
): string | undefined {
  // A text that contains a scheme can occur inside a path, but is not meant for one.
  const isAtStart = from.replaceAll('\\', '').includes('://')
  const replacement = prepareReplacement(search, to)
  let invalid: string | undefined
  for (const url of generateUrlsToReplace(pattern, from)) {
    if (isAtStart && url.split('://').length > 2) continue
    const result = applyReplacement(url, replacement)
    if (result !== url && isWebUrl(result)) return undefined
    if (result !== url) invalid ??= result
  }
  return invalid
}
