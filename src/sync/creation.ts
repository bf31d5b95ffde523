import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import type {RecordKind, RemoteState, TeamAccount} from '../model/team'
import type {LibraryDraft} from '../storage/state'
import {
  updatePurged,
  isLinked,
  listLinked,
  recordKinds,
  getRecordStore,
  listAllLinked,
  getTrashStore,
  type LinkedEntry,
} from './entries'
import {hasSamePairs} from './sent-record'

/**
 * What to do about a POST that got no response:
 * - `repeat`: send it again; the service honours its idempotency key.
 * - `wait`: it may still arrive, so that a list cannot tell yet.
 * - `look`: read the list; a complete one without the record shows that it did not arrive.
 * - `ask`: the user decides whether a record of the service is this one.
 */
type CreationState = 'none' | 'repeat' | 'wait' | 'look' | 'ask'

/** In milliseconds. A request can arrive after the client gave up. */
const latestArrival = 60_000

function isRepeatable({sent}: RemoteState, team: TeamAccount | null, now: number): boolean {
  const ttl = team?.idempotencyKeyTtl ?? 0
  return sent?.key !== undefined && now >= sent.at && now - sent.at < ttl
}

export function getCandidates(draft: LibraryDraft, kind: RecordKind, {question}: RemoteState): LinkedEntry[] {
  const store = getRecordStore(draft, kind)
  return (question?.candidates ?? []).flatMap(id => {
    const entry = store.get(id)
    return entry && isLinked(entry) && entry.remote.id !== null ? [entry] : []
  })
}

export function getCreationState(
  draft: LibraryDraft,
  kind: RecordKind,
  remote: RemoteState,
  now: number,
): CreationState {
  const {id, sent, question} = remote
  if (id !== null || sent === undefined) return 'none'
  if (isRepeatable(remote, draft.values.team, now)) return 'repeat'
  if (question?.isListIncomplete || getCandidates(draft, kind, remote).length > 0) return 'ask'
  return Math.abs(now - sent.at) < latestArrival ? 'wait' : 'look'
}

const getCreations = (draft: LibraryDraft, now: number) => [
  ...recordKinds.flatMap(kind =>
    listAllLinked(draft, kind).map(({entry: {remote}}) => ({
      remote,
      state: getCreationState(draft, kind, remote, now),
    })),
  ),
  ...(draft.values.team?.gone ?? []).map(({kind, remote}) => ({
    remote,
    state: getPurgedState(draft, kind, remote, now),
  })),
]

const getPurgedState = (
  draft: LibraryDraft,
  kind: RecordKind,
  {id, base, sent}: RemoteState,
  now: number,
): CreationState =>
  getCreationState(draft, kind, {id, base, ...(sent && {sent: {record: sent.record, at: sent.at}})}, now)

export const requiresListing = (draft: LibraryDraft, now: number): boolean =>
  getCreations(draft, now).some(({state}) => state === 'look')

export const getListTimes = (draft: LibraryDraft, now: number): number[] =>
  getCreations(draft, now).flatMap(({remote: {sent}, state}) =>
    state === 'wait' && sent ? [sent.at + latestArrival] : [],
  )

/** Whether a new record may be the result of a POST without a response. */
function mayBeCreation(theirs: StoredRecord, sent: StoredRecord, userId: string | undefined): boolean {
  if (theirs['ruleType'] !== sent['ruleType']) return false
  const {createdBy} = theirs
  if (userId !== undefined && typeof createdBy === 'string' && createdBy !== '') return createdBy === userId
  return hasSamePairs(sent, theirs)
}

export function offerCandidate(draft: LibraryDraft, kind: RecordKind, {id, remote: {base}}: LinkedEntry): void {
  const store = getRecordStore(draft, kind)
  for (const entry of store.all()) {
    if (!isLinked(entry) || entry.remote.id !== null || !entry.remote.sent || !base) continue
    if (!mayBeCreation(base, entry.remote.sent.record, draft.values.team?.userId)) continue
    const {question} = entry.remote
    const candidates = [...(question?.candidates ?? []), id]
    store.put({...entry, remote: {...entry.remote, question: {...question, candidates}}})
  }
}

const withoutSent = (remote: RemoteState): RemoteState => without(remote, 'sent', 'question') as RemoteState

/** Settles POSTs that the list, read at `at`, does not show. An incomplete list asks the user. */
export function endLostCreations(
  draft: LibraryDraft,
  at: number,
  isComplete: Readonly<Record<RecordKind, boolean>>,
): void {
  for (const kind of recordKinds) {
    const store = getRecordStore(draft, kind)
    for (const entry of store.all()) {
      if (!isLinked(entry) || entry.remote.id !== null || !entry.remote.sent) continue
      const {remote} = entry
      const question = {candidates: getCandidates(draft, kind, remote).map(({id}) => id)}
      const settled: RemoteState = {...(without(remote, 'question') as RemoteState), ...(remote.question && {question})}
      if (getCreationState(draft, kind, settled, at) !== 'look') continue
      if (isComplete[kind]) store.put({...entry, remote: withoutSent(remote)})
      else if (!remote.question?.isListIncomplete)
        store.put({...entry, remote: {...remote, question: {...question, isListIncomplete: true}}})
    }
    for (const {store: trash, entry} of listLinked(getTrashStore(draft, kind)))
      if (getCreationState(draft, kind, entry.remote, at) === 'look')
        trash.put({...entry, remote: withoutSent(entry.remote)})
  }
  updatePurged(draft, gone => (getPurgedState(draft, gone.kind, gone.remote, at) === 'look' ? null : gone))
}

export function rejectCandidate(
  draft: LibraryDraft,
  kind: RecordKind,
  entry: LinkedEntry,
  candidate: string | null,
): void {
  const {remote} = entry
  const candidates = (remote.question?.candidates ?? []).filter(id => id !== candidate)
  const question = {...remote.question, candidates}
  getRecordStore(draft, kind).put({...entry, remote: candidate === null ? withoutSent(remote) : {...remote, question}})
}
