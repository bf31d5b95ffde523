import type {RulePayload} from '../../../contract/payload'
import type {SourceFilter} from '../../../contract/source'
import type {Answered} from './answered'
import {mostFields, sentFields} from './payload'

const textOf = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : [requestPayload.key, requestPayload.operator, requestPayload.value].join('\0')

const textsOf = (filters: readonly SourceFilter[]): ReadonlySet<string> =>
  new Set(filters.flatMap(each => textOf(each) ?? []))

/** The fields of a payload that a rule asks for, each as one text. */
export const fieldsOf = ({pairs: [pair]}: RulePayload): ReadonlySet<string> => textsOf(pair?.source?.filters ?? [])

/** Whether more may have been sent than its rule asks for. */
const isLong = ({records: [first]}: Answered): boolean => !!first?.rule && fieldsOf(first.rule).size >= mostFields

/** All that was sent to what a rule is made of, each field as one text. */
export function sentTo(answered: Answered): ReadonlySet<string> {
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
export function byAddress(all: readonly Answered[]): ReadonlyMap<string, readonly number[]> {
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
export function withRarest(all: readonly Answered[]): readonly Answered[] {
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
