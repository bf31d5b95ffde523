import {resourceTypes, type ResourceType, type Source, type SourceFilter} from '../../../../model/source'
import {toCodeSegments, createSegmentedTexts, toTextSegments, type TextSegments} from '../../../text-segments'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'

const phrase = createSegmentedTexts(editorTexts)
export const filterKinds = ['pageDomains', 'requestMethod', 'resourceType', 'requestPayload'] as const
export type FilterKind = (typeof filterKinds)[number]
export type FilterPosition = {readonly index: number; readonly kind: FilterKind}

export const getFilterPositions = (source: Source): readonly FilterPosition[] =>
  (source.filters ?? []).flatMap((filter, index) =>
    filterKinds.filter(kind => filter[kind] !== undefined).map(kind => ({index, kind})),
  )

const emptyFilter: {readonly [K in FilterKind]: NonNullable<SourceFilter[K]>} = {
  pageDomains: [],
  requestMethod: [],
  resourceType: [],
  requestPayload: {key: '', operator: 'Equals', value: ''},
}

export function addFilter(source: Source, kind: FilterKind): Source {
  const [first = {}, ...rest] = source.filters ?? []
  return {...source, filters: [{...first, [kind]: emptyFilter[kind]}, ...rest]}
}

export function limitSourceToFetch(source: Source): Source {
  const typePositions = getFilterPositions(source).filter(({kind}) => kind === 'resourceType')
  const [first] = typePositions
  const position = first ?? {index: 0, kind: 'resourceType' as const}
  const rest = typePositions.slice(1).toReversed().reduce(removeFilter, source)
  return setFilter(first ? rest : addFilter(rest, 'resourceType'), position, ['xmlhttprequest'])
}

/** Names the type, and fetch and XHR, which a Response answers without a Type filter. */
export const addTypeToSource = (source: Source, type: ResourceType): Source =>
  setFilter(addFilter(source, 'resourceType'), {index: 0, kind: 'resourceType'}, [type, 'xmlhttprequest'])

export function setFilter(source: Source, {index, kind}: FilterPosition, value: SourceFilter[FilterKind]): Source {
  const filters = (source.filters ?? []).map((filter, at) => (at === index ? {...filter, [kind]: value} : filter))
  return {...source, filters}
}

export function removeFilter(source: Source, {index, kind}: FilterPosition): Source {
  const filters = (source.filters ?? []).flatMap((filter, at) => {
    if (at !== index) return [filter]
    const {[kind]: _removed, ...rest} = filter
    return Object.keys(rest).length > 0 ? [rest] : []
  })
  return {...source, filters}
}

export function isEmptyFilter({filters}: Source, {index, kind}: FilterPosition): boolean {
  const value = filters?.[index]?.[kind]
  return Array.isArray(value) ? value.length === 0 : value?.key === '' && value.value === ''
}

export function removeEmptyFilters<Pair extends {readonly source?: Source | undefined}>(pair: Pair): Pair {
  const {source} = pair
  if (!source?.filters) return pair
  const empty = getFilterPositions(source).filter(position => isEmptyFilter(source, position))
  return empty.length === 0 ? pair : {...pair, source: empty.toReversed().reduce(removeFilter, source)}
}

export const formatResourceType = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined ? type : commonTexts(`resource.${known}`)
}

const toPhrase = (texts: readonly string[]): TextSegments =>
  toTextSegments(texts.length === 0 ? editorTexts('filterUnset') : texts.join(', '))

export function formatFilter(filter: SourceFilter | undefined, kind: FilterKind): TextSegments {
  if (kind === 'resourceType') return toPhrase((filter?.resourceType ?? []).map(formatResourceType))
  if (kind !== 'requestPayload') return toPhrase(filter?.[kind] ?? [])
  const payload = filter?.requestPayload
  if (!payload || (payload.key === '' && payload.value === '')) return toTextSegments(editorTexts('filterUnset'))
  return phrase('payloadFilter', {
    key: payload.key === '' ? editorTexts('fieldUnset') : toCodeSegments(payload.key),
    operator: commonTexts(`operator.${payload.operator ?? 'Equals'}`),
    value: payload.value,
  })
}
