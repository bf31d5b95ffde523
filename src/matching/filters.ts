import {isRecord} from '../contract/json'
import type {PayloadFilter, SourceFilter} from '../contract/source'
import {asWrittenHost} from './address'
import {readRegex} from './regex/read'
import {writeRegex} from './regex/write'
import type {AskedRequest} from './request'

export type FilterName = 'pageDomains' | 'requestMethod' | 'resourceType' | 'requestPayload'

/** One narrowing: its name, to say which did not hold, and the question. */
export type Filter = {readonly name: FilterName; readonly holds: (request: AskedRequest) => boolean}

/** Values at a dotted path, looking into every element of an array on the way and at the end. */
function valuesAt(data: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(data)) {
    const [step, ...rest] = path
    const picked = step !== undefined && /^\d+$/.test(step) ? valuesAt(data[Number(step)], rest) : []
    return [...picked, ...data.flatMap(each => valuesAt(each, path))]
  }
  const [step, ...rest] = path
  if (step === undefined) return [data]
  if (!isRecord(data)) return []
  const whole = path.join('.')
  return Object.hasOwn(data, whole) && rest.length > 0
    ? valuesAt(data[whole], [])
    : Object.hasOwn(data, step)
      ? valuesAt(data[step], rest)
      : []
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A GraphQL GET has its operation in the query: `variables` is JSON there, the rest is text. */
const payloadOfQuery = (url: string): unknown =>
  Object.fromEntries(
    [...new URLSearchParams(url.split('?').slice(1).join('?'))].map(([name, value]) => [
      name,
      (name === 'variables' || name === 'extensions' ? parsed(value) : undefined) ?? value,
    ]),
  )

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Payload text is compared as it is: it is no address, so nothing is percent-encoded. */
function comparePayload({operator = 'Equals', value}: PayloadFilter): (text: string) => boolean {
  switch (operator) {
    case 'Equals':
      return text => text === value
    case 'Contains':
      return text => text.includes(value)
    case 'Matches': {
      const read = readRegex(value, {spell: text => text})
      if ('reason' in read) return () => false
      const expression = new RegExp(writeRegex(read.regex.tokens), read.regex.ignoreCase ? 'i' : '')
      return text => expression.test(text)
    }
    case 'Wildcard_Matches': {
      const pieces = value.split('*').map(piece => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      const expression = new RegExp(`^${pieces.join('[^]*?')}$`)
      return text => expression.test(text)
    }
    default:
      return operator satisfies never
  }
}

function payloadHolds(filter: PayloadFilter): (request: AskedRequest) => boolean {
  const compare = comparePayload(filter)
  const path = filter.key.split('.')
  return ({payload, method, address}) => {
    const data = payload !== undefined ? parsed(payload) : method === 'GET' ? payloadOfQuery(address.url) : undefined
    return valuesAt(data, path).some(value => compare(asText(value)))
  }
}

export const isOnDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** All that must hold of a request besides its address. An empty list in a filter narrows nothing. */
export function readFilters(filters: readonly SourceFilter[] | undefined): Filter[] {
  const read: Filter[] = []
  for (const {pageDomains = [], requestMethod = [], resourceType = [], requestPayload} of filters ?? []) {
    if (requestMethod.length > 0) {
      const methods = new Set(requestMethod.map(method => method.toUpperCase()))
      // Chrome takes a method for a condition on http: with one, no WebSocket matches.
      const isHttp = (url: string) => url.startsWith('http:') || url.startsWith('https:')
      read.push({name: 'requestMethod', holds: ({method, address}) => methods.has(method) && isHttp(address.url)})
    }
    if (resourceType.length > 0) {
      const types = new Set(resourceType)
      read.push({name: 'resourceType', holds: request => types.has(request.resourceType)})
    }
    if (pageDomains.length > 0) {
      const domains = pageDomains.map(domain => asWrittenHost(domain.trim()))
      read.push({name: 'pageDomains', holds: ({pageHost}) => domains.some(domain => isOnDomain(pageHost, domain))})
    }
    if (requestPayload) read.push({name: 'requestPayload', holds: payloadHolds(requestPayload)})
  }
  return read
}
