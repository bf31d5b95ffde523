import type {RulePayload} from '../../../model/payload'
import {readRule} from '../../../model/rule'
import type {SourceFilter} from '../../../model/source'
import {type RecordedExchange, isForDocument} from './exchange'
import {maxFieldFilters, readAllFields} from './payload'
import {noteText, noteAt} from '../../notes'
import type {ImportedRecord} from '../../import-types'
import {isActive, switchOff} from '../../create-records'
import {withoutFragment} from '../../../matching/address'
import {createLoopFinder} from '../../../simulator/loops'
import {translateRule} from '../../../dnr/translate'

const toFilterKey = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : [requestPayload.key, requestPayload.operator, requestPayload.value].join('\0')

const toFilterKeys = (filters: readonly SourceFilter[]): ReadonlySet<string> =>
  new Set(filters.flatMap(each => toFilterKey(each) ?? []))

const getFilteredFields = ({pairs: [pair]}: RulePayload): ReadonlySet<string> =>
  toFilterKeys(pair?.source?.filters ?? [])

const hasTooManyFields = ({records: [first]}: RecordedExchange): boolean =>
  !!first?.rule && getFilteredFields(first.rule).size >= maxFieldFilters

function getSentFields(answered: RecordedExchange): ReadonlySet<string> {
  const {exchange, records} = answered
  const [first] = records
  if (!first?.rule) return new Set()
  return hasTooManyFields(answered)
    ? toFilterKeys(readAllFields(exchange.payload, exchange.payloadType))
    : getFilteredFields(first.rule)
}

function withPayloadFilters(rule: RulePayload, fields: readonly SourceFilter[]): RulePayload {
  const pairs = rule.pairs.map(({source, ...pair}) => ({
    ...pair,
    source: {...source, filters: [...(source?.filters ?? []).filter(each => toFilterKey(each) === null), ...fields]},
  }))
  return {...rule, pairs} as unknown as RulePayload
}

function getRarestFields({exchange}: RecordedExchange, counts: ReadonlyMap<string, number>): readonly SourceFilter[] {
  const all = readAllFields(exchange.payload, exchange.payloadType)
  const getCount = (field: SourceFilter) => counts.get(toFilterKey(field) ?? '') ?? 0
  const rarest = new Set(all.toSorted((a, b) => getCount(a) - getCount(b)).slice(0, maxFieldFilters))
  return all.filter(each => rarest.has(each))
}

function groupByUrl(all: readonly RecordedExchange[]): ReadonlyMap<string, readonly number[]> {
  const indexesByUrl = new Map<string, number[]>()
  for (const [index, {exchange}] of all.entries()) {
    const key = `${exchange.method} ${exchange.url}`
    const same = indexesByUrl.get(key)
    if (same) same.push(index)
    else indexesByUrl.set(key, [index])
  }
  return indexesByUrl
}

/**
 * A rule for a body with many fields matches the fields that are rarest among requests to the URL.
 */
function preferRarestFields(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const result = [...all]
  for (const indexes of groupByUrl(all).values()) {
    const same = indexes.flatMap(index => all[index] ?? [])
    if (same.length < 2 || !same.some(hasTooManyFields)) continue
    const counts = new Map<string, number>()
    for (const each of same) for (const field of getSentFields(each)) counts.set(field, (counts.get(field) ?? 0) + 1)
    for (const [index, each] of same.entries()) {
      if (!hasTooManyFields(each)) continue
      const fields = getRarestFields(each, counts)
      const records = each.records.map(({rule, ...record}) => ({
        ...record,
        rule: rule && withPayloadFilters(rule, fields),
      }))
      result[indexes[index] ?? 0] = {...each, records}
    }
  }
  return result
}

const payloadPath = 'request.postData.text'

type ComparedExchange = {
  readonly answered: RecordedExchange
  readonly sent: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  readonly kinds: string
  readonly isOn: boolean
}

const getTypes = ({pairs: [pair]}: RulePayload): string =>
  (pair?.source?.filters ?? []).flatMap(({resourceType = []}) => resourceType).join(' ')

/** A recording may have all of its requests at one URL. */
const maxCompared = 100

