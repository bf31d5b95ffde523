import {fault} from '../../../contract/faults'
import {answersOthersToo, answeredBefore, leadsAwayAgain, waitsLonger} from '../../../contract/reasons'
import type {RulePayload} from '../../../contract/payload'
import type {SourceFilter} from '../../../contract/source'
import type {ImportedRecord} from '../../imported'
import {isActive, switchedOff} from '../../making'
import type {Answered} from './answered'
import {byAddress, fieldsOf, sentTo, withRarest} from './asked-fields'

const path = 'request.postData.text'

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
  records: first ? [{...first, notes: [...first.notes, fault(path, 'changed', answersOthersToo)]}, ...rest] : [],
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
  isActive(record) ? switchedOff(record, path, answeredBefore) : record

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
