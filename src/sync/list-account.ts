import {isTooDeep, isRecord} from '../model/json'
import {largestPageSize, type Page, type PageRequest, type RuleService} from '../api/rule-service'
import type {StoredRecord} from '../model/rule'
import {isServiceError} from '../api/service-error'
import {RemoteError} from '../api/http-error'

/** All records of an account; `groups` is null if the service cannot list them. */
export type AccountListing = {readonly rules: Listing; readonly groups: Listing | null}

export type ListDependencies = {
  readonly service: Pick<RuleService, 'listRules' | 'listGroups'>
  readonly asksForGroups: boolean
  onProgress(received: number, total: number): void
  readonly signal: AbortSignal
}

type ListPage = (page: PageRequest) => Promise<Page<StoredRecord>>

export type Listing = {
  readonly records: readonly StoredRecord[]
  /** Nested too deeply to be stored. */
  readonly tooDeep: readonly StoredRecord[]
  /** Complete, with the same total on each page. */
  readonly isWhole: boolean
  readonly short: {readonly count: number; readonly total: number} | null
}

/** Enough for 20,000 rules at ten a page. */
const mostRequests = 2_000

/** The service's id; empty if it cannot be part of a URL. */
export const getRemoteId = ({id}: StoredRecord): string =>
  typeof id === 'string' && id.isWellFormed() && !/^\.\.?$/.test(id) ? id : ''

/** The offset of the next page, or null. `count` records have been received so far. */
function getNextOffset(page: Page<StoredRecord>, offset: number, overlap: number, count: number): number | null {
  const {nextOffset, data, total} = page
  // A full page without `nextOffset` is rarely the last one.
  const mayGoOn = nextOffset === undefined && data.length >= largestPageSize
  if (typeof nextOffset !== 'number' || nextOffset <= offset) return count === total && !mayGoOn ? null : count
  // Some services count one too many and would skip a record between pages.
  return Math.max(offset + 1, Math.min(nextOffset, offset + data.length) - overlap)
}

/** Lists all records once. Overlapping pages find records that moved up meanwhile. */
async function listOnce(
  list: ListPage,
  overlap: number,
  {onProgress, signal}: Pick<ListDependencies, 'onProgress' | 'signal'>,
): Promise<Listing> {
  const records = new Map<unknown, StoredRecord>()
  const totals = new Set<number>()
  let total = 0
  let offset: number | null = 0
  for (let requests = 0; offset !== null && requests < mostRequests; requests++) {
    signal.throwIfAborted()
    const page: Page<StoredRecord> = await list({offset, pageSize: largestPageSize})
    total = page.total
    totals.add(total)
    const received = (page.data as readonly unknown[]).map(given => (isRecord(given) ? given : {}))
    const hasNewId = received.some(record => getRemoteId(record) !== '' && !records.has(getRemoteId(record)))
    // Records without an id cannot be compared, so each counts.
    for (const record of received) records.set(getRemoteId(record) || Symbol('no id'), record)
    onProgress(records.size, Math.max(records.size, total))
    // A service may ignore the offset and repeat the same page.
    offset = hasNewId ? getNextOffset(page, offset, overlap, records.size) : null
  }
  const all = [...records.values()]
  const tooDeep = new Set(all.filter(record => isTooDeep(record)))
  return {
    records: all.filter(record => !tooDeep.has(record)),
    tooDeep: [...tooDeep],
    isWhole: offset === null && totals.size === 1 && totals.has(records.size),
    short: records.size < total ? {count: records.size, total} : null,
  }
}

/** If records changed while they were listed, lists again with overlapping pages. */
async function listAll(list: ListPage, deps: Pick<ListDependencies, 'onProgress' | 'signal'>): Promise<Listing> {
  const first = await listOnce(list, 0, deps)
  return first.isWhole ? first : listOnce(list, 25, deps)
}

export const isNotFoundOrUnsupported = (error: unknown): boolean =>
  (isServiceError(error) && (error.status === 404 || error.status === 405)) ||
  (error instanceof RemoteError && error.status === 501)

type GroupListDependencies = Pick<ListDependencies, 'asksForGroups' | 'signal'> & {
  readonly service: Pick<RuleService, 'listGroups'>
}

async function listGroups({service, asksForGroups, signal}: GroupListDependencies): Promise<AccountListing['groups']> {
  const list = service.listGroups?.bind(service)
  if (list === undefined || !asksForGroups) return null
  try {
    return await listAll(list, {signal, onProgress: () => undefined})
  } catch (error) {
    if (isNotFoundOrUnsupported(error)) return null
    throw error
  }
}

/** A group: null if a complete list lacks it, undefined if the service cannot tell. */
export async function findGroup(deps: GroupListDependencies, id: string): Promise<StoredRecord | null | undefined> {
  const listed = await listGroups(deps)
  const found = listed?.records.find(group => getRemoteId(group) === id)
  return found ?? (listed?.isWhole && !listed.tooDeep.some(group => getRemoteId(group) === id) ? null : undefined)
}

export async function listAccount(deps: ListDependencies): Promise<AccountListing> {
  const {service} = deps
  const rules = await listAll(page => service.listRules(page), deps)
  return {rules, groups: await listGroups(deps)}
}
