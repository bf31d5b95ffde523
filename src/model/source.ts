import * as z from 'zod/mini'
import {isRecord, toArray, without} from './json'
import {fault, type Fault, faultText} from './faults'

/** The part of the URL that a source compares: the contract's `key` in lower case. */
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

/** A filter of a source. All of its fields must match, and all filters of a source. */
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
export const navigationTypes: readonly ResourceType[] = ['main_frame', 'sub_frame']
export type PayloadFilter = z.infer<typeof payloadFilter>
export type SourceFilter = z.infer<typeof sourceFilter>
export type Source = z.infer<typeof source>

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const filterNames: readonly string[] = Object.keys(sourceFilter.shape)
const sourceNames: readonly string[] = Object.keys(source.shape)
const listNames: ReadonlySet<string> = new Set(['pageDomains', 'requestMethod', 'resourceType'])

/** An empty filter, as a form stores one that nobody filled in. */
const isEmptyCondition = (value: unknown): boolean =>
  isEmpty(value) ||
  (Array.isArray(value) && value.every(isEmptyCondition)) ||
  (isRecord(value) && (Object.values(value).every(isEmpty) || value['value'] === ''))

/** `isActive` narrows when it is false, other fields when set; ids never do. */
const narrows = (name: string, value: unknown): boolean =>
  !isEmptyCondition(value) && name !== 'id' && name !== '_id' && value !== (name === 'isActive')

const foreignTo = (known: readonly string[], record: object): readonly string[] =>
  Object.entries(record).flatMap(([name, value]) => (known.includes(name) || !narrows(name, value) ? [] : [name]))

/** The names of unknown fields that narrow a filter. */
export const foreignIn = (filter: SourceFilter): readonly string[] => foreignTo(filterNames, filter)

/** The names of unknown fields that narrow a source. */
export const foreignInSource = (given: Source): readonly string[] => foreignTo(sourceNames, given)

function liftFilter(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  // Uses entries: assigning `lifted[name]` would set the prototype for a field `__proto__`.
  const lifted: Record<string, unknown> = Object.fromEntries(
    Object.entries(raw)
      .filter(([name, value]) => !(isEmpty(value) && filterNames.includes(name)))
      .map(([name, value]) => [name, listNames.has(name) && typeof value === 'string' ? [value] : value]),
  )
  const payload = lifted['requestPayload']
  if (isRecord(payload)) {
    const {key, operator, value} = payload
    // The app stores an unused payload filter as {key: '', value: ''}. Unknown fields are kept.
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

/** The documented shape of a source: any case of keys, filters as {}, [{}] or null. */
export function liftSource(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  const filters = toArray(raw['filters'])
    .map(liftFilter)
    .filter(filter => !isRecord(filter) || Object.keys(filter).length > 0)
  const key = raw['key']
  return {...raw, key: typeof key === 'string' ? key.toLowerCase() : key, filters}
}

/** The source of a rule for every request. Other empty values belong to unfinished sources. */
export const everyRequest = {key: 'url', operator: 'Contains', value: ''} as const satisfies Source

export const matchesEveryRequest = ({key, operator, value}: Pick<Source, 'key' | 'operator' | 'value'>): boolean =>
  key === everyRequest.key && operator === everyRequest.operator && value === everyRequest.value

/** What is wrong with a source that has the right shape. `at` is its path in the rule. */
export function faultsOfSource(given: Source, at: string): Fault[] {
  const faults: Fault[] = []
  if (given.value.trim() === '' && !matchesEveryRequest(given))
    faults.push(fault(`${at}.value`, 'missing', faultText('sayWhatToLookFor')))
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
