import type {Source} from '../../src/model/source'
import {createMatcher, type Matcher} from '../../src/matching/matcher'
import {prepareSource} from '../../src/matching/prepare'

/** A source as pages ask it: what was prepared in the worker, by JavaScript's own expressions. */
export function createPageMatcher(source: Source | undefined): Matcher {
  if (source === undefined) return () => ({matched: true, captures: []})
  const read = prepareSource(source)
  if ('fault' in read) throw new Error(read.fault.reason)
  return createMatcher(read.prepared)
}
