import {resourceTypes, type Source, type SourceFilter} from '../../../../model/source'
import {toCodeSegments, createSegmentedTexts, toTextSegments, type TextSegments} from '../../../text-segments'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'

const phrase = createSegmentedTexts(editorTexts)
export const filterKinds = ['pageDomains', 'requestMethod', 'resourceType', 'requestPayload'] as const
export type FilterKind = (typeof filterKinds)[number]
export type FilterPlace = {readonly index: number; readonly kind: FilterKind}

export const placesOf = (source: Source): readonly FilterPlace[] =>
  (source.filters ?? []).flatMap((filter, index) =>
    filterKinds.filter(kind => filter[kind] !== undefined).map(kind => ({index, kind})),
  )

const emptyFilter: {readonly [K in FilterKind]: NonNullable<SourceFilter[K]>} = {
  pageDomains: [],
  requestMethod: [],
  resourceType: [],
  requestPayload: {key: '', operator: 'Equals', value: ''},
}

export function withFilter(source: Source, kind: FilterKind): Source {
  const [first = {}, ...rest] = source.filters ?? []
  return {...source, filters: [{...first, [kind]: emptyFilter[kind]}, ...rest]}
}

export function ofFetch(source: Source): Source {
  const named = placesOf(source).filter(({kind}) => kind === 'resourceType')
  const [first] = named
  const place = first ?? {index: 0, kind: 'resourceType' as const}
  const rest = named.slice(1).toReversed().reduce(withoutFilter, source)
  return changedFilter(first ? rest : withFilter(rest, 'resourceType'), place, ['xmlhttprequest'])
}

export function changedFilter(source: Source, {index, kind}: FilterPlace, value: SourceFilter[FilterKind]): Source {
  const filters = (source.filters ?? []).map((filter, at) => (at === index ? {...filter, [kind]: value} : filter))
  return {...source, filters}
}

export function withoutFilter(source: Source, {index, kind}: FilterPlace): Source {
  const filters = (source.filters ?? []).flatMap((filter, at) => {
    if (at !== index) return [filter]
    const {[kind]: _gone, ...rest} = filter
    return Object.keys(rest).length > 0 ? [rest] : []
  })
  return {...source, filters}
}

export function isEmptyFilter({filters}: Source, {index, kind}: FilterPlace): boolean {
  const value = filters?.[index]?.[kind]
  return Array.isArray(value) ? value.length === 0 : value?.key === '' && value.value === ''
}

export function withoutEmptyFilters<Pair extends {readonly source?: Source | undefined}>(pair: Pair): Pair {
  const {source} = pair
  if (!source?.filters) return pair
  const empty = placesOf(source).filter(place => isEmptyFilter(source, place))
  return empty.length === 0 ? pair : {...pair, source: empty.toReversed().reduce(withoutFilter, source)}
}

const wordOf = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined ? type : commonTexts(`resource.${known}`)
}

const list = (texts: readonly string[]): TextSegments =>
  toTextSegments(texts.length === 0 ? editorTexts('filterUnset') : texts.join(', '))

export function filterText(filter: SourceFilter | undefined, kind: FilterKind): TextSegments {
  if (kind === 'resourceType') return list((filter?.resourceType ?? []).map(wordOf))
  if (kind !== 'requestPayload') return list(filter?.[kind] ?? [])
  const payload = filter?.requestPayload
  if (!payload || (payload.key === '' && payload.value === '')) return toTextSegments(editorTexts('filterUnset'))
  return phrase('payloadFilter', {
    key: payload.key === '' ? editorTexts('fieldUnset') : toCodeSegments(payload.key),
    operator: commonTexts(`operator.${payload.operator ?? 'Equals'}`),
    value: payload.value,
  })
}
