import type {PreparedSource, PreparedText} from '../contract/prepared-source'
import type {Source} from '../contract/source'
import {escapeRegex} from './escape-regex'
import {readPattern, type Pattern, type PatternFault} from './pattern'
import {prepareFilters} from './prepare-filters'
import {writeRegex} from './regex/write'

function prepareText(pattern: Pattern): PreparedText {
  const {kind, value} = pattern
  if (kind === 'expression')
    return {kind: 'regex', source: writeRegex(pattern.tokens), flags: pattern.ignoreCase ? 'i' : ''}
  if (kind === 'wildcard')
    return {kind: 'regex', source: `^${value.split('*').map(escapeRegex).join('(.*?)')}$`, flags: ''}
  return {kind, value}
}

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
