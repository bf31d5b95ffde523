import type {StoredRecord} from '../model/rule'
import type {RemoteService} from '../api/rule-service'
import {changedSinceCode, isServiceError} from '../api/service-error'
import {getModificationDate} from '../api/record-changes'
import type {RecordKind, RemoteState} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import {RemoteError, type RemoteFailure} from '../api/http-error'
import type {LibraryTransaction} from '../storage/state'
import {updatePurged} from './entries'
import {
  beginChange,
  beginCreation,
  beginDeletion,
  beginSwitchingOff,
  beginUpdate,
  applyRemoteDeletion,
  findEntry,
  markHidden,
  applyPushResult,
  clearSent,
  rejectChange,
  type OutgoingChange,
  deferChange,
} from './push-result'
import {hasSameContent} from './merge-versions'
import {toPayload, type Task} from './tasks'
import {findGroup, isNotFoundOrUnsupported} from './list-account'
import {mergeRemote, handleRemoteDelete} from './merge-remote'
import {getCommonBase} from './reconcile'
import {findDuplicate, mergeDuplicate} from './merge-duplicate'
import {getRetryDelay} from './retry-delay'

/** Failures that concern the whole account. */
const accountFailures: ReadonlySet<RemoteFailure> = new Set(['too-many-requests', 'redirected'])

type SendTasksDependencies = SendDependencies & {
  readonly isAnswering: () => boolean
  chance(): number
  hasSentOne(): void
}

type FailedTask = {readonly task: Task; readonly error: RemoteError; readonly isDeferred: boolean}

/**
 * Sends tasks in sequence and returns the first failure. A failed record is retried later;
 * two failures in a row end the sync.
 */
export async function sendTasks(deps: SendTasksDependencies, tasks: readonly Task[]): Promise<RemoteError | null> {
  const {change, library, isAnswering} = deps
  let first: RemoteError | null = null
  let last: FailedTask | null = null

  const deferTask = async ({task, error}: Omit<FailedTask, 'isDeferred'>) => {
    const now = library.now()
    const retryAt = (times: number) => now + getRetryDelay(times, error.retryAfter, deps.chance())
    await change(draft => deferChange(draft, task, error.reason, retryAt))
  }

  for (const task of tasks) {
    deps.signal.throwIfAborted()
    try {
      await send(deps, task)
      deps.hasSentOne()
      if (last && !last.isDeferred) await deferTask(last)
      last = null
    } catch (error) {
      // An aborted request is not a failure of the record.
      deps.signal.throwIfAborted()
      if (!(error instanceof RemoteError) || accountFailures.has(error.code)) throw error
      first ??= error
      // A service that has not answered at all may be down.
      const isDeferred = isAnswering()
      if (isDeferred) await deferTask({task, error})
      if (last) throw error
      last = {task, error, isDeferred}
    }
  }
  return first
}

type SendDependencies = {
  readonly service: RemoteService
  change<T>(action: (draft: LibraryTransaction) => T): Promise<T>
  readonly library: LibraryDependencies
  readonly signal: AbortSignal
}

/** Attempts per sync to send a change that others overtake. */
const mostAttempts = 5

const isNotFound = (error: unknown): boolean => isServiceError(error) && error.status === 404
const isChangedSince = (error: unknown): boolean => isServiceError(error) && error.code === changedSinceCode

/** Whether the service did not apply the request. A 500 is a local storage failure. */
const isRefusal = (error: unknown): boolean =>
  isServiceError(error) ? error.status < 500 : error instanceof RemoteError && error.code === 'too-many-requests'

/** Whether a repeated POST was refused, so that the first one created nothing either. */
const isRefusedRecord = (error: unknown): boolean => isServiceError(error) && error.status < 500 && error.status !== 401

/** Without a date, versions cannot be told apart. */
const getExpectedVersion = (record: StoredRecord | null): number | undefined =>
  (record && getModificationDate(record)) ?? undefined

type SentRecord = {record?: StoredRecord}

async function create({service, change, library}: SendDependencies, {kind, id}: Task, sent: SentRecord): Promise<void> {
  const creation = await change(draft => beginCreation(draft, kind, id, library))
  if (creation === null) return
  const {record, key, isRepeated} = creation
  sent.record = record
  try {
    const post = kind === 'rule' ? service.createRule : service.createGroup
    const answer = (await post(toPayload(record), key)).data as StoredRecord
    await change(draft => {
      // The list may have added the record before the repeated POST was answered.
      const other = isRepeated ? findDuplicate(draft, kind, id, String(answer['id'])) : undefined
      if (other) mergeDuplicate(draft, library, kind, id, other)
      else applyPushResult(draft, kind, id, record, answer)
    })
  } catch (error) {
    if (isRepeated ? isRefusedRecord(error) : isRefusal(error)) await change(draft => clearSent(draft, kind, id))
    throw error
  }
}

