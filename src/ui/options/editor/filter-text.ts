import {resourceTypes, type SourceFilter} from '../../../contract/source'
import {code, phrase, prose, type Phrase} from '../../phrase'
import {editorWords, operatorWords, resourceWords} from '../../words'
import type {FilterKind} from './filters'

const wordOf = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined ? type : resourceWords[known]
}

const list = (texts: readonly string[]): Phrase =>
  prose(texts.length === 0 ? editorWords.filterUnset : texts.join(', '))

/** What a chip says after its first word. */
export function filterText(filter: SourceFilter | undefined, kind: FilterKind): Phrase {
  if (kind === 'resourceType') return list((filter?.resourceType ?? []).map(wordOf))
  if (kind !== 'requestPayload') return list(filter?.[kind] ?? [])
  const payload = filter?.requestPayload
  if (!payload || (payload.key === '' && payload.value === '')) return prose(editorWords.filterUnset)
  return phrase`${payload.key === '' ? editorWords.fieldUnset : code(payload.key)} ${operatorWords[payload.operator ?? 'Equals']} ${code(payload.value)}`
}
