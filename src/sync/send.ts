import type {StoredRecord} from '../contract/rule'
import type {RemoteService} from '../contract/rule-service'
import {changedSince, isServiceError} from '../contract/service-error'
import {dateOf} from '../contract/record-making'
import type {Gone, RecordKind, Remote} from '../contract/team'
import type {LibraryNeeds} from '../service/needs'
import {RemoteError} from '../service/remote-error'
import type {Work} from '../service/state'
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
} from './landing'
import {isSameSaid} from './merge'
import {payloadOf, type Task} from './outgoing'
import {findGroup, isAbsent} from './pull'
import {meet, meetGone} from './pulling'
import {cameFrom} from './sent'
import {findOther, noteUserId, unite} from './unite'

export type SendNeeds = {
  readonly service: RemoteService
  /** One transaction: all that `doing` changes is kept, or nothing. */
  change<T>(doing: (work: Work) => T): Promise<T>
  readonly library: LibraryNeeds
  readonly signal: AbortSignal
}

/** How often a change is made anew from what others have changed meanwhile, before it waits for the next sync. */
const attempts = 5

const isNotFound = (error: unknown): boolean => isServiceError(error) && error.status === 404
const isChangedSince = (error: unknown): boolean => isServiceError(error) && error.code === changedSince

/** Whether the service has surely not done what it was asked. A 500 is this device's, which could not keep the answer. */
const isRefusal = (error: unknown): boolean =>
  isServiceError(error) ? error.status < 500 : error instanceof RemoteError && error.code === 'too-many-requests'

/** Whether a repeated POST was refused as such: only then has the first one created nothing. */
const isRefusedRecord = (error: unknown): boolean => isServiceError(error) && error.status < 500 && error.status !== 401

/** A record that does not say when it was changed cannot be told from its next version. */
const dateIn = (record: StoredRecord | null): number | undefined => (record && dateOf(record)) ?? undefined

/** What the service was last told. */
type Sent = {record?: StoredRecord}

type Write = (payload: StoredRecord, seen?: number) => Promise<{readonly data: unknown}>

const updating =
  ({updateRule, updateGroup}: RemoteService, kind: RecordKind, id: string): Write =>
  (payload, seen) =>
    kind === 'rule' ? updateRule(id, payload, seen) : updateGroup(id, payload, seen)

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

/** A record as it is there by now; null where it is no longer there, undefined where the service cannot say. */
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

/** Reads it there, so that what others changed is kept. */
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
      const {data} = await updating(service, kind, String(remote.id))(payloadOf(record), dateIn(remote.base))
      return await change(work =>
        landed(work, kind, id, record, {...remote.base, ...record, ...(data as StoredRecord), id: remote.id}),
      )
    } catch (error) {
      if (isRefusal(error)) await change(work => notDone(work, kind, id))
      if (!isChangedSince(error) || times === attempts) throw error
    }
  }
}

function remoteOf(work: Work, {kind, id, isGone}: Task): Remote | null {
  if (!isGone) return work.trash.get(id) ? (find(work, kind, id)?.kept.remote ?? null) : null
  return work.values.team?.gone.find(({remote}) => remote.id === id)?.remote ?? null
}

/** What others changed since is not deleted unseen: it comes back, to be decided upon. */
function changedThere(work: Work, {kind, id, isGone}: Task, theirs: StoredRecord): void {
  const {team} = work.values
  // Out of the trash there is nothing to compare with: it is as if it had never been deleted, with the next listing.
  if (isGone && team) {
    const isOther = ({remote}: Gone) => remote.id !== id
    work.values.team = {...team, gone: team.gone.filter(isOther)}
  }
  const place = isGone ? null : find(work, kind, id)
  if (place) meet(work, place, theirs)
}

/** What a service without deletion is told instead. */
async function switchOff(needs: SendNeeds, task: Task, remoteId: string, theirs: StoredRecord | undefined) {
  const {service, change, library} = needs
  // A group is left as it is: switched off, it would switch off rules that are still wanted.
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
    // Either it is not there any more, or the service knows no deletion: it tells which when it is asked for it again.
    if (isNotFound(error) && !(await readThere(needs, kind, id))) return change(work => deleted(work, kind, id))
    if (!isAbsent(error)) throw error
    return switchOff(needs, task, id, theirs)
  }
  await change(work => deleted(work, kind, id))
}

const ways = {create, update, delete: remove} as const

/** Sends one thing. What the service refuses is set aside with its reason; rejects where the service did not answer or does not know the key. */
export async function send(needs: SendNeeds, task: Task): Promise<void> {
  const sent: Sent = {}
  try {
    await ways[task.what](needs, task, sent)
  } catch (error) {
    // Others change it faster than it is sent: the next sync comes.
    if (isChangedSince(error)) return
    if (!isServiceError(error) || error.status === 401 || error.status >= 429) throw error
    await needs.change(work => park(work, task, error, sent.record))
  }
}
