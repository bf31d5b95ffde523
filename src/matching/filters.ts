import {isRecord, parsed, type JsonRecord} from '../model/json'
import type {FilterName, PreparedFilter, PreparedText} from '../model/page-rules'
import {compilePreparedSearch} from './pattern-search'
import {isOnDomain} from './address'
import type {ParsedRequest} from './request'

/** GraphQL parameters whose values are JSON. */
const json = /^(?:variables|extensions|operations)$/

const part = /^\r\n.*; name="([^"]*)"\r\n\r\n([^]*)\r\n$/i

/**
 * Parses URL-encoded fields or `multipart/form-data`, without files. All parts are separated by the
 * first line.
 */
function parseFormPairs(form: string): readonly (readonly [name: string, value: string])[] {
  const [line] = form.split('\r\n', 1)
  if (!line?.startsWith('--')) return [...new URLSearchParams(form)]
  return form.split(line).flatMap(each => {
    const [, name, value] = part.exec(each) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

/**
 * Returns one record per field, because a name may occur several times. GraphQL fields are parsed
 * as JSON.
 */
export const parseFormFields = (form: string): readonly JsonRecord[] =>
  parseFormPairs(form).map(([name, value]) => ({[name]: (json.test(name) ? parsed(value) : undefined) ?? value}))

export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export type Filter = {readonly name: FilterName; readonly holds: (request: ParsedRequest) => boolean}

/**
 * A body with several requests, as of GraphQL or JSON-RPC. A rule would change all of them,
 * so only a path that begins with an index reads one.
 */
export const isBatch = (body: unknown): body is readonly JsonRecord[] =>
  Array.isArray(body) && body.length > 1 && body.every(isRecord)

/** Returns the values at a dotted path. Arrays are searched at each step and at the end. */
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
    const body = payload && parsed(payload)
    // An object is not searched like an array, so the path has to name the index.
    const data = isBatch(body) ? Object.assign({}, body) : body || parseFormFields(form)
    return findValues(data, path).some(value => compare(toText(value)) !== null)
  }
}

// In Chrome, a condition with a request method never matches a WebSocket
// (test/browser/oracle/cases.test.ts).
const isHttp = (url: string) => /^https?:/.test(url)

function compileFilter(filter: PreparedFilter): Filter['holds'] {
  if (filter.name === 'requestPayload') return compilePayloadFilter(filter.path, filter.compare)
  const {name, values} = filter
  if (name === 'requestMethod') return ({method, address}) => values.includes(method) && isHttp(address.url)
  if (name === 'resourceType') return ({resourceType}) => values.includes(resourceType)
  return ({pageHost}) => values.some(domain => isOnDomain(pageHost, domain))
}

export const compileFilters = (filters: readonly PreparedFilter[]): Filter[] =>
  filters.map(filter => ({name: filter.name, holds: compileFilter(filter)}))
