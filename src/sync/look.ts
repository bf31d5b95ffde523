import type {Rule} from '../model/rule'
import {type RuleService, largestPageSize} from '../api/rule-service'
import {isServiceError} from '../api/service-error'
import {RemoteError} from '../api/http-error'
import type {LibraryDraft} from '../storage/state'
import {teamPlaces} from './ids'
import {isAbsent, pull, type PullNeeds, findGroup, idOf} from './pull'
import {missingRules, type Seen} from './pulling'
import {isRecord} from '../model/json'
import type {RecordKind} from '../model/team'

const sameAccountAsks = 5

type Known = Readonly<Record<RecordKind, readonly string[]>>

export function knownOf(work: LibraryDraft): Known {
  const idsOf = (kind: RecordKind) => teamPlaces(work, kind).flatMap(({kept}) => kept.remote.id ?? [])
  return {rule: idsOf('rule'), group: idsOf('group')}
}

/** Whether a key leads to the stored records. Where none is stored it counts as another account. */
export async function isSameAccount(service: RuleService, known: Known): Promise<boolean> {
  const {data} = await service.listRules({pageSize: largestPageSize})
  const listed = new Set((data as readonly unknown[]).filter(isRecord).map(idOf))
  if (known.rule.some(id => listed.has(id))) return true
  for (const id of known.rule.slice(0, sameAccountAsks)) {
    try {
      await service.getRule(id)
      return true
    } catch (error) {
      if (!isServiceError(error) || error.status === 401) throw error
    }
  }
  const {signal} = new AbortController()
  for (const id of known.group.slice(0, 1)) if (await findGroup({service, asksForGroups: true, signal}, id)) return true
  return false
}

/** Up to this many missing rules are requested one by one, of more a few samples. */
const asksFor = 20
const samples = 3

type LookNeeds = Omit<PullNeeds, 'service'> & {readonly service: RuleService}
type Change = <T>(doing: (work: LibraryDraft) => T) => Promise<T>

const isOfOne = (error: unknown): boolean =>
  isServiceError(error) ? error.status !== 401 : error instanceof RemoteError && error.code === 'server'

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

/** Reads the whole account, and finds which stored rules are gone: a service may list nothing for a moment. */
export async function look(needs: LookNeeds, change: Change, at: number): Promise<Seen> {
  const {rules, groups} = await pull(needs)
  const seen = {rules, groups, at}
  // An incomplete list does not show which rules are gone.
  if (rules.short) return {...seen, gone: new Set()}
  const missing = await change(work => missingRules(work, rules))
  const isMany = missing.length > asksFor
  if (isMany && !rules.isWhole) return {...seen, gone: new Set()}
  const asked = isMany ? missing.slice(0, samples) : missing
  const {found, gone} = await lookFor(needs, asked)
  if (isMany) return {...seen, gone: new Set(gone.length < asked.length ? [] : missing)}
  return {...seen, rules: {...rules, records: [...rules.records, ...found]}, gone: new Set(gone)}
}
