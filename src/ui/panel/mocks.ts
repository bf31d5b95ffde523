import type {JsonRecord} from '../../contract/json'
import {exchangeOf, readEntry} from '../../interchange/formats/har/entry'
import {toldApart, type Answered} from '../../interchange/formats/har/told-apart'
import type {ImportedRecord} from '../../interchange/imported'
import {madeGroup} from '../../interchange/making'
import type {Wanted} from '../steps/imports'

export type Mocks = {
  readonly wanted: Wanted
  /** Why nothing can be made of the others, each once. */
  readonly refused: readonly ImportedRecord[]
}

/** One rule for each recorded answer, in a group of its own; of requests that repeat one another the first. */
export function mocksOf(recorded: readonly JsonRecord[], group: string): Mocks {
  const answers = new Map<string, Answered>()
  for (const [index, entry] of recorded.entries()) {
    const exchange = exchangeOf(entry)
    const before = answers.get(exchange.key)
    if (before?.records.some(({rule}) => rule !== null)) continue
    // How long it took is not asked for: a rule for each answer, and no other.
    const {timings: _timings, ...untimed} = entry
    const read = readEntry(untimed, exchange, `${index}`)
    // What gave nothing does not stand in the way of the same request answered later.
    if (before === undefined || read.some(({rule}) => rule !== null))
      answers.set(exchange.key, {exchange, records: read})
  }
  const all = toldApart([...answers.values()]).flatMap(({records}) => records)
  return {
    wanted: {
      groups: [madeGroup(group, true).record],
      rules: all.flatMap(({rule}) => (rule ? [{rule, group: 0}] : [])),
    },
    refused: all.filter(({rule}) => rule === null),
  }
}
