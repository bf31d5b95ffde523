import {isDestination} from '../model/rules/redirect'
import {generateCaptures} from '../matching/example-urls'
import {countPatternCaptures, type Pattern} from '../matching/pattern'
import {fillCaptures, splitAtCaptures} from '../matching/replacement'

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
    const filled = fillCaptures(destination, each)
    if (isDestination(filled)) return undefined
    invalid ??= filled
  }
  return invalid
}
