import type {Rule} from '../model/rule'
import {type RuleService, largestPageSize} from '../api/rule-service'
import {isServiceError} from '../api/service-error'
import {RemoteError} from '../api/http-error'
import type {LibraryTransaction} from '../storage/state'
import {listAllLinked} from './entries'
import {isNotFoundOrUnsupported, listAccount, type ListDependencies, findGroup, getRemoteId} from './list-account'
import {getMissingRuleIds, type RemoteSnapshot} from './merge-remote'
import {isRecord} from '../model/json'
import type {RecordKind} from '../model/team'

const mostAccountChecks = 5

type RemoteIds = Readonly<Record<RecordKind, readonly string[]>>

export function getRemoteIds(draft: LibraryTransaction): RemoteIds {
  const getIds = (kind: RecordKind) => listAllLinked(draft, kind).flatMap(({entry}) => entry.remote.id ?? [])
  return {rule: getIds('rule'), group: getIds('group')}
}

/** Checks by the stored records whether a key belongs to the same account. */
export async function isSameAccount(service: RuleService, remoteIds: RemoteIds): Promise<boolean> {
  const {data} = await service.listRules({pageSize: largestPageSize})
  const listedIds = new Set((data as readonly unknown[]).filter(isRecord).map(getRemoteId))
  if (remoteIds.rule.some(id => listedIds.has(id))) return true
  for (const id of remoteIds.rule.slice(0, mostAccountChecks)) {
    try {
      await service.getRule(id)
      return true
    } catch (error) {
      if (!isServiceError(error) || error.status === 401) throw error
    }
  }
  const {signal} = new AbortController()
  for (const id of remoteIds.group.slice(0, 1))
    if (await findGroup({service, asksForGroups: true, signal}, id)) return true
  return false
}

/** Up to this many missing rules are requested one by one; of more rules, a sample. */
const mostRuleChecks = 20
const sampleSize = 3

type FetchDependencies = Omit<ListDependencies, 'service'> & {readonly service: RuleService}
type Change = <T>(action: (draft: LibraryTransaction) => T) => Promise<T>

const isSingleRecordFailure = (error: unknown): boolean =>
  isServiceError(error) ? error.status !== 401 : error instanceof RemoteError && error.code === 'server'

async function fetchMissing({service, signal}: FetchDependencies, ids: readonly string[]) {
  const found: Rule[] = []
  const gone: string[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      found.push((await service.getRule(id)).data)
    } catch (error) {
      if (isNotFoundOrUnsupported(error)) gone.push(id)
      else if (!isSingleRecordFailure(error)) throw error
    }
  }
  return {found, gone}
}

/** Reads the whole account and checks missing rules, since a list may lack some for a moment. */
export async function fetchRemoteState(deps: FetchDependencies, change: Change, at: number): Promise<RemoteSnapshot> {
  const {rules, groups} = await listAccount(deps)
  const snapshot = {rules, groups, at}
  // An incomplete list does not show which rules are deleted.
  if (rules.short) return {...snapshot, gone: new Set()}
  const missing = await change(draft => getMissingRuleIds(draft, rules))
  const isMany = missing.length > mostRuleChecks
  if (isMany && !rules.isWhole) return {...snapshot, gone: new Set()}
  const checked = isMany ? missing.slice(0, sampleSize) : missing
  const {found, gone} = await fetchMissing(deps, checked)
  if (isMany) return {...snapshot, gone: new Set(gone.length < checked.length ? [] : missing)}
  return {...snapshot, rules: {...rules, records: [...rules.records, ...found]}, gone: new Set(gone)}
}
