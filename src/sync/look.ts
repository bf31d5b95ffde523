import type {Rule} from '../contract/rule'
import type {RuleService} from '../contract/rule-service'
import {isServiceError} from '../contract/service-error'
import {RemoteError} from '../service/remote-error'
import type {Work} from '../service/state'
import {isAbsent, pull, type PullNeeds} from './pull'
import {missingRules, type Seen} from './pulling'

/** So many rules that did not come are looked for one by one; of more, where the listing was whole, a few. */
const asksFor = 20
const samples = 3

type LookNeeds = Omit<PullNeeds, 'service'> & {readonly service: RuleService}
type Change = <T>(doing: (work: Work) => T) => Promise<T>

/** What a service says of one record alone: it keeps no other from coming. */
const isOfOne = (error: unknown): boolean =>
  isServiceError(error) ? error.status !== 401 : error instanceof RemoteError && error.code === 'server'

/** Those that are there still, though the listing did not show them, and those that are there no longer; of others the service does not say. */
async function lookFor({service, signal}: LookNeeds, ids: readonly string[]) {
  const found: Rule[] = []
  const gone: string[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      found.push((await service.getRule(id)).data)
    } catch (error) {
      if (isAbsent(error)) gone.push(id)
      else if (!isOfOne(error)) throw error
    }
  }
  return {found, gone}
}

/**
 * The whole account, and the service's ids of the rules that are kept and no longer there. Many that are missing are not asked for one by one: of a whole
 * listing some are, since a service may list nothing for a moment and have all of them. `at` is now.
 */
export async function look(needs: LookNeeds, change: Change, at: number): Promise<Seen> {
  const {rules, groups} = await pull(needs)
  const seen = {rules, groups, at}
  // A list that is known to lack rules says nothing about those that are missing.
  if (rules.short) return {...seen, gone: new Set()}
  const missing = await change(work => missingRules(work, rules))
  const isMany = missing.length > asksFor
  if (isMany && !rules.isWhole) return {...seen, gone: new Set()}
  const asked = isMany ? missing.slice(0, samples) : missing
  const {found, gone} = await lookFor(needs, asked)
  if (isMany) return {...seen, gone: new Set(gone.length < asked.length ? [] : missing)}
  return {...seen, rules: {...rules, records: [...rules.records, ...found]}, gone: new Set(gone)}
}
