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

const textOf = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : [requestPayload.key, requestPayload.operator, requestPayload.value].join('\0')

const textsOf = (filters: readonly SourceFilter[]): ReadonlySet<string> =>
  new Set(filters.flatMap(each => textOf(each) ?? []))

const fieldsOf = ({pairs: [pair]}: RulePayload): ReadonlySet<string> => textsOf(pair?.source?.filters ?? [])

const isLong = ({records: [first]}: RecordedExchange): boolean =>
  !!first?.rule && fieldsOf(first.rule).size >= maxFieldFilters

function sentTo(answered: RecordedExchange): ReadonlySet<string> {
  const {exchange, records} = answered
  const [first] = records
  if (!first?.rule) return new Set()
  return isLong(answered) ? textsOf(readAllFields(exchange.payload, exchange.payloadType)) : fieldsOf(first.rule)
}

function askingFor(rule: RulePayload, fields: readonly SourceFilter[]): RulePayload {
  const pairs = rule.pairs.map(({source, ...pair}) => ({
    ...pair,
    source: {...source, filters: [...(source?.filters ?? []).filter(each => textOf(each) === null), ...fields]},
  }))
  return {...rule, pairs} as unknown as RulePayload
}

function rarestOf({exchange}: RecordedExchange, times: ReadonlyMap<string, number>): readonly SourceFilter[] {
  const all = readAllFields(exchange.payload, exchange.payloadType)
  const timesOf = (field: SourceFilter) => times.get(textOf(field) ?? '') ?? 0
  const rarest = new Set(all.toSorted((a, b) => timesOf(a) - timesOf(b)).slice(0, maxFieldFilters))
  return all.filter(each => rarest.has(each))
}

function byAddress(all: readonly RecordedExchange[]): ReadonlyMap<string, readonly number[]> {
  const addresses = new Map<string, number[]>()
  for (const [place, {exchange}] of all.entries()) {
    const key = `${exchange.method} ${exchange.url}`
    const same = addresses.get(key)
    if (same) same.push(place)
    else addresses.set(key, [place])
  }
  return addresses
}

/** Where a body has too many fields, its rule asks for those that are rarest among the requests to the same URL. */
function withRarest(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const made = [...all]
  for (const places of byAddress(all).values()) {
    const same = places.flatMap(place => all[place] ?? [])
    if (same.length < 2 || !same.some(isLong)) continue
    const times = new Map<string, number>()
    for (const each of same) for (const field of sentTo(each)) times.set(field, (times.get(field) ?? 0) + 1)
    for (const [index, each] of same.entries()) {
      if (!isLong(each)) continue
      const fields = rarestOf(each, times)
      const records = each.records.map(({rule, ...record}) => ({...record, rule: rule && askingFor(rule, fields)}))
      made[places[index] ?? 0] = {...each, records}
    }
  }
  return made
}

const payloadPath = 'request.postData.text'

type Asking = {
  readonly answered: RecordedExchange
  readonly sent: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  readonly kinds: string
  readonly isOn: boolean
}

const kindsOf = ({pairs: [pair]}: RulePayload): string =>
  (pair?.source?.filters ?? []).flatMap(({resourceType = []}) => resourceType).join(' ')

/** A recording may have all of its requests at one URL. */
const mostCompared = 100

const withNote = ({records: [first, ...rest], ...answered}: RecordedExchange): RecordedExchange => ({
  ...answered,
  records: first
    ? [{...first, notes: [...first.notes, noteAt(payloadPath, 'changed', noteText('answersOthersToo'))]}, ...rest]
    : [],
})

const waitOf = ({records}: RecordedExchange): number =>
  Math.max(0, ...records.map(({rule}) => (rule?.ruleType === 'Delay' ? (rule.pairs[0]?.delay ?? 0) : 0)))

const isWithin = (fields: ReadonlySet<string>, sent: ReadonlySet<string>): boolean =>
  [...fields].every(each => sent.has(each))

const actsOn = (rule: Asking, asked: Asking): boolean =>
  rule.isOn && (rule.kinds === '' || rule.kinds === asked.kinds) && isWithin(rule.fields, asked.sent)

function withLongerWait(asking: Asking, others: readonly Asking[]): RecordedExchange {
  const {answered} = asking
  const longest = Math.max(0, ...others.flatMap(other => (actsOn(other, asking) ? waitOf(other.answered) : [])))
  if (!asking.isOn || waitOf(answered) === 0 || waitOf(answered) >= longest) return answered
  const note = noteAt('timings.wait', 'changed', noteText('waitsLonger', {milliseconds: longest}))
  return {
    ...answered,
    records: answered.records.map(each =>
      each.rule?.ruleType === 'Delay' ? {...each, notes: [...each.notes, note]} : each,
    ),
  }
}

/** Requests with more fields come first: a rule with fewer fields would answer them as well. */
function inOrder(all: readonly Asking[]): readonly RecordedExchange[] {
  const sorted = all.toSorted((a, b) => b.sent.size - a.sent.size || Number(b.kinds !== '') - Number(a.kinds !== ''))
  let more: readonly Asking[] = []
  return sorted.map((asking, index) => {
    const above = sorted.slice(Math.max(0, index - mostCompared), index)
    const below = sorted.slice(index + 1, index + mostCompared)
    if (asking.isOn && above.some(other => other.fields.size < other.sent.size && actsOn(other, asking)))
      return {...asking.answered, records: asking.answered.records.map(notAnswering)}
    if (asking.sent.size < (above.at(-1)?.sent.size ?? 0)) more = above
    const answered = withLongerWait(asking, below)
    return asking.isOn && more.some(other => isWithin(asking.fields, other.sent)) ? withNote(answered) : answered
  })
}

