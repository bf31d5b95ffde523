import {readRule} from '../../src/model/rule'
import {translateRule} from '../../src/dnr/translate'
import {mixedRules} from '../samples/mixed-rules'
import {inTurn, ratio, timed, type Figure} from './measure'

/** Translating 10,000 rules against copying them. */
export async function benchTranslation(): Promise<Figure> {
  const rules = mixedRules(10_000).map(record => {
    const read = readRule(record)
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return read.value
  })
  const times = await inTurn(
    9,
    () => timed(() => rules.map(rule => translateRule(rule))),
    () => timed(() => structuredClone(rules)),
  )
  return ratio('Translating 10,000 mixed rules', times, 4, ['translated', 'structuredClone'])
}
