import type {RulePayload} from '../../../model/payload'
import {readRule} from '../../../model/rule'
import type {SourceFilter} from '../../../model/source'
import {type RecordedExchange, isForDocument} from './exchange'
import {readAllFields} from './payload'
import {noteText} from '../../notes'
import type {ImportedRecord} from '../../import-types'
import {isActive, switchOff} from '../../create-records'
import {createLoopFinder} from '../../../simulator/loops'
import {translateRule} from '../../../dnr/translate'

const toFilterKey = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : [requestPayload.key, requestPayload.operator, requestPayload.value].join('\0')

const toFilterKeys = (filters: readonly SourceFilter[]): ReadonlySet<string> =>
  new Set(filters.flatMap(each => toFilterKey(each) ?? []))

const getFilteredFields = ({pairs: [pair]}: RulePayload): ReadonlySet<string> =>
  toFilterKeys(pair?.source?.filters ?? [])

const getSentFields = ({exchange: {payload, payloadType}}: RecordedExchange): ReadonlySet<string> =>
  toFilterKeys(readAllFields(payload, payloadType))

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

const isSubset = (fields: ReadonlySet<string>, sent: ReadonlySet<string>): boolean =>
  [...fields].every(each => sent.has(each))

const matches = (rule: ComparedExchange, request: ComparedExchange): boolean =>
  rule.isOn && (rule.kinds === '' || rule.kinds === request.kinds) && isSubset(rule.fields, request.sent)

/** Requests with more fields come first: a rule with fewer fields would answer them as well. */
function sortExchanges(all: readonly ComparedExchange[]): readonly RecordedExchange[] {
  const sorted = all.toSorted((a, b) => b.sent.size - a.sent.size || Number(b.kinds !== '') - Number(a.kinds !== ''))
  return sorted.map((compared, index) => {
    const earlier = sorted.slice(Math.max(0, index - maxCompared), index)
    return compared.isOn && earlier.some(other => matches(other, compared))
      ? {...compared.answered, records: compared.answered.records.map(switchOffDuplicate)}
      : compared.answered
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
      ? each.records.map(record => switchOff(record, 'response.redirectURL', noteText('leadsAwayAgain')))
      : each.records.map(checkRecord),
  }))
}

/** Orders records so that each request gets its own response, where rules can distinguish them. */
export function distinguishRequests(given: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const all = switchOffDuplicates(given)
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
    const records = each.records.map(record => switchOff(record, 'response.redirectURL', noteText('leadsBackByOthers')))
    return {...each, records}
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
