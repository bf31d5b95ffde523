import type {RulePayload} from '../../../contract/payload'
import type {SourceFilter} from '../../../contract/source'
import {type Answered, isForDocument} from './exchange'
import {mostFields, sentFields} from './payload'
import {fault} from '../../../contract/faults'
import {
  answeredBefore,
  answersOthersToo,
  leadsAwayAgain,
  leadsBackByOthers,
  outOfReachOfMocks,
  waitsLonger,
  wayIsOff,
} from '../../../contract/reasons'
import type {ImportedRecord} from '../../imported'
import {isActive, switchedOff} from '../../making'
import {withoutFragment} from '../../../matching/address'

const textOf = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : [requestPayload.key, requestPayload.operator, requestPayload.value].join('\0')

const textsOf = (filters: readonly SourceFilter[]): ReadonlySet<string> =>
  new Set(filters.flatMap(each => textOf(each) ?? []))

/** The fields of a payload that a rule asks for, each as one text. */
const fieldsOf = ({pairs: [pair]}: RulePayload): ReadonlySet<string> => textsOf(pair?.source?.filters ?? [])

/** Whether more may have been sent than its rule asks for. */
const isLong = ({records: [first]}: Answered): boolean => !!first?.rule && fieldsOf(first.rule).size >= mostFields

/** All that was sent to what a rule is made of, each field as one text. */
function sentTo(answered: Answered): ReadonlySet<string> {
  const {exchange, records} = answered
  const [first] = records
  if (!first?.rule) return new Set()
  return isLong(answered) ? textsOf(sentFields(exchange.payload, exchange.payloadType)) : fieldsOf(first.rule)
}

/** Asks for other fields of the payload. */
function askingFor(rule: RulePayload, fields: readonly SourceFilter[]): RulePayload {
  const pairs = rule.pairs.map(({source, ...pair}) => ({
    ...pair,
    source: {...source, filters: [...(source?.filters ?? []).filter(each => textOf(each) === null), ...fields]},
  }))
  return {...rule, pairs} as unknown as RulePayload
}

/** Of what was sent, the fields that the fewest requests have, in their order. */
function rarestOf({exchange}: Answered, times: ReadonlyMap<string, number>): readonly SourceFilter[] {
  const all = sentFields(exchange.payload, exchange.payloadType)
  const timesOf = (field: SourceFilter) => times.get(textOf(field) ?? '') ?? 0
  const rarest = new Set(all.toSorted((a, b) => timesOf(a) - timesOf(b)).slice(0, mostFields))
  return all.filter(each => rarest.has(each))
}

/** Where in a recording each address stands that was asked for by one method. */
function byAddress(all: readonly Answered[]): ReadonlyMap<string, readonly number[]> {
  const addresses = new Map<string, number[]>()
  for (const [place, {exchange}] of all.entries()) {
    const key = `${exchange.method} ${exchange.url}`
    const same = addresses.get(key)
    if (same) same.push(place)
    else addresses.set(key, [place])
  }
  return addresses
}

/** Where more was sent than a rule can ask for, it asks for what tells requests of one method and address apart, and then for what comes first. */
function withRarest(all: readonly Answered[]): readonly Answered[] {
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
  readonly answered: Answered
  /** What was sent, and what of it its rule asks for. */
  readonly sent: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  /** The kinds of request that it is for; empty for all. */
  readonly kinds: string
  readonly isOn: boolean
}

const kindsOf = ({pairs: [pair]}: RulePayload): string =>
  (pair?.source?.filters ?? []).flatMap(({resourceType = []}) => resourceType).join(' ')

/** So many of one address are looked at for each request of it: a recording may have all of its requests at one. */
const mostCompared = 100

const withNote = ({records: [first, ...rest], ...answered}: Answered): Answered => ({
  ...answered,
  records: first ? [{...first, notes: [...first.notes, fault(payloadPath, 'changed', answersOthersToo)]}, ...rest] : [],
})

/** How long its own answer is held up, in milliseconds. */
const waitOf = ({records}: Answered): number =>
  Math.max(0, ...records.map(({rule}) => (rule?.ruleType === 'Delay' ? (rule.pairs[0]?.delay ?? 0) : 0)))

const isWithin = (fields: ReadonlySet<string>, sent: ReadonlySet<string>): boolean =>
  [...fields].every(each => sent.has(each))

const actsOn = (rule: Asking, asked: Asking): boolean =>
  rule.isOn && (rule.kinds === '' || rule.kinds === asked.kinds) && isWithin(rule.fields, asked.sent)

/** Of two delays the longer one acts: that of another answer, which is for some of its requests, too. */
function withLongerWait(asking: Asking, others: readonly Asking[]): Answered {
  const {answered} = asking
  const longest = Math.max(0, ...others.flatMap(other => (actsOn(other, asking) ? waitOf(other.answered) : [])))
  if (!asking.isOn || waitOf(answered) === 0 || waitOf(answered) >= longest) return answered
  const note = fault('timings.wait', 'changed', waitsLonger(longest))
  return {
    ...answered,
    records: answered.records.map(each =>
      each.rule?.ruleType === 'Delay' ? {...each, notes: [...each.notes, note]} : each,
    ),
  }
}

