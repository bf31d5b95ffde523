import type {FilterName, PreparedSource} from '../model/page-rules'
import type {Source} from '../model/source'
import {compilePreparedSearch} from './pattern-search'
import {compileFilters} from './filters'
import type {PatternFault} from './pattern'
import {prepareSource} from './prepare'
import type {ParsedRequest} from './request'

/** The captures `$1`… in order. A group that took no part is empty. */
type Match = {readonly matched: true; readonly captures: readonly string[]}
type Miss = {readonly matched: false; readonly because: 'source' | FilterName}

export type Matcher = (request: ParsedRequest) => Match | Miss

const otherAddress: Miss = {matched: false, because: 'source'}

export function createMatcher({text, compare, filters}: PreparedSource): Matcher {
  const find = compilePreparedSearch(compare)
  const read = compileFilters(filters)
  return request => {
    const found = find(request.address[text])
    if (found === null) return otherAddress
    const failed = read.find(filter => !filter.holds(request))
    return failed ? {matched: false, because: failed.name} : {matched: true, captures: found.captures}
  }
}

/** Compiles a source to a matcher. Without a source, every request matches. */
export function compileSource(source: Source | undefined): {readonly match: Matcher} | {readonly fault: PatternFault} {
  if (source === undefined) return {match: () => ({matched: true, captures: []})}
  const read = prepareSource(source)
  return 'fault' in read ? read : {match: createMatcher(read.prepared)}
}
