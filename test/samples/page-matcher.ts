import type {Source} from '../../src/model/source'
import {createMatcher, type Matcher} from '../../src/matching/matcher'
import {prepareSource} from '../../src/matching/prepare'

/** Matches like the page script: with a source prepared for JavaScript's own regexes. */
export function createPageMatcher(source: Source | undefined): Matcher {
  if (source === undefined) return () => ({matched: true, captures: []})
  const read = prepareSource(source)
  if ('fault' in read) throw new Error(read.fault.reason.code)
  return createMatcher(read.prepared)
}
