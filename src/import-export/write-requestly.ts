import {isRecord, type JsonRecord, without} from '../model/json'
import {readRule, type Rule, type StoredRecord} from '../model/rule'
import type {PairOf, RuleType} from '../model/rules'
import {keepsPathAndQuery} from '../model/rules/redirect'
import {escapeRegex} from '../matching/regex/write'
import {withoutAccountFields, type RuleLibrary} from './rule-library'
import {hasTypeFilter} from './sources'

/** Requestly's types of response for fetch and XHR. */
export const apiResponseTypes: ReadonlySet<unknown> = new Set(['restApi', 'graphqlApi'])

type Pair = JsonRecord

const nest = (pair: Pair, name: string, fields: readonly string[]): Pair => {
  const inside = Object.fromEntries(fields.flatMap(field => (pair[field] === undefined ? [] : [[field, pair[field]]])))
  return {...without(pair, ...fields), [name]: {...(pair[name] as JsonRecord | undefined), ...inside}}
}

/** In Requestly these fields limit a response even without a filter, and `static` is for files. */
function getResponseFields({response, source}: Pair): JsonRecord {
  const inside = isRecord(response) ? response : {}
  const isSupported = 'resourceType' in inside && hasTypeFilter(source)
  return isSupported ? inside : {...inside, resourceType: 'unknown'}
}

const addChangeIds = ({modifications}: Pair): readonly JsonRecord[] =>
  (modifications as readonly JsonRecord[]).map((change, index) => ({id: `change_${index + 1}`, ...change}))

/** Requestly has no Keep path and query, so a regex captures them. */
function writeWithRegex({keepPathAndQuery: _dropped, ...pair}: PairOf<'Redirect'>): Pair {
  const {operator, value} = pair.source
  const host = value.trim().toLowerCase()
  const parts = operator === 'Equals' ? [host] : host.split('*')
  const port = /:[\d*]+$/.test(host) ? '' : '(?::\\d+)?'
  const regex = `/^https?:\\/\\/${parts.map(escapeRegex).join('([^/?#]*?)')}${port}\\/(.*)/`
  return {
    ...pair,
    source: {...pair.source, key: 'url', operator: 'Matches', value: regex},
    destination: `${pair.destination.trim().replace(/\/$/, '')}/$${parts.length}`,
  }
}

const pairWriters: Readonly<Partial<Record<RuleType, (pair: Pair) => Pair>>> = {
  Headers(pair) {
    const changes = addChangeIds(pair)
    const of = (target: string) =>
      changes.filter(change => (change['target'] ?? 'Request') === target).map(change => without(change, 'target'))
    return {...pair, modifications: {Request: of('Request'), Response: of('Response')}}
  },
  QueryParam: pair => ({...pair, modifications: addChangeIds(pair)}),
  Request: pair => nest(pair, 'request', ['type', 'value']),
  Response: pair =>
    nest({...pair, response: getResponseFields(pair)}, 'response', [
      'type',
      'value',
      'statusCode',
      'statusText',
      'serveWithoutRequest',
    ]),
  Redirect: pair => (keepsPathAndQuery(pair as PairOf<'Redirect'>) ? writeWithRegex(pair as PairOf<'Redirect'>) : pair),
  Delay: pair => ({...pair, delay: String(pair['delay'])}),
}

/** In Requestly an empty value matches every request. */
function writeSource(source: JsonRecord | undefined): JsonRecord {
  if (source === undefined) return {key: 'Url', operator: 'Contains', value: '', filters: []}
  return {...source, key: source['key'] === 'url' ? 'Url' : source['key'], filters: source['filters'] ?? []}
}

function writeRule(rule: Rule): JsonRecord {
  const write = pairWriters[rule.ruleType]
  const pairs = rule.pairs.map((pair, index) => {
    const given: Pair = pair
    const written = write?.(given) ?? given
    return {
      id: `pair_${index + 1}`,
      ...written,
      source: writeSource(written['source'] as JsonRecord | undefined),
    }
  })
  const {id, groupId, isFavourite = false, schemaVersion = '3.0.0'} = rule
  // An empty source matches nothing here and everything in Requestly.
  const hasEmptySource = rule.pairs.some(({source}) => source?.value.trim() === '')
  const status = hasEmptySource ? 'Inactive' : rule.status
  return {
    ...withoutAccountFields(rule),
    id,
    groupId,
    isSample: false,
    isFavourite,
    schemaVersion,
    status,
    pairs,
    extensionRules: [],
  }
}

function ruleOrRecord(record: StoredRecord): JsonRecord {
  const read = readRule(record)
  return read.ok ? writeRule(read.value) : withoutAccountFields(record)
}

/** Rules and groups in Requestly's export format, which reads back as the same rules. */
export const writeRequestly = ({rules, groups}: RuleLibrary): string =>
  `${JSON.stringify([...rules.map(ruleOrRecord), ...groups.map(group => ({...withoutAccountFields(group), objectType: 'group', children: []}))], null, 2)}\n`
