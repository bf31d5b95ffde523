import type {Rule} from '../contract/rule'
import type {RuleService} from '../contract/rule-service'
import type {Work} from '../service/state'
import {isAbsent, pull, type PullNeeds} from './pull'
import {missingRules, type Seen} from './pulling'

/** So many rules that did not come are looked for one by one; of more, where the listing was whole, a few. */
const asksFor = 20
const samples = 3

type LookNeeds = Omit<PullNeeds, 'service'> & {readonly service: RuleService}
type Change = <T>(doing: (work: Work) => T) => Promise<T>

/** Those that are there still, though the listing did not show them. */
async function lookFor({service, signal}: LookNeeds, ids: readonly string[]): Promise<readonly Rule[]> {
  const found: Rule[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      found.push((await service.getRule(id)).data)
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }
  return found
}

/**
 * The whole account, and the service's ids of the rules that are kept and no longer there. Many that are missing are not asked for one by one: of a whole
 * listing some are, since a service may list nothing for a moment and have all of them. `at` is now.
 */
export async function look(needs: LookNeeds, change: Change, at: number): Promise<Seen> {
  const {rules, groups} = await pull(needs)
  const missing = await change(work => missingRules(work, rules))
  const seen = {rules, groups, at}
  const isMany = missing.length > asksFor
  if (isMany && !rules.isWhole) return {...seen, gone: new Set()}
  const found = await lookFor(needs, isMany ? missing.slice(0, samples) : missing)
  if (isMany) return {...seen, gone: new Set(found.length > 0 ? [] : missing)}
  const there = new Set(found.map(({id}) => id))
  return {
    ...seen,
    rules: {...rules, records: [...rules.records, ...found]},
    gone: new Set(missing.filter(id => !there.has(id))),
  }
}
