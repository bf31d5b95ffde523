import type {FilterName, PreparedSource} from '../model/page-rules'
import type {Source} from '../model/source'
import {compilePreparedSearch, compilePatternSearch} from './pattern-search'
import type {TextMatch} from './linear-regex'
import {compileFilters} from './filters'
import {readPattern, type PatternFault} from './pattern'
import {prepareFilters} from './prepare'
import type {ParsedRequest} from './request'

/** The captures `$1`… in order. A group that took no part is empty. */
type Match = {readonly matched: true; readonly captures: readonly string[]}
type Miss = {readonly matched: false; readonly because: 'source' | FilterName}

export type Matcher = (request: ParsedRequest) => Match | Miss

const otherAddress: Miss = {matched: false, because: 'source'}

function createMatcherWith(
  {text, filters}: Pick<PreparedSource, 'text' | 'filters'>,
  find: (text: string) => TextMatch | null,
): Matcher {
  const read = compileFilters(filters)
  return request => {
    const found = find(request.address[text])
    if (found === null) return otherAddress
    const failed = read.find(filter => !filter.holds(request))
    return failed ? {matched: false, because: failed.name} : {matched: true, captures: found.captures}
  }
}

export const createMatcher = (source: PreparedSource): Matcher =>
  createMatcherWith(source, compilePreparedSearch(source.compare))

/** Compiles a source to a matcher. Without a source, every request matches. */
export function compileSource(source: Source | undefined): {readonly match: Matcher} | {readonly fault: PatternFault} {
  if (source === undefined) return {match: () => ({matched: true, captures: []})}
  const read = readPattern(source)
  if ('fault' in read) return read
  const {pattern} = read
  return {
    match: createMatcherWith(
      {text: pattern.text, filters: prepareFilters(source.filters ?? [])},
      compilePatternSearch(pattern),
    ),
  }
}
