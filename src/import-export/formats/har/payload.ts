import {isTooDeep, isRecord, parsed, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import type {SourceFilter} from '../../../model/source'
import {toText, parseFormFields} from '../../../matching/filters'
import {quoteValue} from '../../fields'

export const maxFieldFilters = 12
const maxFieldsRead = 20_000

/** The values of a JSON body by their dotted path; null for a name with a dot, which has none. */
function* readJsonValues(value: unknown, path: string): Generator<readonly [path: string, value: string] | null> {
  if (isRecord(value) || Array.isArray(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name === '' || name.includes('.')) yield null
      else yield* readJsonValues(each, path === '' ? name : `${path}.${name}`)
    }
  } else if (path !== '') yield [path, toText(value)]
}

function* readFormValues(text: string): Generator<readonly [path: string, value: string] | null> {
  for (const [name, value] of parseFormFields(text).flatMap(each => Object.entries(each))) {
    if (name === '' || isTooDeep(value)) yield null
    else if (typeof value === 'string') yield [name, value]
    else yield* readJsonValues(value, name)
  }
}

export const isMultipart = (type: unknown): boolean => typeof type === 'string' && /^multipart\/form-data\b/i.test(type)

const isForm = (type: unknown): boolean =>
  isMultipart(type) || (typeof type === 'string' && /^application\/x-www-form-urlencoded\b/i.test(type))

/** `isAll`: no more was sent. Null for a body without fields. */
function readFields(
  text: string,
  mimeType: unknown,
  maxFields: number,
): {readonly filters: readonly SourceFilter[]; readonly isAll: boolean} | null {
  const json = parsed(text)
  const hasFields = isForm(mimeType) || ((isRecord(json) || Array.isArray(json)) && !isTooDeep(json))
  if (!hasFields) return null
  const filters = new Map<string, SourceFilter>()
  let skipped = isMultipart(mimeType) && text.includes('; filename="') ? 1 : 0
  for (const field of isForm(mimeType) ? readFormValues(text) : readJsonValues(json, '')) {
    if (field === null || filters.size >= maxFields || field[1].trim() === '') skipped++
    else filters.set(field.join('\0'), {requestPayload: {key: field[0], operator: 'Equals', value: field[1]}})
    if (skipped > 0 && filters.size >= maxFields) break
  }
  return {filters: [...filters.values()], isAll: skipped === 0}
}

export const readAllFields = (text: string, mimeType: unknown): readonly SourceFilter[] =>
  readFields(text, mimeType, maxFieldsRead)?.filters ?? []

/** Filters for the first fields of a body, which must all match. */
export function readPayload(
  text: string,
  mimeType: unknown,
): {
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Note[]
} {
  const path = 'request.postData.text'
  const read = readFields(text, mimeType, maxFieldFilters)
  if (read === null)
    return {
      filters: [],
      notes: [noteAt(path, 'no-counterpart', noteText('onlyFieldsAreAsked', {payload: quoteValue(text)}))],
    }
  const {filters, isAll} = read
  return {filters, notes: isAll ? [] : [noteAt(path, 'changed', noteText('fieldsAskedFor', {fields: filters.length}))]}
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
const toParameter = (name: string, value: unknown): string =>
  `; ${name}="${stringOrEmpty(value).replaceAll('"', '%22')}"`

function toPart({name, value, fileName}: JsonRecord): string {
  const file = fileName === undefined ? '' : toParameter('filename', fileName)
  return `Content-Disposition: form-data${toParameter('name', name)}${file}\r\n\r\n${stringOrEmpty(value)}\r\n`
}

/** Browsers make a new boundary for each request. */
const normalizeBoundary = (text: string): string =>
  text.split('\r\n', 1).reduce((form, line) => (line.startsWith('--') ? form.replaceAll(line, '--part') : form), text)

/** The body of a request as text. Some recorders list the fields of a form instead. */
export function getPayload({text, params, mimeType}: JsonRecord): string {
  if (typeof text === 'string' && text !== '') return isMultipart(mimeType) ? normalizeBoundary(text) : text
  const fields = (Array.isArray(params) ? params : []).filter(isRecord)
  if (isMultipart(mimeType)) return fields.map(each => `--part\r\n${toPart(each)}`).join('')
  return new URLSearchParams(
    fields.map(({name, value, fileName}) => [stringOrEmpty(name), stringOrEmpty(value ?? fileName)]),
  ).toString()
}

export const hasPayload = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
