import {isRecord, parsed, type JsonRecord} from '../model/json'
import type {FilterName, PreparedFilter, PreparedText} from '../model/page-rules'
import {compilePreparedSearch} from './pattern-search'
import {isOnDomain} from './address'
import type {ParsedRequest} from './request'

/** The parameters of GraphQL that are JSON, in a query or in a form with files. */
const json = /^(?:variables|extensions|operations)$/

const part = /^\r\n.*; name="([^"]*)"\r\n\r\n([^]*)\r\n$/i

/** `FormData` is sent in parts, between lines that are all as its first one; files are left out. */
function parseFormPairs(form: string): readonly (readonly [name: string, value: string])[] {
  const [line] = form.split('\r\n', 1)
  if (!line?.startsWith('--')) return [...new URLSearchParams(form)]
  return form.split(line).flatMap(each => {
    const [, name, value] = part.exec(each) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

/** The fields of a form or of a query, in their order, each by itself: a name may come several times. Values are text, or GraphQL's JSON. */
export const parseFormFields = (form: string): readonly JsonRecord[] =>
  parseFormPairs(form).map(([name, value]) => ({[name]: (json.test(name) ? parsed(value) : undefined) ?? value}))

export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export type Filter = {readonly name: FilterName; readonly holds: (request: ParsedRequest) => boolean}

/** Values at a dotted path, looking into every element of an array on the way and at the end. */
function findValues(data: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(data)) {
    const [step, ...rest] = path
    const picked = step !== undefined && /^\d+$/.test(step) ? findValues(data[Number(step)], rest) : []
    return [...picked, ...data.flatMap(each => findValues(each, path))]
  }
  const [step, ...rest] = path
  if (step === undefined) return [data]
  if (!isRecord(data)) return []
  const whole = path.join('.')
  return Object.hasOwn(data, whole) && rest.length > 0
    ? findValues(data[whole], [])
    : Object.hasOwn(data, step)
      ? findValues(data[step], rest)
      : []
}

function compilePayloadFilter(path: readonly string[], text: PreparedText | null): Filter['holds'] {
  if (text === null) return () => false
  const compare = compilePreparedSearch(text)
  return ({payload, method, address}) => {
    const form = payload ?? (method === 'GET' ? address.url.split('?').slice(1).join('?') : '')
    return findValues((payload && parsed(payload)) || parseFormFields(form), path).some(
      value => compare(toText(value)) !== null,
    )
  }
}

// Chrome takes a method for a condition on http: with one, no WebSocket matches.
const isHttp = (url: string) => /^https?:/.test(url)

function compileFilter(filter: PreparedFilter): Filter['holds'] {
  if (filter.name === 'requestPayload') return compilePayloadFilter(filter.path, filter.compare)
  const {name, values} = filter
  if (name === 'requestMethod') return ({method, address}) => values.includes(method) && isHttp(address.url)
  if (name === 'resourceType') return ({resourceType}) => values.includes(resourceType)
  return ({pageHost}) => values.some(domain => isOnDomain(pageHost, domain))
}

/** Prepared filters as questions to requests. */
export const compileFilters = (filters: readonly PreparedFilter[]): Filter[] =>
  filters.map(filter => ({name: filter.name, holds: compileFilter(filter)}))