const asks = ({pairs}: RulePayload, counts: (filter: SourceFilter) => boolean = () => true): string =>
  JSON.stringify(
    pairs.map(({source}) => [
      source?.value,
      [...new Set((source?.filters ?? []).filter(counts).map(each => JSON.stringify(each)))].toSorted(),
    ]),
  )

const withoutKind = (rule: RulePayload): string => asks(rule, ({resourceType}) => resourceType === undefined)

const notAnswering = (record: ImportedRecord): ImportedRecord =>
  isActive(record) ? switchOff(record, payloadPath, noteText('answeredBefore')) : record

/** Switches off a second rule for the same condition, and a redirect of a URL that the file answers. */
function withoutSecond(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const answers = all.flatMap(({records}) =>
    records.filter(each => isActive(each) && each.rule?.ruleType === 'Response'),
  )
  const answered = new Set(answers.flatMap(({rule}) => (rule ? [withoutKind(rule)] : [])))
  const taken = new Set<string>()
  const judged = (record: ImportedRecord): ImportedRecord => {
    const {rule} = record
    if (rule === null || !isActive(record)) return record
    const condition = `${rule.ruleType} ${asks(rule)}`
    if (taken.has(condition)) return notAnswering(record)
    taken.add(condition)
    return record
  }
  const isLedAway = ({rule}: ImportedRecord) => rule?.ruleType === 'Redirect' && answered.has(withoutKind(rule))
  return all.map(each => ({
    ...each,
    records: each.records.some(isLedAway)
      ? each.records.map(record => switchOff(record, 'response.redirectURL', noteText('leadsAwayAgain')))
      : each.records.map(judged),
  }))
}

/** Orders records so that each recorded request gets its own answer, where rules can tell them apart. */
export function distinguishRequests(given: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const all = withoutSecond(withRarest(given))
  const arranged = [...all]
  for (const places of byAddress(all).values()) {
    const ruled = places.flatMap(place => {
      const [answered, rule] = [all[place], all[place]?.records[0]?.rule]
      return answered && rule ? [{place, answered, rule}] : []
    })
    if (ruled.length < 2) continue
    const asking = ruled.map(({answered, rule}) => ({
      answered,
      sent: sentTo(answered),
      fields: fieldsOf(rule),
      kinds: kindsOf(rule),
      isOn: rule.status === 'Active',
    }))
    for (const [index, answered] of inOrder(asking).entries()) arranged[ruled[index]?.place ?? 0] = answered
  }
  return arranged
}

/** Switches off redirects that lead in a circle, as those of a login do. */
export function switchOffLoops(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const redirects = all.flatMap(({records: [record]}, index) => {
    if (record?.rule?.ruleType !== 'Redirect' || !isActive(record)) return []
    const read = readRule({...record.rule, id: String(index)})
    return read.ok ? [{id: String(index), rule: read.value, translation: translateRule(read.value)}] : []
  })
  const inCircle = new Set(createLoopFinder()(redirects).flatMap(({rules}) => rules))
  return all.map((each, index) => {
    if (!inCircle.has(String(index))) return each
    const records = each.records.map(record => switchOff(record, 'response.redirectURL', noteText('leadsBackByOthers')))
    return {...each, records}
  })
}

const lostGoal = ({rule, notes}: ImportedRecord): readonly string[] =>
  rule?.ruleType === 'Redirect' && notes.some(({path, code}) => path === 'response.status' && code === 'switched-off')
    ? rule.pairs.map(({destination}) => withoutFragment(destination))
    : []

const leadsOn = (record: ImportedRecord): boolean => record.rule?.ruleType === 'Redirect' && isActive(record)

/** Notes on URLs that only a redirect which is switched off led to; redirects from there are switched off as well. */
export function switchOffUnreachable(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const goals = new Set(all.flatMap(({records}) => records.flatMap(lostGoal)))
  return all.map(each => {
    const {exchange, records} = each
    if (exchange.method !== 'GET' || !goals.has(exchange.url)) return each
    const said = noteAt('request.url', 'changed', noteText('wayIsOff'))
    return {
      ...each,
      records: records.some(leadsOn)
        ? records.map(record => switchOff(record, 'response.redirectURL', noteText('leadsAwayAgain')))
        : records.map(record => (isActive(record) ? {...record, notes: [...record.notes, said]} : record)),
    }
  })
}

const isPage = ({rule}: ImportedRecord): boolean =>
  rule?.ruleType === 'Response' && rule.pairs.some(({source}) => source?.filters?.some(isForDocument) === true)

const isMock = (record: ImportedRecord): boolean =>
  record.rule?.ruleType === 'Response' && isActive(record) && !isPage(record)

/** Scripts of the page script do not run in a page that a rule answers, so it is switched off beside other mocks. */
export function switchOffPages(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const mocked = new Set(all.filter(({records}) => records.some(isMock)).flatMap(({pages}) => pages))
  const isBeside = (page: string) => mocked.has(page) || mocked.has('') || (page === '' && mocked.size > 0)
  return all.map(each =>
    each.records.some(isPage) && each.pages.some(isBeside)
      ? {
          ...each,
          records: each.records.map(record => switchOff(record, 'response.content', noteText('outOfReachOfMocks'))),
        }
      : each,
  )
}
