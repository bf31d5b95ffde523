import type {PreparedSource, PreparedText} from '../contract/prepared-source'
import type {Source} from '../contract/source'
import {prepareRegex} from './expression'
import {readPattern, type Pattern, type PatternFault} from './pattern'
import {prepareFilters} from './prepare-filters'

const prepareText = (pattern: Pattern): PreparedText =>
  pattern.kind === 'expression'
    ? {kind: 'regex', ...prepareRegex(pattern.tokens, pattern.ignoreCase)}
    : {kind: pattern.kind, value: pattern.value}

/** The first half of matching: a source read and written as data, or why no request can ever match it. */
export function prepareSource(source: Source): {readonly prepared: PreparedSource} | {readonly fault: PatternFault} {
  const read = readPattern(source)
  if ('fault' in read) return read
  const {filters = []} = source
  return {
    prepared: {
      text: read.pattern.text,
      compare: prepareText(read.pattern),
      filters: filters.length > 0 ? prepareFilters(filters) : [],
    },
  }
}
