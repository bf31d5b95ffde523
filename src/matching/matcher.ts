import type {Source} from '../contract/source'
import {escapeRegex} from './escape-regex'
import {readFilters, type FilterName} from './filters'
import {readPattern, type Pattern, type PatternFault} from './pattern'
import {writeRegex} from './regex/write'
import type {AskedRequest} from './request'

/** The captures are `$1`… in order; one that took no part is empty. */
type Match = {readonly matched: true; readonly captures: readonly string[]}
type Miss = {readonly matched: false; readonly because: 'source' | FilterName}

export type Matcher = (request: AskedRequest) => Match | Miss

const noCaptures: Match = {matched: true, captures: []}
const otherAddress: Miss = {matched: false, because: 'source'}

function expressionOf(pattern: Pattern): RegExp {
  if (pattern.kind === 'expression') return new RegExp(writeRegex(pattern.tokens), pattern.ignoreCase ? 'i' : '')
  return new RegExp(`^${pattern.value.split('*').map(escapeRegex).join('(.*?)')}$`)
}

function compareAddress(pattern: Pattern): Matcher {
  const {text, kind, value} = pattern
  if (kind === 'equals') return ({address}) => (address[text] === value ? noCaptures : otherAddress)
  if (kind === 'contains') return ({address}) => (address[text].includes(value) ? noCaptures : otherAddress)
  const expression = expressionOf(pattern)
  return ({address}) => {
    const found = expression.exec(address[text])
    return found ? {matched: true, captures: found.slice(1).map(capture => capture ?? '')} : otherAddress
  }
}

/** A source as a question to requests, or why it can never be asked. No source at all matches every request. */
export function compileSource(source: Source | undefined): {readonly match: Matcher} | {readonly fault: PatternFault} {
  if (source === undefined) return {match: () => noCaptures}
  const read = readPattern(source)
  if ('fault' in read) return read
  const compare = compareAddress(read.pattern)
  const filters = readFilters(source.filters)
  return {
    match(request) {
      const found = compare(request)
      if (!found.matched) return found
      const failed = filters.find(filter => !filter.holds(request))
      return failed ? {matched: false, because: failed.name} : found
    },
  }
}
