import {isTooDeep, isRecord, parsed, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import type {SourceFilter} from '../../../model/source'
import {toText, parseFormFields} from '../../../matching/filters'
import {quoteValue} from '../../fields'

export const maxFieldFilters = 12
const mostRead = 20_000

/** The values of a JSON body by their dotted path; null for a name with a dot, which has none. */
function* valuesIn(value: unknown, path: string): Generator<readonly [path: string, value: string] | null> {
  if (isRecord(value) || Array.isArray(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name === '' || name.includes('.')) yield null
      else yield* valuesIn(each, path === '' ? name : `${path}.${name}`)
    }
  } else if (path !== '') yield [path, toText(value)]
}

function* valuesInForm(text: string): Generator<readonly [path: string, value: string] | null> {
  for (const [name, value] of parseFormFields(text).flatMap(each => Object.entries(each))) {
    if (name === '' || isTooDeep(value)) yield null
    else if (typeof value === 'string') yield [name, value]
    else yield* valuesIn(value, name)
  }
}

export const isMultipart = (type: unknown): boolean => typeof type === 'string' && /^multipart\/form-data\b/i.test(type)

const isForm = (type: unknown): boolean =>
  isMultipart(type) || (typeof type === 'string' && /^application\/x-www-form-urlencoded\b/i.test(type))

/** `isAll`: no more was sent. Null for a body without fields. */
function fieldsIn(
  text: string,
  mimeType: unknown,
  most: number,
): {readonly filters: readonly SourceFilter[]; readonly isAll: boolean} | null {
  const json = parsed(text)
  const hasFields = isForm(mimeType) || ((isRecord(json) || Array.isArray(json)) && !isTooDeep(json))
  if (!hasFields) return null
  const filters = new Map<string, SourceFilter>()
  let left = isMultipart(mimeType) && text.includes('; filename="') ? 1 : 0
  for (const found of isForm(mimeType) ? valuesInForm(text) : valuesIn(json, '')) {
    if (found === null || filters.size >= most || found[1].trim() === '') left++
    else filters.set(found.join('\0'), {requestPayload: {key: found[0], operator: 'Equals', value: found[1]}})
    if (left > 0 && filters.size >= most) break
  }
  return {filters: [...filters.values()], isAll: left === 0}
}

export const readAllFields = (text: string, mimeType: unknown): readonly SourceFilter[] =>
  fieldsIn(text, mimeType, mostRead)?.filters ?? []

/** Filters for the first fields of a body, which must all match. */
export function readPayload(
  text: string,
  mimeType: unknown,
): {
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Note[]
} {
  const path = 'request.postData.text'
  const read = fieldsIn(text, mimeType, maxFieldFilters)
  if (read === null)
    return {
      filters: [],
      notes: [noteAt(path, 'no-counterpart', noteText('onlyFieldsAreAsked', {payload: quoteValue(text)}))],
    }
  const {filters, isAll} = read
  return {filters, notes: isAll ? [] : [noteAt(path, 'changed', noteText('fieldsAskedFor', {fields: filters.length}))]}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const quoted = (name: string, value: unknown): string => `; ${name}="${textOf(value).replaceAll('"', '%22')}"`

function partOf({name, value, fileName}: JsonRecord): string {
  const file = fileName === undefined ? '' : quoted('filename', fileName)
  return `Content-Disposition: form-data${quoted('name', name)}${file}\r\n\r\n${textOf(value)}\r\n`
}

/** Browsers make a new boundary for each request. */
const withOneLine = (text: string): string =>
  text.split('\r\n', 1).reduce((form, line) => (line.startsWith('--') ? form.replaceAll(line, '--part') : form), text)

/** The body of a request as text. Some recorders list the fields of a form instead. */
export function getPayload({text, params, mimeType}: JsonRecord): string {
  if (typeof text === 'string' && text !== '') return isMultipart(mimeType) ? withOneLine(text) : text
  const fields = (Array.isArray(params) ? params : []).filter(isRecord)
  if (isMultipart(mimeType)) return fields.map(each => `--part\r\n${partOf(each)}`).join('')
  return new URLSearchParams(
    fields.map(({name, value, fileName}) => [textOf(name), textOf(value ?? fileName)]),
  ).toString()
}

export const hasPayload = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
