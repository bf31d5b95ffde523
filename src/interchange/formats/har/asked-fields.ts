import type {RulePayload} from '../../../contract/payload'
import type {SourceFilter} from '../../../contract/source'
import type {Answered} from './answered'
import {mostFields} from './payload'

const textOf = ({requestPayload}: SourceFilter): string | null =>
  requestPayload === undefined ? null : JSON.stringify(requestPayload)

/** The fields of a payload that a rule asks for, each as one text. */
export const fieldsOf = ({pairs: [pair]}: RulePayload): ReadonlySet<string> =>
  new Set((pair?.source?.filters ?? []).flatMap(each => textOf(each) ?? []))

/** Of so many fields those that the fewest requests have, in their order. */
function fewOf(filters: readonly SourceFilter[], times: ReadonlyMap<string, number>): readonly SourceFilter[] {
  const fields = filters.flatMap(filter => textOf(filter) ?? [])
  const rarest = fields.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0)).slice(0, mostFields)
  const asked = new Set<string | null>(rarest).add(null)
  return filters.filter(filter => asked.has(textOf(filter)))
}

function withFew(rule: RulePayload, times: ReadonlyMap<string, number>): RulePayload {
  if (fieldsOf(rule).size <= mostFields) return rule
  const pairs = rule.pairs.map(({source, ...pair}) => ({
    ...pair,
    source: {...source, filters: fewOf(source?.filters ?? [], times)},
  }))
  return {...rule, pairs} as unknown as RulePayload
}

/** Leaves each rule some fields to ask for: those by which requests of one method and address differ, and then the first ones. */
export function withFewFields(all: readonly Answered[]): readonly Answered[] {
  const addresses = new Map<string, Map<string, number>>()
  const timesAt = ({exchange}: Answered): Map<string, number> => {
    const key = `${exchange.method} ${exchange.url}`
    const times = addresses.get(key) ?? new Map<string, number>()
    addresses.set(key, times)
    return times
  }
  for (const answered of all) {
    const rule = answered.records[0]?.rule
    const times = timesAt(answered)
    if (rule) for (const field of fieldsOf(rule)) times.set(field, (times.get(field) ?? 0) + 1)
  }
  return all.map(answered => ({
    ...answered,
    records: answered.records.map(({rule, ...record}) => ({
      ...record,
      rule: rule && withFew(rule, timesAt(answered)),
    })),
  }))
}
