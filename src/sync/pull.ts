import {isTooDeep} from '../contract/depth'
import {isRecord} from '../contract/json'
import {largestPageSize, type Page, type PageRequest, type RuleService} from '../contract/rule-service'
import type {StoredRecord} from '../contract/rule'
import {isServiceError} from '../contract/service-error'
import {RemoteError} from '../service/remote-error'

/** All records of an account at one moment, as they came. `groups` is null where the service cannot list them. */
export type Pulled = {readonly rules: Listing; readonly groups: Listing | null}

export type PullNeeds = {
  readonly service: Pick<RuleService, 'listRules' | 'listGroups'>
  /** Whether the service is known not to list groups; undefined where nobody has asked it yet. */
  readonly listsGroups: boolean | undefined
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
}

/** What the service calls a record; empty where that is nothing to ask for it by, as half a character and the dots of a path are. */
export const idOf = ({id}: StoredRecord): string =>
  typeof id === 'string' && id.isWellFormed() && !/^\.\.?$/.test(id) ? id : ''

/** Where the next page begins; null at the end, however a service says that, and where going on would not get further. */
function nextOf({nextOffset, data, total}: Page<StoredRecord>, offset: number): number | null {
  const end = offset + data.length
  if (data.length === 0 || end >= total || typeof nextOffset !== 'number' || nextOffset <= offset) return null
  // Some services count one too many: the record between the pages would be lost.
  return Math.min(nextOffset, end)
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
  for (let offset: number | null = 0; offset !== null;) {
    signal.throwIfAborted()
    const page: Page<StoredRecord> = await list({offset, pageSize: largestPageSize})
    totals.add(page.total)
    const come = (page.data as readonly unknown[]).map(given => (isRecord(given) ? given : {}))
    const isKnown = come.every(record => records.has(idOf(record)))
    // What has no id, as what is no record at all, cannot be told from others: each counts.
    for (const record of come) records.set(idOf(record) || Symbol('no id'), record)
    onProgress(Math.min(records.size, page.total), page.total)
    // A service may overlook where a page is to begin.
    const next: number | null = isKnown ? null : nextOf(page, offset)
    offset = next === null ? null : Math.max(offset + 1, next - overlap)
  }
  const all = [...records.values()]
  const tooDeep = new Set(all.filter(record => isTooDeep(record)))
  return {
    records: all.filter(record => !tooDeep.has(record)),
    tooDeep: [...tooDeep],
    isWhole: totals.size === 1 && totals.has(records.size),
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

type GroupNeeds = Pick<PullNeeds, 'listsGroups' | 'signal'> & {readonly service: Pick<RuleService, 'listGroups'>}

async function listGroups({service, listsGroups, signal}: GroupNeeds): Promise<Pulled['groups']> {
  const list = service.listGroups?.bind(service)
  if (list === undefined || listsGroups === false) return null
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
