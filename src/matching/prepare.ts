import type {FaultText} from '../model/faults'
import type {PreparedFilter, PreparedSource, PreparedText} from '../model/page-rules'
import type {PayloadFilter, Source, SourceFilter} from '../model/source'
import {normalizeHost} from './address'
import {prepareRegex} from './expression'
import {readPattern, type Pattern, type PatternFault} from './pattern'
import {readRegex} from './regex/read'

const prepareText = (pattern: Pattern): PreparedText =>
  pattern.kind === 'expression'
    ? {kind: 'regex', ...prepareRegex(pattern.tokens, pattern.ignoreCase)}
    : {kind: pattern.kind, value: pattern.value}

/** Compiles a source to plain JSON, or returns why it never matches. */
export function prepareSource(source: Source): {readonly prepared: PreparedSource} | {readonly fault: PatternFault} {
  const read = readPattern(source)
  if ('fault' in read) return read
  const {pattern} = read
  return {
    prepared: {text: pattern.text, compare: prepareText(pattern), filters: prepareFilters(source.filters ?? [])},
  }
}

/** Payload text is not percent-encoded, unlike a URL. */
function preparePayload({operator = 'Equals', value}: PayloadFilter): PreparedText | null {
  if (operator === 'Equals') return {kind: 'equals', value}
  if (operator === 'Contains') return {kind: 'contains', value}
  if (operator === 'Wildcard_Matches') return {kind: 'wildcard', value}
  const read = readRegex(value, {isPlainText: true})
  return 'reason' in read ? null : {kind: 'regex', ...prepareRegex(read.regex.tokens, read.regex.ignoreCase)}
}

/** Finds payload filters with an invalid regex. */
export const findPayloadFaults = (
  filters: readonly SourceFilter[],
): readonly {readonly index: number; readonly reason: FaultText}[] =>
  filters.flatMap(({requestPayload}, index) => {
    if (requestPayload?.operator !== 'Matches') return []
    const read = readRegex(requestPayload.value, {isPlainText: true})
    return 'reason' in read ? [{index, reason: read.reason}] : []
  })

/** Compiles filters to plain JSON. The payload comes last, because reading it may take time. */
export function prepareFilters(filters: readonly SourceFilter[]): PreparedFilter[] {
  const prepared: PreparedFilter[] = []
  for (const {pageDomains = [], requestMethod = [], resourceType = []} of filters) {
    if (requestMethod.length > 0)
      prepared.push({name: 'requestMethod', values: requestMethod.map(method => method.toUpperCase())})
    if (resourceType.length > 0) prepared.push({name: 'resourceType', values: resourceType})
    if (pageDomains.length > 0)
      prepared.push({name: 'pageDomains', values: pageDomains.map(domain => normalizeHost(domain.trim()))})
  }
  for (const {requestPayload} of filters)
    if (requestPayload)
      prepared.push({
        name: 'requestPayload',
        path: requestPayload.key.split('.'),
        compare: preparePayload(requestPayload),
      })
  return prepared
}