/** Those of one method and address: who sent more fields of a payload comes first, or another's rule, which lets further fields pass, would answer. */
function inOrder(all: readonly Asking[]): readonly Answered[] {
  const sorted = all.toSorted((a, b) => b.sent.size - a.sent.size || Number(b.kinds !== '') - Number(a.kinds !== ''))
  let more: readonly Asking[] = []
  return sorted.map((asking, index) => {
    const above = sorted.slice(Math.max(0, index - mostCompared), index)
    const below = sorted.slice(index + 1, index + mostCompared)
    // It sent what another's rule asks for, and that one asks for less than was sent.
    if (asking.isOn && above.some(other => other.fields.size < other.sent.size && actsOn(other, asking)))
      return {...asking.answered, records: asking.answered.records.map(notAnswering)}
    if (asking.sent.size < (above.at(-1)?.sent.size ?? 0)) more = above
    const answered = withLongerWait(asking, below)
    return asking.isOn && more.some(other => isWithin(asking.fields, other.sent)) ? withNote(answered) : answered
  })
}

/** What a rule asks for: that of some filters, in whichever order they are. */
const asks = ({pairs}: RulePayload, counts: (filter: SourceFilter) => boolean = () => true): string =>
  JSON.stringify(
    pairs.map(({source}) => [
      source?.value,
      [...new Set((source?.filters ?? []).filter(counts).map(each => JSON.stringify(each)))].toSorted(),
    ]),
  )

/** What a rule asks for, whichever kind of request that is. */
const withoutKind = (rule: RulePayload): string => asks(rule, ({resourceType}) => resourceType === undefined)

const notAnswering = (record: ImportedRecord): ImportedRecord =>
  isActive(record) ? switchedOff(record, payloadPath, answeredBefore) : record

/**
 * One rule of a kind for one condition: a second one would never answer, so it comes off. So does a redirect of what is answered in the file,
 * too, as before and after a login: it would come before the answer each time.
 */
function withoutSecond(all: readonly Answered[]): readonly Answered[] {
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
      ? each.records.map(record => switchedOff(record, 'response.redirectURL', leadsAwayAgain))
      : each.records.map(judged),
  }))
}

/** All that a recording becomes, in an order in which each recorded request gets its own answer, where a rule can tell it apart. */
export function toldApart(given: readonly Answered[]): readonly Answered[] {
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

/** A browser follows no more redirects than these. */
const longestChain = 20

/** The redirect that an exchange becomes, from where to where: a rule keeps the method. */
function wayOf({exchange: {method, url}, records: [record]}: Answered): readonly [string, string] | undefined {
  const {rule} = record ?? {}
  if (rule?.ruleType !== 'Redirect' || rule.status !== 'Active') return undefined
  return [`${method} ${url}`, `${method} ${withoutFragment(rule.pairs[0]?.destination ?? '')}`]
}

/** Redirects that lead one to the other and back, as those of a login do, come off, and how long they took with them. */
export function withoutCircles(all: readonly Answered[]): readonly Answered[] {
  const goals = new Map(all.flatMap(each => [wayOf(each)].filter(way => way !== undefined)))
  const isRound = (start: string): boolean => {
    let at = goals.get(start)
    for (let steps = 1; at !== undefined && at !== start && steps < longestChain; steps++) at = goals.get(at)
    return at === start
  }
  return all.map(each => {
    const [start] = wayOf(each) ?? []
    if (start === undefined || !isRound(start)) return each
    return {
      ...each,
      records: each.records.map(record => switchedOff(record, 'response.redirectURL', leadsBackByOthers)),
    }
  })
}

/** Where a redirect leads that is off, as a rule would not go on with GET as a browser does. */
const lostGoal = ({rule, notes}: ImportedRecord): readonly string[] =>
  rule?.ruleType === 'Redirect' && notes.some(({path, code}) => path === 'response.status' && code === 'switched-off')
    ? rule.pairs.map(({destination}) => withoutFragment(destination))
    : []

const leadsOn = (record: ImportedRecord): boolean => record.rule?.ruleType === 'Redirect' && isActive(record)

/**
 * What such redirects lead to is asked for by way of them in vain, and says so. Where that leads on itself, as from what is for members to the
 * login, it comes off: who has signed in there would be led back to where that began.
 */
export function withLostWays(all: readonly Answered[]): readonly Answered[] {
  const goals = new Set(all.flatMap(({records}) => records.flatMap(lostGoal)))
  return all.map(each => {
    const {exchange, records} = each
    if (exchange.method !== 'GET' || !goals.has(exchange.url)) return each
    const said = fault('request.url', 'changed', wayIsOff)
    return {
      ...each,
      records: records.some(leadsOn)
        ? records.map(record => switchedOff(record, 'response.redirectURL', leadsAwayAgain))
        : records.map(record => (isActive(record) ? {...record, notes: [...record.notes, said]} : record)),
    }
  })
}

const isPage = ({rule}: ImportedRecord): boolean =>
  rule?.ruleType === 'Response' && rule.pairs.some(({source}) => source?.filters?.some(isForDocument) === true)

const isMock = (record: ImportedRecord): boolean =>
  record.rule?.ruleType === 'Response' && isActive(record) && !isPage(record)

/** Scripts do not reach into a page that a rule answers: beside mocks of what it asks for it comes off, and how long it took with it. */
export function withoutPages(all: readonly Answered[]): readonly Answered[] {
  const mocked = new Set(all.filter(({records}) => records.some(isMock)).flatMap(({pages}) => pages))
  // What names no page may be of any.
  const isBeside = (page: string) => mocked.has(page) || mocked.has('') || (page === '' && mocked.size > 0)
  return all.map(each =>
    each.records.some(isPage) && each.pages.some(isBeside)
      ? {...each, records: each.records.map(record => switchedOff(record, 'response.content', outOfReachOfMocks))}
      : each,
  )
}
