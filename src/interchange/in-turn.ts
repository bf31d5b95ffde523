import {fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import {actsInTurn, actsOnTheWay} from '../contract/reasons'
import type {ImportedRecord} from './imported'
import {everyUrl} from './sources'

const address = 'address'
const everywhere = JSON.stringify(everyUrl)

/** What a rule has for itself: of several that want it, here the upper one alone gets it. */
function wants(rule: RulePayload): readonly string[] {
  if (rule.ruleType === 'Redirect' || rule.ruleType === 'Replace') return [address]
  if (rule.ruleType !== 'Headers') return [rule.ruleType]
  return rule.pairs.flatMap(({modifications}) =>
    modifications.flatMap(({type, target = 'Request', header}) =>
      type === 'Add' ? [] : [`${target} ${header.toLowerCase()}`],
    ),
  )
}

/**
 * The same records; on a rule that wants what one before it has taken for the same requests it is said that here it comes too late. For
 * tools that apply all of their rules in turn, so that the last one wins.
 */
export function withTurns(records: readonly ImportedRecord[]): readonly ImportedRecord[] {
  const taken = new Map<string, Set<string>>()
  return records.map(record => {
    const {rule} = record
    if (rule?.status !== 'Active' || rule.ruleType === 'QueryParam' || rule.ruleType === 'Cancel') return record
    const sources = rule.pairs.map(({source}) => JSON.stringify(source ?? everyUrl))
    const isTaken = (by: ReadonlySet<string> | undefined) =>
      by !== undefined && (by.has(everywhere) || sources.some(each => each === everywhere || by.has(each)))
    const wanted = wants(rule)
    const isLate = wanted.some(what => isTaken(taken.get(what)))
    for (const what of wanted) {
      const by = taken.get(what) ?? new Set()
      taken.set(what, by)
      for (const source of sources) by.add(source)
    }
    return isLate
      ? {
          ...record,
          notes: [...record.notes, fault('', 'changed', wanted.includes(address) ? actsOnTheWay : actsInTurn)],
        }
      : record
  })
}
