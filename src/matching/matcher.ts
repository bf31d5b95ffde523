import type {Source} from '../contract/source'
import {compareText} from './comparing'
import {matcherWith, type Matcher} from './matcher-with'
import {readPattern, type PatternFault} from './pattern'
import {prepareFilters} from './prepare-filters'

/**
 * A source as a question to requests, or why it can never be asked. No source at all matches every request.
 */
export function compileSource(source: Source | undefined): {readonly match: Matcher} | {readonly fault: PatternFault} {
  if (source === undefined) return {match: () => ({matched: true, captures: []})}
  const read = readPattern(source)
  if ('fault' in read) return read
  const {pattern} = read
  const {filters = []} = source
  const find = compareText(pattern)
  const prepared = {text: pattern.text, filters: filters.length > 0 ? prepareFilters(filters) : []}
  return {match: matcherWith(prepared, text => find(text)?.captures ?? null)}
}
