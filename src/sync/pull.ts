import {isTooDeep, isRecord} from '../contract/json'
import {largestPageSize, type Page, type PageRequest, type RuleService} from '../contract/rule-service'
import type {StoredRecord} from '../contract/rule'
import {isServiceError} from '../contract/service-error'
import {RemoteError} from '../service/remote-error'

/** All records of an account at one moment, as they came. `groups` is null where the service cannot list them. */
export type Pulled = {readonly rules: Listing; readonly groups: Listing | null}

export type PullNeeds = {
  readonly service: Pick<RuleService, 'listRules' | 'listGroups'>
  /** Whether the service is asked for the list of groups. */
  readonly asksForGroups: boolean
  /** How many rules have come, of how many the service counts. */
  onProgress(come: number, total: number): void
  readonly signal: AbortSignal
}

type List = (page: PageRequest) => Promise<Page<StoredRecord>>

export type Listing = {
  readonly records: readonly StoredRecord[]
  /** Those that no browser could keep. */
  readonly tooDeep: readonly StoredRecord[]
  /** The service counted as many, and as many at each page: none can have been missed. */
  readonly isWhole: boolean
  /** How many records arrived, and how many the service counts; null unless fewer arrived. */
  readonly short: {readonly count: number; readonly total: number} | null
}

/** Requests for one list; enough for 20,000 rules where a service gives ten a page. */
const mostRequests = 2_000

/** What the service calls a record; empty where that is nothing to ask for it by, as half a character and the dots of a path are. */
export const idOf = ({id}: StoredRecord): string =>
  typeof id === 'string' && id.isWellFormed() && !/^\.\.?$/.test(id) ? id : ''

/** The offset of the page after the one at `offset`; null at the end. `count` is the number of records that arrived so far. */
function getNextOffset(page: Page<StoredRecord>, offset: number, overlap: number, count: number): number | null {
  const {nextOffset, data, total} = page
  // A full page without any `nextOffset` is rarely the last one, whatever the total says.
  const mayGoOn = nextOffset === undefined && data.length >= largestPageSize
  if (typeof nextOffset !== 'number' || nextOffset <= offset) return count === total && !mayGoOn ? null : count
  // Some services count one too many: the record between the pages would be lost.
  return Math.max(offset + 1, Math.min(nextOffset, offset + data.length) - overlap)
}

/**
 * Lists everything once. Records that come twice count once, the later one. `overlap`: each page begins so many records before the end of the one
 * before, so that a record that moved up meanwhile is met again.
 */
async function listOnce(
  list: List,
  overlap: number,
  {onProgress, signal}: Pick<PullNeeds, 'onProgress' | 'signal'>,
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
    const come = (page.data as readonly unknown[]).map(given => (isRecord(given) ? given : {}))
    const hasNewId = come.some(record => idOf(record) !== '' && !records.has(idOf(record)))
    // What has no id, as what is no record at all, cannot be told from others: each counts.
    for (const record of come) records.set(idOf(record) || Symbol('no id'), record)
    onProgress(records.size, Math.max(records.size, total))
    // A service may ignore the offset, and give the same page again and again.
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

/** Records may be added and deleted while they are listed. Where the count does not add up, once more, with pages that overlap. */
async function listAll(list: List, needs: Pick<PullNeeds, 'onProgress' | 'signal'>): Promise<Listing> {
  const first = await listOnce(list, 0, needs)
  return first.isWhole ? first : listOnce(list, 25, needs)
}

/** Statuses by which a service says that there is no such operation. */
export const isAbsent = (error: unknown): boolean =>
  (isServiceError(error) && (error.status === 404 || error.status === 405)) ||
  (error instanceof RemoteError && error.status === 501)

type GroupNeeds = Pick<PullNeeds, 'asksForGroups' | 'signal'> & {readonly service: Pick<RuleService, 'listGroups'>}

async function listGroups({service, asksForGroups, signal}: GroupNeeds): Promise<Pulled['groups']> {
  const list = service.listGroups?.bind(service)
  if (list === undefined || !asksForGroups) return null
  try {
    return await listAll(list, {signal, onProgress: () => undefined})
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** A group as it is there by now, which only their list can tell: null where it is not in the whole of that, undefined where nobody can say. */
export async function findGroup(needs: GroupNeeds, id: string): Promise<StoredRecord | null | undefined> {
  const listed = await listGroups(needs)
  const found = listed?.records.find(group => idOf(group) === id)
  return found ?? (listed?.isWhole && !listed.tooDeep.some(group => idOf(group) === id) ? null : undefined)
}

/** Reads the whole account; rejects, with nothing to show for it, where any page cannot be read. */
export async function pull(needs: PullNeeds): Promise<Pulled> {
  const {service} = needs
  const rules = await listAll(page => service.listRules(page), needs)
  return {rules, groups: await listGroups(needs)}
}