const addOthersNote = ({records: [first, ...rest], ...answered}: RecordedExchange): RecordedExchange => ({
  ...answered,
  records: first
    ? [{...first, notes: [...first.notes, noteAt(payloadPath, 'changed', noteText('answersOthersToo'))]}, ...rest]
    : [],
})

const getDelay = ({records}: RecordedExchange): number =>
  Math.max(0, ...records.map(({rule}) => (rule?.ruleType === 'Delay' ? (rule.pairs[0]?.delay ?? 0) : 0)))

const isSubset = (fields: ReadonlySet<string>, sent: ReadonlySet<string>): boolean =>
  [...fields].every(each => sent.has(each))

const matches = (rule: ComparedExchange, request: ComparedExchange): boolean =>
  rule.isOn && (rule.kinds === '' || rule.kinds === request.kinds) && isSubset(rule.fields, request.sent)

function addLongerDelayNote(compared: ComparedExchange, others: readonly ComparedExchange[]): RecordedExchange {
  const {answered} = compared
  const longest = Math.max(0, ...others.flatMap(other => (matches(other, compared) ? getDelay(other.answered) : [])))
  if (!compared.isOn || getDelay(answered) === 0 || getDelay(answered) >= longest) return answered
  const note = noteAt('timings.wait', 'changed', noteText('waitsLonger', {milliseconds: longest}))
  return {
    ...answered,
    records: answered.records.map(each =>
      each.rule?.ruleType === 'Delay' ? {...each, notes: [...each.notes, note]} : each,
    ),
  }
}

/** Requests with more fields come first: a rule with fewer fields would answer them as well. */
function sortExchanges(all: readonly ComparedExchange[]): readonly RecordedExchange[] {
  const sorted = all.toSorted((a, b) => b.sent.size - a.sent.size || Number(b.kinds !== '') - Number(a.kinds !== ''))
  let withMoreFields: readonly ComparedExchange[] = []
  return sorted.map((compared, index) => {
    const earlier = sorted.slice(Math.max(0, index - maxCompared), index)
    const later = sorted.slice(index + 1, index + maxCompared)
    if (compared.isOn && earlier.some(other => other.fields.size < other.sent.size && matches(other, compared)))
      return {...compared.answered, records: compared.answered.records.map(switchOffDuplicate)}
    if (compared.sent.size < (earlier.at(-1)?.sent.size ?? 0)) withMoreFields = earlier
    const answered = addLongerDelayNote(compared, later)
    return compared.isOn && withMoreFields.some(other => isSubset(compared.fields, other.sent))
      ? addOthersNote(answered)
      : answered
  })
}

const toConditionKey = ({pairs}: RulePayload, isCounted: (filter: SourceFilter) => boolean = () => true): string =>
  JSON.stringify(
    pairs.map(({source}) => [
      source?.value,
      [...new Set((source?.filters ?? []).filter(isCounted).map(each => JSON.stringify(each)))].toSorted(),
    ]),
  )

const toUntypedConditionKey = (rule: RulePayload): string =>
  toConditionKey(rule, ({resourceType}) => resourceType === undefined)

const switchOffDuplicate = (record: ImportedRecord): ImportedRecord =>
  isActive(record) ? switchOff(record, payloadPath, noteText('answeredBefore')) : record

/** Switches off duplicate conditions, and redirects of a URL that has a recorded response. */
function switchOffDuplicates(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const responses = all.flatMap(({records}) =>
    records.filter(each => isActive(each) && each.rule?.ruleType === 'Response'),
  )
  const answeredConditions = new Set(responses.flatMap(({rule}) => (rule ? [toUntypedConditionKey(rule)] : [])))
  const takenConditions = new Set<string>()
  const checkRecord = (record: ImportedRecord): ImportedRecord => {
    const {rule} = record
    if (rule === null || !isActive(record)) return record
    const condition = `${rule.ruleType} ${toConditionKey(rule)}`
    if (takenConditions.has(condition)) return switchOffDuplicate(record)
    takenConditions.add(condition)
    return record
  }
  const isRedirectOfAnswered = ({rule}: ImportedRecord) =>
    rule?.ruleType === 'Redirect' && answeredConditions.has(toUntypedConditionKey(rule))
  return all.map(each => ({
    ...each,
    records: each.records.some(isRedirectOfAnswered)
      ? each.records.map(record => switchOff(record, 'response.redirectURL', noteText('redirectBlocksPage')))
      : each.records.map(checkRecord),
  }))
}

