import type {StoredRecord} from '../model/rule'
import type {RemoteService} from '../api/rule-service'
import {changedSinceCode, isServiceError} from '../api/service-error'
import {getModificationDate} from '../api/record-making'
import type {RecordKind, Remote} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import {RemoteError, type RemoteFailure} from '../api/http-error'
import type {LibraryDraft} from '../storage/state'
import {changeGone} from './ids'
import {
  beginChange,
  beginCreation,
  beginDeletion,
  beginSwitchingOff,
  beginUpdate,
  deleted,
  find,
  hide,
  landed,
  notDone,
  park,
  type Going,
  hold,
} from './landing'
import {isSameSaid} from './merge'
import {payloadOf, type Task} from './outgoing'
import {findGroup, isAbsent} from './pull'
import {meet, meetGone} from './pulling'
import {cameFrom} from './sent'
import {findOther, noteUserId, unite} from './unite'
import {waitAfter} from './wait'

/** Failures that no single record can cause. */
const ofAll: ReadonlySet<RemoteFailure> = new Set(['too-many-requests', 'redirected'])

type SendEachNeeds = SendNeeds & {
  readonly isAnswering: () => boolean
  chance(): number
  hasSentOne(): void
}

type Failed = {readonly task: Task; readonly error: RemoteError; readonly isHeld: boolean}

/** Sends one after the other and returns the first failure. A record at which the service fails is retried later; two in a row end it. */
export async function sendEach(needs: SendEachNeeds, tasks: readonly Task[]): Promise<RemoteError | null> {
  const {change, library, isAnswering} = needs
  let first: RemoteError | null = null
  let last: Failed | null = null

  const holdUp = async ({task, error}: Omit<Failed, 'isHeld'>) => {
    const now = library.now()
    const retryAt = (times: number) => now + waitAfter(times, error.retryAfter, needs.chance())
    await change(work => hold(work, task, error.message, retryAt))
  }

  for (const task of tasks) {
    needs.signal.throwIfAborted()
    try {
      await send(needs, task)
      needs.hasSentOne()
      if (last && !last.isHeld) await holdUp(last)
      last = null
    } catch (error) {
      // A stopped request is no failure of the record.
      needs.signal.throwIfAborted()
      if (!(error instanceof RemoteError) || ofAll.has(error.code)) throw error
      first ??= error
      // A service that has not answered at all may be down.
      const isHeld = isAnswering()
      if (isHeld) await holdUp({task, error})
      if (last) throw error
      last = {task, error, isHeld}
    }
  }
  return first
}

type SendNeeds = {
  readonly service: RemoteService
  change<T>(doing: (work: LibraryDraft) => T): Promise<T>
  readonly library: LibraryDependencies
  readonly signal: AbortSignal
}

/** A change that others overtake waits for the next sync after so many attempts. */
const attempts = 5

const isNotFound = (error: unknown): boolean => isServiceError(error) && error.status === 404
const isChangedSince = (error: unknown): boolean => isServiceError(error) && error.code === changedSinceCode

/** Whether the service has certainly not done it. A 500 is this device's, which could not store the answer. */
const isRefusal = (error: unknown): boolean =>
  isServiceError(error) ? error.status < 500 : error instanceof RemoteError && error.code === 'too-many-requests'

/** Whether a repeated POST was refused as such: only then did the first one create nothing. */
const isRefusedRecord = (error: unknown): boolean => isServiceError(error) && error.status < 500 && error.status !== 401

/** Without a date a record cannot be told from its next version. */
const dateIn = (record: StoredRecord | null): number | undefined => (record && getModificationDate(record)) ?? undefined

type Sent = {record?: StoredRecord}

async function create({service, change, library}: SendNeeds, {kind, id}: Task, sent: Sent): Promise<void> {
  const creation = await change(work => beginCreation(work, kind, id, library))
  if (creation === null) return
  const {record, key, isRepeated} = creation
  sent.record = record
  try {
    const post = kind === 'rule' ? service.createRule : service.createGroup
    const answer = (await post(payloadOf(record), key)).data as StoredRecord
    await change(work => {
      noteUserId(work, answer)
      // The list may have brought the record before the repeated POST was answered.
      const other = isRepeated ? findOther(work, kind, id, String(answer['id'])) : undefined
      if (other) unite(work, library, kind, id, other)
      else landed(work, kind, id, record, answer)
    })
  } catch (error) {
    if (isRepeated ? isRefusedRecord(error) : isRefusal(error)) await change(work => notDone(work, kind, id))
    throw error
  }
}

