import {readRule} from '../../src/model/rule'
import {translateRule} from '../../src/dnr/translate'
import {mixedRules} from '../samples/mixed-rules'
import {measurePair, ratio, measureTime, type Figure} from './measure'

/** Translating 10,000 rules, against copying them with structuredClone. */
export async function benchTranslation(): Promise<Figure> {
  const rules = mixedRules(10_000).map(record => {
    const read = readRule(record)
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return read.value
  })
  const times = await measurePair(
    9,
    () => measureTime(() => rules.map(rule => translateRule(rule))),
    () => measureTime(() => structuredClone(rules)),
  )
  return ratio('Translating 10,000 mixed rules', times, 4, ['translated', 'structuredClone'])
}
