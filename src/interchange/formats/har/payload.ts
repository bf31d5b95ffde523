import {isTooDeep} from '../../../contract/depth'
import {fault, type Fault} from '../../../contract/faults'
import {isRecord, parsed, type JsonRecord} from '../../../contract/json'
import {fieldsAskedFor, onlyFieldsAreAsked} from '../../../contract/reasons'
import type {SourceFilter} from '../../../contract/source'
import {shown} from '../../fields'

const mostFields = 12

/** Single values of a JSON body by their dotted path; a name with a dot in it has none. */
function* valuesIn(value: unknown, path: string): Generator<readonly [path: string, value: string] | null> {
  if (isRecord(value) || Array.isArray(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name === '' || name.includes('.')) yield null
      else yield* valuesIn(each, path === '' ? name : `${path}.${name}`)
    }
  } else if (path !== '') yield [path, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]
}

/** The fields of a form, of which those that stand in it several times have no single value. */
function fieldsOfForm(text: string): readonly (readonly [name: string, value: string] | null)[] {
  const fields = new Map<string, readonly [name: string, value: string] | null>()
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, name === '' || fields.has(name) ? null : [name, value])
  return [...fields.values()]
}

const isForm = (type: unknown): boolean =>
  typeof type === 'string' && /^application\/x-www-form-urlencoded\b/i.test(type)

/** What was sent, as filters that must all hold: its fields one by one. */
export function readPayload(
  text: string,
  {mimeType}: JsonRecord,
): {
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Fault[]
} {
  const path = 'request.postData.text'
  if (text === '') return {filters: [], notes: []}
  const json = parsed(text)
  const hasFields = isForm(mimeType) || ((isRecord(json) || Array.isArray(json)) && !isTooDeep(json))
  if (!hasFields)
    return {
      filters: [],
      notes: [fault(path, 'no-counterpart', onlyFieldsAreAsked(shown(text)))],
    }
  const filters: SourceFilter[] = []
  let left = 0
  for (const found of isForm(mimeType) ? fieldsOfForm(text) : valuesIn(json, '')) {
    if (found === null || filters.length >= mostFields || found[1].trim() === '') left++
    else filters.push({requestPayload: {key: found[0], operator: 'Equals', value: found[1]}})
    if (left > 100) break
  }
  const notes = left === 0 ? [] : [fault(path, 'changed', fieldsAskedFor(filters.length))]
  return {filters, notes}
}

/** What was sent, as one text. A form may be recorded field by field alone: of a file in it, its name. */
export function sentIn(postData: JsonRecord): string {
  const {text, params} = postData
  if (typeof text === 'string' && text !== '') return text
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const fields = (Array.isArray(params) ? params : []).flatMap((each: unknown) =>
    isRecord(each) ? [[textOf(each['name']) ?? '', textOf(each['value']) ?? textOf(each['fileName']) ?? '']] : [],
  )
  return new URLSearchParams(fields).toString()
}

/** What two requests of one kind, to one address, are told apart by. */
export const hasPayload = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
