import {fault} from '../../../contract/faults'
import {answersOthersToo, answeredBefore, leadsAwayAgain, waitsLonger} from '../../../contract/reasons'
import type {RulePayload} from '../../../contract/payload'
import type {ImportedRecord} from '../../imported'
import {isActive, switchedOff} from '../../making'
import type {Exchange} from './exchange'

/** An entry, what it becomes, and which pages have asked for it, as the file names them. */
export type Answered = {
  readonly exchange: Exchange
  readonly records: readonly ImportedRecord[]
  readonly pages: readonly string[]
}

const path = 'request.postData.text'

/** The fields of a payload that a rule asks for, each as one text. */
const fieldsOf = ({pairs: [pair]}: RulePayload): ReadonlySet<string> =>
  new Set(
    (pair?.source?.filters ?? []).flatMap(({requestPayload}) =>
      requestPayload === undefined ? [] : [JSON.stringify(requestPayload)],
    ),
  )

type Asking = {
  readonly answered: Answered
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
  records: first ? [{...first, notes: [...first.notes, fault(path, 'changed', answersOthersToo)]}, ...rest] : [],
})

/** How long its own answer is held up, in milliseconds. */
const waitOf = ({records}: Answered): number =>
  Math.max(0, ...records.map(({rule}) => (rule?.ruleType === 'Delay' ? (rule.pairs[0]?.delay ?? 0) : 0)))

/** Of two delays the longer one acts: that of another answer, which is for some of its requests, too. */
function withLongerWait(asking: Asking, others: readonly Asking[]): Answered {
  const {answered, fields, kinds} = asking
  const longest = Math.max(
    0,
    ...others.flatMap(other => {
      const isOfKind = other.kinds === '' || other.kinds === kinds
      const takesToo = isOfKind && other.isOn && [...other.fields].every(each => fields.has(each))
      return takesToo ? waitOf(other.answered) : []
    }),
  )
  if (!asking.isOn || waitOf(answered) === 0 || waitOf(answered) >= longest) return answered
  const note = fault('timings.wait', 'changed', waitsLonger(longest))
  return {
    ...answered,
    records: answered.records.map(each =>
      each.rule?.ruleType === 'Delay' ? {...each, notes: [...each.notes, note]} : each,
    ),
  }
}

/** Those of one method and address: who asks for more fields of the payload comes first, or another's rule, which lets further fields pass, would answer. */
function inOrder(all: readonly Asking[]): readonly Answered[] {
  const sorted = all.toSorted(
    (a, b) => b.fields.size - a.fields.size || Number(b.kinds !== '') - Number(a.kinds !== ''),
  )
  let more: readonly Asking[] = []
  return sorted.map((asking, index) => {
    const before = sorted[index - 1]
    if (before && before.fields.size > asking.fields.size) more = sorted.slice(Math.max(0, index - mostCompared), index)
    const isWithin = more.some(other => [...asking.fields].every(each => other.fields.has(each)))
    const answered = withLongerWait(asking, sorted.slice(index + 1, index + mostCompared))
    return isWithin && asking.isOn ? withNote(answered) : answered
  })
}

/** What a rule asks for, whichever kind of request that is. */
const withoutKind = ({pairs}: RulePayload): string =>
  JSON.stringify(
    pairs.map(({source}) => [
      source?.value,
      (source?.filters ?? []).filter(({resourceType}) => resourceType === undefined),
    ]),
  )

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
    const condition = `${rule.ruleType} ${JSON.stringify(rule.pairs.map(({source}) => source))}`
    if (taken.has(condition)) return switchedOff(record, path, answeredBefore)
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
  const all = withoutSecond(given)
  const addresses = new Map<string, {readonly places: number[]; readonly asking: Asking[]}>()
  all.forEach((answered, place) => {
    const {exchange, records} = answered
    const rule = records[0]?.rule
    if (!rule) return
    const key = `${exchange.method} ${exchange.url}`
    const same = addresses.get(key) ?? {places: [], asking: []}
    addresses.set(key, same)
    same.places.push(place)
    same.asking.push({answered, fields: fieldsOf(rule), kinds: kindsOf(rule), isOn: rule.status === 'Active'})
  })
  const arranged = [...all]
  for (const {places, asking} of addresses.values())
    for (const [index, answered] of inOrder(asking).entries()) arranged[places[index] ?? 0] = answered
  return arranged
}