/** The service's version: null if deleted, undefined if the service cannot tell. */
async function readRemote(
  deps: SendDependencies,
  kind: RecordKind,
  id: string,
): Promise<StoredRecord | null | undefined> {
  const {service, change} = deps
  if (kind === 'group') {
    const asksForGroups = await change(({values}) => values.team?.groupListRefusedAt === undefined)
    return findGroup({...deps, asksForGroups}, id)
  }
  try {
    return (await service.getRule(id)).data
  } catch (error) {
    if (!isNotFound(error)) throw error
    return null
  }
}

async function mergeBeforeUpdate(deps: SendDependencies, {kind, id}: Task, {remote}: OutgoingChange) {
  const theirs = remote.id === null ? undefined : await readRemote(deps, kind, remote.id)
  if (theirs === undefined) return
  await deps.change(draft => {
    const location = findEntry(draft, kind, id)
    if (location && theirs) mergeRemote(draft, location, theirs)
    else if (location) handleRemoteDelete(draft, deps.library, location)
  })
}

async function update(deps: SendDependencies, task: Task, sent: SentRecord): Promise<void> {
  const {service, change, library} = deps
  const {kind, id} = task
  for (let times = 1; ; times++) {
    const before = await change(draft => beginUpdate(draft, kind, id))
    if (before === null) return
    await mergeBeforeUpdate(deps, task, before)
    const outgoing = await change(draft => beginChange(draft, kind, id, library.now()))
    if (outgoing === null) return
    const {record, remote} = outgoing
    sent.record = record
    try {
      const put = kind === 'rule' ? service.updateRule : service.updateGroup
      const {data} = await put(String(remote.id), toPayload(record), getExpectedVersion(remote.base))
      return await change(draft =>
        applyPushResult(draft, kind, id, record, {...remote.base, ...record, ...(data as StoredRecord), id: remote.id}),
      )
    } catch (error) {
      if (isRefusal(error)) await change(draft => clearSent(draft, kind, id))
      if (!isChangedSince(error) || times === mostAttempts) throw error
    }
  }
}

function getRemoteState(draft: LibraryTransaction, {kind, id, isPurged}: Task): RemoteState | null {
  if (!isPurged) return draft.trash.get(id) ? (findEntry(draft, kind, id)?.entry.remote ?? null) : null
  return draft.values.team?.gone.find(({remote}) => remote.id === id)?.remote ?? null
}

/** Others changed the record, so its deletion is cancelled and it returns. */
function cancelDeletion(draft: LibraryTransaction, {kind, id, isPurged}: Task, theirs: StoredRecord): void {
  // A purged record cannot be compared; the next list adds it again.
  if (isPurged) updatePurged(draft, gone => (gone.remote.id === id ? null : gone))
  const location = isPurged ? null : findEntry(draft, kind, id)
  if (location) mergeRemote(draft, location, theirs)
}

async function switchOff(deps: SendDependencies, task: Task, remoteId: string, theirs: StoredRecord | undefined) {
  const {service, change, library} = deps
  // Switching a group off would also switch off rules that are still needed.
  const off = task.kind === 'group' || !theirs ? null : {...theirs, status: 'Inactive'}
  if (off && theirs?.['status'] !== 'Inactive') {
    await change(draft => beginSwitchingOff(draft, task, off, library.now()))
    await service.updateRule(remoteId, toPayload(off))
  }
  await change(draft => markHidden(draft, task.kind, remoteId, off))
}

async function remove(deps: SendDependencies, task: Task): Promise<void> {
  const {service, change} = deps
  const {kind} = task
  const remote = await change(draft => getRemoteState(draft, task))
  if (remote === null || remote.id === null) return
  const {id} = remote
  const theirs = await readRemote(deps, kind, id)
  if (theirs === null) return change(draft => applyRemoteDeletion(draft, kind, id))
  if (theirs && !hasSameContent(getCommonBase(remote, theirs), theirs))
    return change(draft => cancelDeletion(draft, task, theirs))
  const deleting = kind === 'rule' ? service.deleteRule : service.deleteGroup
  const keepsAll = await change(({values}) => values.team?.keepsAll?.includes(kind))
  if (deleting === undefined || keepsAll) return switchOff(deps, task, id, theirs)
  await change(draft => beginDeletion(draft, task))
  try {
    await deleting(id, getExpectedVersion(theirs ?? null))
  } catch (error) {
    if (isChangedSince(error)) return
    // A 404 means that the record is deleted or that the service has no DELETE.
    if (isNotFound(error) && !(await readRemote(deps, kind, id)))
      return change(draft => applyRemoteDeletion(draft, kind, id))
    if (!isNotFoundOrUnsupported(error)) throw error
    return switchOff(deps, task, id, theirs)
  }
  await change(draft => applyRemoteDeletion(draft, kind, id))
}

const senders = {create, update, delete: remove} as const

/** Sends one task. A refusal is stored with the record; other failures reject. */
async function send(deps: SendDependencies, task: Task): Promise<void> {
  const sent: SentRecord = {}
  try {
    await senders[task.what](deps, task, sent)
  } catch (error) {
    // Others change the record faster than it is sent; the next sync tries again.
    if (isChangedSince(error)) return
    if (!isServiceError(error) || error.status === 401 || error.status >= 429) throw error
    await deps.change(draft => rejectChange(draft, task, error, sent.record))
  }
}