/** Orders records so that each request gets its own response, where rules can distinguish them. */
export function distinguishRequests(given: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const all = switchOffDuplicates(preferRarestFields(given))
  const result = [...all]
  for (const indexes of groupByUrl(all).values()) {
    const withRules = indexes.flatMap(index => {
      const [answered, rule] = [all[index], all[index]?.records[0]?.rule]
      return answered && rule ? [{place: index, answered, rule}] : []
    })
    if (withRules.length < 2) continue
    const compared = withRules.map(({answered, rule}) => ({
      answered,
      sent: getSentFields(answered),
      fields: getFilteredFields(rule),
      kinds: getTypes(rule),
      isOn: rule.status === 'Active',
    }))
    for (const [index, answered] of sortExchanges(compared).entries()) result[withRules[index]?.place ?? 0] = answered
  }
  return result
}

/** Switches off redirects that lead in a circle, as those of a login do. */
export function switchOffLoops(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const redirects = all.flatMap(({records: [record]}, index) => {
    if (record?.rule?.ruleType !== 'Redirect' || !isActive(record)) return []
    const read = readRule({...record.rule, id: String(index)})
    return read.ok ? [{id: String(index), rule: read.value, translation: translateRule(read.value)}] : []
  })
  const loopingIds = new Set(createLoopFinder()(redirects).flatMap(({rules}) => rules))
  return all.map((each, index) => {
    if (!loopingIds.has(String(index))) return each
    const records = each.records.map(record =>
      switchOff(record, 'response.redirectURL', noteText('redirectsBackThroughOthers')),
    )
    return {...each, records}
  })
}

const getLostDestinations = ({rule, notes}: ImportedRecord): readonly string[] =>
  rule?.ruleType === 'Redirect' && notes.some(({path, code}) => path === 'response.status' && code === 'switched-off')
    ? rule.pairs.map(({destination}) => withoutFragment(destination))
    : []

const isActiveRedirect = (record: ImportedRecord): boolean => record.rule?.ruleType === 'Redirect' && isActive(record)

/** Adds notes to URLs that only a disabled redirect reached, and disables redirects from there. */
export function switchOffUnreachable(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const lostDestinations = new Set(all.flatMap(({records}) => records.flatMap(getLostDestinations)))
  return all.map(each => {
    const {exchange, records} = each
    if (exchange.method !== 'GET' || !lostDestinations.has(exchange.url)) return each
    const unreachableNote = noteAt('request.url', 'changed', noteText('recordedRedirectIsOff'))
    return {
      ...each,
      records: records.some(isActiveRedirect)
        ? records.map(record => switchOff(record, 'response.redirectURL', noteText('redirectBlocksPage')))
        : records.map(record => (isActive(record) ? {...record, notes: [...record.notes, unreachableNote]} : record)),
    }
  })
}

const isPageResponse = ({rule}: ImportedRecord): boolean =>
  rule?.ruleType === 'Response' && rule.pairs.some(({source}) => source?.filters?.some(isForDocument) === true)

const isActiveMock = (record: ImportedRecord): boolean =>
  record.rule?.ruleType === 'Response' && isActive(record) && !isPageResponse(record)

/**
 * The page script does not run in a page that a rule answers, so its mocks would not work there.
 */
export function switchOffPages(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const mockedPages = new Set(all.filter(({records}) => records.some(isActiveMock)).flatMap(({pages}) => pages))
  const hasMocks = (page: string) =>
    mockedPages.has(page) || mockedPages.has('') || (page === '' && mockedPages.size > 0)
  return all.map(each =>
    each.records.some(isPageResponse) && each.pages.some(hasMocks)
      ? {
          ...each,
          records: each.records.map(record => switchOff(record, 'response.content', noteText('outOfReachOfMocks'))),
        }
      : each,
  )
}
