import type {Source} from '../contract/source'
import {matcherOf} from './matcher-of'
import type {Matcher} from './matcher-with'
import type {PatternFault} from './pattern'
import {prepareSource} from './prepare'

/** A source as a question to requests, or why it can never be asked. No source at all matches every request. */
export function compileSource(source: Source | undefined): {readonly match: Matcher} | {readonly fault: PatternFault} {
  if (source === undefined) return {match: () => ({matched: true, captures: []})}
  const read = prepareSource(source)
  return 'fault' in read ? read : {match: matcherOf(read.prepared)}
}
