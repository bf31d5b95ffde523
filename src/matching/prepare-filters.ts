import type {PreparedFilter, PreparedText} from '../contract/prepared-source'
import type {PayloadFilter, SourceFilter} from '../contract/source'
import {asWrittenHost} from './address'
import {prepareRegex} from './expression'
import {readRegex} from './regex/read'

/** Payload text is compared as it is: it is no address, so nothing is percent-encoded. */
function preparePayload({operator = 'Equals', value}: PayloadFilter): PreparedText | null {
  switch (operator) {
    case 'Equals':
      return {kind: 'equals', value}
    case 'Contains':
      return {kind: 'contains', value}
    case 'Matches': {
      const read = readRegex(value, {spell: text => text})
      if ('reason' in read) return null
      return {kind: 'regex', ...prepareRegex(read.regex.tokens, read.regex.ignoreCase)}
    }
    case 'Wildcard_Matches':
      return {kind: 'wildcard', value}
    default:
      return operator satisfies never
  }
}

/** The payload filters whose regex cannot be read: the filter's index, and the reason. */
export const findPayloadFaults = (
  filters: readonly SourceFilter[],
): readonly {readonly index: number; readonly reason: string}[] =>
  filters.flatMap(({requestPayload}, index) => {
    if (requestPayload?.operator !== 'Matches') return []
    const read = readRegex(requestPayload.value, {spell: text => text})
    return 'reason' in read ? [{index, reason: read.reason}] : []
  })

/** All that must hold of a request besides its address, the payload last: who asks may not have read it yet. */
export function prepareFilters(filters: readonly SourceFilter[]): PreparedFilter[] {
  const prepared: PreparedFilter[] = []
  for (const {pageDomains = [], requestMethod = [], resourceType = []} of filters) {
    // An empty list narrows nothing.
    if (requestMethod.length > 0)
      prepared.push({name: 'requestMethod', values: requestMethod.map(method => method.toUpperCase())})
    if (resourceType.length > 0) prepared.push({name: 'resourceType', values: resourceType})
    if (pageDomains.length > 0)
      prepared.push({name: 'pageDomains', values: pageDomains.map(domain => asWrittenHost(domain.trim()))})
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
