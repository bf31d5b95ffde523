import type {SourceFilter} from '../../contract/source'
import {readFilters, readPayloads, type Filter} from '../../matching/filters'
import {prepareFilters} from '../../matching/prepare-filters'
import {readRegex} from '../../matching/regex/read'
import {mayHang} from '../../matching/expression'

/** Filters that may be asked at every key: a payload is compared by JavaScript's own expressions, which can take for ever. */
export function quickFilters(filters: readonly SourceFilter[] | undefined): readonly Filter[] {
  return (filters ?? []).flatMap(filter => {
    const {requestPayload} = filter
    const isRegex = requestPayload?.operator === 'Matches'
    const regex = isRegex ? readRegex(requestPayload.value, {spell: text => text}) : null
    const tokens = regex && 'regex' in regex ? regex.regex.tokens : []
    const stars = requestPayload?.operator === 'Wildcard_Matches' ? requestPayload.value.split('*').length - 1 : 0
    return readFilters(prepareFilters([filter]), readPayloads).map(each =>
      each.name === 'requestPayload'
        ? {
            ...each,
            holds: request =>
              !mayHang(isRegex ? tokens : stars, request.payload ?? request.address.url) && each.holds(request),
          }
        : each,
    )
  })
}