/** The service's version: null where it is deleted, undefined where the service cannot say. */
async function readThere(needs: SendNeeds, kind: RecordKind, id: string): Promise<StoredRecord | null | undefined> {
  const {service, change} = needs
  if (kind === 'group') {
    const asksForGroups = await change(({values}) => values.team?.groupListRefusedAt === undefined)
    return findGroup({...needs, asksForGroups}, id)
  }
  try {
    return (await service.getRule(id)).data
  } catch (error) {
    if (!isNotFound(error)) throw error
    return null
  }
}

async function readBefore(needs: SendNeeds, {kind, id}: Task, {remote}: Going) {
  const theirs = remote.id === null ? undefined : await readThere(needs, kind, remote.id)
  if (theirs === undefined) return
  await needs.change(work => {
    const place = find(work, kind, id)
    if (place && theirs) meet(work, place, theirs)
    else if (place) meetGone(work, needs.library, place)
  })
}

async function update(needs: SendNeeds, task: Task, sent: Sent): Promise<void> {
  const {service, change, library} = needs
  const {kind, id} = task
  for (let times = 1; ; times++) {
    const before = await change(work => beginUpdate(work, kind, id))
    if (before === null) return
    await readBefore(needs, task, before)
    const going = await change(work => beginChange(work, kind, id, library.now()))
    if (going === null) return
    const {record, remote} = going
    sent.record = record
    try {
      const put = kind === 'rule' ? service.updateRule : service.updateGroup
      const {data} = await put(String(remote.id), payloadOf(record), dateIn(remote.base))
      return await change(work =>
        landed(work, kind, id, record, {...remote.base, ...record, ...(data as StoredRecord), id: remote.id}),
      )
    } catch (error) {
      if (isRefusal(error)) await change(work => notDone(work, kind, id))
      if (!isChangedSince(error) || times === attempts) throw error
    }
  }
}

function remoteOf(work: LibraryDraft, {kind, id, isGone}: Task): Remote | null {
  if (!isGone) return work.trash.get(id) ? (find(work, kind, id)?.kept.remote ?? null) : null
  return work.values.team?.gone.find(({remote}) => remote.id === id)?.remote ?? null
}

/** Others changed it since, so it is not deleted unseen but comes back. */
function changedThere(work: LibraryDraft, {kind, id, isGone}: Task, theirs: StoredRecord): void {
  // A record outside the trash has nothing to compare with; the next list brings it back.
  if (isGone) changeGone(work, gone => (gone.remote.id === id ? null : gone))
  const place = isGone ? null : find(work, kind, id)
  if (place) meet(work, place, theirs)
}

async function switchOff(needs: SendNeeds, task: Task, remoteId: string, theirs: StoredRecord | undefined) {
  const {service, change, library} = needs
  // Switching a group off would switch off rules that are still wanted.
  const off = task.kind === 'group' || !theirs ? null : {...theirs, status: 'Inactive'}
  if (off && theirs?.['status'] !== 'Inactive') {
    await change(work => beginSwitchingOff(work, task, off, library.now()))
    await service.updateRule(remoteId, payloadOf(off))
  }
  await change(work => hide(work, task.kind, remoteId, off))
}

async function remove(needs: SendNeeds, task: Task): Promise<void> {
  const {service, change} = needs
  const {kind} = task
  const remote = await change(work => remoteOf(work, task))
  if (remote === null || remote.id === null) return
  const {id} = remote
  const theirs = await readThere(needs, kind, id)
  if (theirs === null) return change(work => deleted(work, kind, id))
  if (theirs && !isSameSaid(cameFrom(remote, theirs), theirs)) return change(work => changedThere(work, task, theirs))
  const deleting = kind === 'rule' ? service.deleteRule : service.deleteGroup
  const keepsAll = await change(({values}) => values.team?.keepsAll?.includes(kind))
  if (deleting === undefined || keepsAll) return switchOff(needs, task, id, theirs)
  await change(work => beginDeletion(work, task))
  try {
    await deleting(id, dateIn(theirs ?? null))
  } catch (error) {
    if (isChangedSince(error)) return
    // 404: the record is deleted, or the service has no DELETE.
    if (isNotFound(error) && !(await readThere(needs, kind, id))) return change(work => deleted(work, kind, id))
    if (!isAbsent(error)) throw error
    return switchOff(needs, task, id, theirs)
  }
  await change(work => deleted(work, kind, id))
}

const ways = {create, update, delete: remove} as const

/** Sends one task. A refusal is stored at the record; rejects where the service did not answer or rejects the key. */
async function send(needs: SendNeeds, task: Task): Promise<void> {
  const sent: Sent = {}
  try {
    await ways[task.what](needs, task, sent)
  } catch (error) {
    // Others change it faster than it is sent; the next sync tries again.
    if (isChangedSince(error)) return
    if (!isServiceError(error) || error.status === 401 || error.status >= 429) throw error
    await needs.change(work => park(work, task, error, sent.record))
  }
}
