import * as z from 'zod/mini'
import {isRecord, arrayOf, without} from './json'
import {fault, type Fault, faultText} from './faults'

/** What part of a request's address a source compares; the contract's `key`, written in lower case. */
export const sourceKeys = ['url', 'host', 'path'] as const
export const operators = ['Equals', 'Contains', 'Matches', 'Wildcard_Matches'] as const

/** The resource types of declarativeNetRequest that a rule can name in a filter. */
export const resourceTypes = [
  'main_frame',
  'sub_frame',
  'stylesheet',
  'script',
  'image',
  'font',
  'object',
  'xmlhttprequest',
  'ping',
  'csp_report',
  'media',
  'websocket',
  'webtransport',
  'webbundle',
  'other',
] as const

/** The methods that declarativeNetRequest can tell apart, as a filter writes them. */
export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT'] as const

const payloadFilter = z.looseObject({
  key: z.string(),
  operator: z.optional(z.enum(operators)),
  value: z.string(),
})

/** One narrowing of a source. All fields that are present must hold; several filters on a source must all hold. */
const sourceFilter = z.looseObject({
  pageDomains: z.optional(z.array(z.string())),
  requestMethod: z.optional(z.array(z.string())),
  resourceType: z.optional(z.array(z.string())),
  requestPayload: z.optional(payloadFilter),
})

export const source = z.looseObject({
  key: z.enum(sourceKeys),
  operator: z.enum(operators),
  value: z.string(),
  filters: z.optional(z.array(sourceFilter)),
})

export type SourceKey = (typeof sourceKeys)[number]
export type Operator = (typeof operators)[number]
export type ResourceType = (typeof resourceTypes)[number]
export type PayloadFilter = z.infer<typeof payloadFilter>
export type SourceFilter = z.infer<typeof sourceFilter>
export type Source = z.infer<typeof source>

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const filterNames: readonly string[] = Object.keys(sourceFilter.shape)
const sourceNames: readonly string[] = Object.keys(source.shape)
const listNames: ReadonlySet<string> = new Set(['pageDomains', 'requestMethod', 'resourceType'])

/** A filter as a form leaves it behind that nobody has filled in; a comparison with nothing is one. */
const isEmptyCondition = (value: unknown): boolean =>
  isEmpty(value) ||
  (Array.isArray(value) && value.every(isEmptyCondition)) ||
  (isRecord(value) && (Object.values(value).every(isEmpty) || value['value'] === ''))

/** The switch narrows where it is off, any other where it is on; what a service numbers its records by does not. */
const narrows = (name: string, value: unknown): boolean =>
  !isEmptyCondition(value) && name !== 'id' && name !== '_id' && value !== (name === 'isActive')

const foreignTo = (known: readonly string[], record: object): readonly string[] =>
  Object.entries(record).flatMap(([name, value]) => (known.includes(name) || !narrows(name, value) ? [] : [name]))

/** What a filter asks beside what is known here. */
export const foreignIn = (filter: SourceFilter): readonly string[] => foreignTo(filterNames, filter)

/** What a source asks beside its filters and what else is known here. */
export const foreignInSource = (given: Source): readonly string[] => foreignTo(sourceNames, given)

function liftFilter(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  // Built of entries: writing `lifted[name]` would let a field called __proto__ pass for fields that are not there.
  const lifted: Record<string, unknown> = Object.fromEntries(
    Object.entries(raw)
      .filter(([name, value]) => !(isEmpty(value) && filterNames.includes(name)))
      .map(([name, value]) => [name, listNames.has(name) && typeof value === 'string' ? [value] : value]),
  )
  const payload = lifted['requestPayload']
  if (isRecord(payload)) {
    const {key, operator, value} = payload
    // The app writes an unused payload filter as {key: '', value: ''}. Fields in it that are not ours go beside it.
    if (isEmpty(key) && isEmpty(value)) {
      delete lifted['requestPayload']
      const extra = without(payload, ...Object.keys(payloadFilter.shape))
      if (Object.keys(extra).length > 0) lifted['requestPayloadExtra'] = extra
    } else {
      const filled = {key: isEmpty(key) ? '' : key, operator: isEmpty(operator) ? 'Equals' : operator}
      lifted['requestPayload'] = {...payload, ...filled}
    }
  }
  if (Array.isArray(lifted['requestMethod']))
    lifted['requestMethod'] = lifted['requestMethod'].map(method =>
      typeof method === 'string' ? method.toUpperCase() : method,
    )
  return lifted
}

/** The source as the contract documents it, from any shape that accounts hold: keys in any case, filters as {}, [{}] or null. */
export function liftSource(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  const filters = arrayOf(raw['filters'])
    .map(liftFilter)
    .filter(filter => !isRecord(filter) || Object.keys(filter).length > 0)
  const key = raw['key']
  return {...raw, key: typeof key === 'string' ? key.toLowerCase() : key, filters}
}

/** What is wrong with a source that has the right shape. `at` is its path in the rule. */
export function faultsOfSource(given: Source, at: string): Fault[] {
  const faults: Fault[] = []
  if (given.value.trim() === '') faults.push(fault(`${at}.value`, 'missing', faultText('sayWhatToLookFor')))
  given.filters?.forEach((filter, index) => {
    const here = `${at}.filters[${index}]`
    for (const type of filter.resourceType ?? [])
      if (!resourceTypes.some(known => known === type))
        faults.push(fault(`${here}.resourceType`, 'unknown-type', faultText('notARequestType', {type})))
    for (const method of filter.requestMethod ?? [])
      if (!requestMethods.some(known => known === method))
        faults.push(fault(`${here}.requestMethod`, 'unknown-method', faultText('notARequestMethod', {method})))
    for (const domain of filter.pageDomains ?? [])
      if (domain.trim() === '' || /[\s/*:]/.test(domain))
        faults.push(fault(`${here}.pageDomains`, 'not-a-domain', faultText('notADomain', {domain})))
    if (filter.requestPayload && filter.requestPayload.key.trim() === '')
      faults.push(fault(`${here}.requestPayload.key`, 'missing', faultText('sayWhichPayloadField')))
  })
  return faults
}
