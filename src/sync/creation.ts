import type {StoredRecord} from '../model/rule'
import {without} from '../model/json'
import type {RecordKind, Remote, TeamAccount} from '../model/team'
import type {LibraryDraft} from '../storage/state'
import {changeGone, isTeams, placesIn, recordKinds, shelfOf, teamPlaces, trashOf, type TeamKept} from './ids'
import {hasSamePairs} from './sent'

/**
 * What to do about a POST that got no response:
 * - `none`: there is no such POST.
 * - `repeat`: send it again; the service honours its idempotency key.
 * - `wait`: it may still arrive, so that a list cannot tell yet.
 * - `look`: read the list; a complete one without the record shows that it did not arrive.
 * - `ask`: the user decides whether a record of the service is this one.
 */
type CreationState = 'none' | 'repeat' | 'wait' | 'look' | 'ask'

/** In milliseconds: a request can arrive after the client gave it up. */
const arrivesWithin = 60_000

function isRepeatable({sent}: Remote, team: TeamAccount | null, now: number): boolean {
  const ttl = team?.idempotencyKeyTtl ?? 0
  return sent?.key !== undefined && now >= sent.at && now - sent.at < ttl
}

export function getCandidates(work: LibraryDraft, kind: RecordKind, {question}: Remote): TeamKept[] {
  const shelf = shelfOf(work, kind)
  return (question?.candidates ?? []).flatMap(id => {
    const kept = shelf.get(id)
    return kept && isTeams(kept) && kept.remote.id !== null ? [kept] : []
  })
}

export function getCreationState(work: LibraryDraft, kind: RecordKind, remote: Remote, now: number): CreationState {
  const {id, sent, question} = remote
  if (id !== null || sent === undefined) return 'none'
  if (isRepeatable(remote, work.values.team, now)) return 'repeat'
  if (question?.isListIncomplete || getCandidates(work, kind, remote).length > 0) return 'ask'
  return Math.abs(now - sent.at) < arrivesWithin ? 'wait' : 'look'
}

const getCreations = (work: LibraryDraft, now: number) => [
  ...recordKinds.flatMap(kind =>
    teamPlaces(work, kind).map(({kept: {remote}}) => ({remote, state: getCreationState(work, kind, remote, now)})),
  ),
  ...(work.values.team?.gone ?? []).map(({kind, remote}) => ({remote, state: getGoneState(work, kind, remote, now)})),
]

const getGoneState = (work: LibraryDraft, kind: RecordKind, {id, base, sent}: Remote, now: number): CreationState =>
  getCreationState(work, kind, {id, base, ...(sent && {sent: {record: sent.record, at: sent.at}})}, now)

export const needsList = (work: LibraryDraft, now: number): boolean =>
  getCreations(work, now).some(({state}) => state === 'look')

export const getListTimes = (work: LibraryDraft, now: number): number[] =>
  getCreations(work, now).flatMap(({remote: {sent}, state}) =>
    state === 'wait' && sent ? [sent.at + arrivesWithin] : [],
  )

/** Whether a new record may be the one whose POST got no response, even if others changed it since. */
function canBe(theirs: StoredRecord, sent: StoredRecord, userId: string | undefined): boolean {
  if (theirs['ruleType'] !== sent['ruleType']) return false
  const {createdBy} = theirs
  if (userId !== undefined && typeof createdBy === 'string' && createdBy !== '') return createdBy === userId
  return hasSamePairs(sent, theirs)
}

export function offerCandidate(work: LibraryDraft, kind: RecordKind, {id, remote: {base}}: TeamKept): void {
  const shelf = shelfOf(work, kind)
  for (const kept of shelf.all()) {
    if (!isTeams(kept) || kept.remote.id !== null || !kept.remote.sent || !base) continue
    if (!canBe(base, kept.remote.sent.record, work.values.team?.userId)) continue
    const {question} = kept.remote
    const candidates = [...(question?.candidates ?? []), id]
    shelf.put({...kept, remote: {...kept.remote, question: {...question, candidates}}})
  }
}

const toUnsent = (remote: Remote): Remote => without(remote, 'sent', 'question') as Remote

/** Ends the wait for POSTs that a list, read at `at`, does not show. If the list may lack records, the user is asked. */
export function endLostCreations(
  work: LibraryDraft,
  at: number,
  isComplete: Readonly<Record<RecordKind, boolean>>,
): void {
  for (const kind of recordKinds) {
    const shelf = shelfOf(work, kind)
    for (const kept of shelf.all()) {
      if (!isTeams(kept) || kept.remote.id !== null || !kept.remote.sent) continue
      const {remote} = kept
      const question = {candidates: getCandidates(work, kind, remote).map(({id}) => id)}
      const settled: Remote = {...(without(remote, 'question') as Remote), ...(remote.question && {question})}
      if (getCreationState(work, kind, settled, at) !== 'look') continue
      if (isComplete[kind]) shelf.put({...kept, remote: toUnsent(remote)})
      else if (!remote.question?.isListIncomplete)
        shelf.put({...kept, remote: {...remote, question: {...question, isListIncomplete: true}}})
    }
    for (const {shelf: trash, kept} of placesIn(trashOf(work, kind)))
      if (getCreationState(work, kind, kept.remote, at) === 'look') trash.put({...kept, remote: toUnsent(kept.remote)})
  }
  changeGone(work, gone => (getGoneState(work, gone.kind, gone.remote, at) === 'look' ? null : gone))
}

export function rejectCandidate(work: LibraryDraft, kind: RecordKind, kept: TeamKept, candidate: string | null): void {
  const {remote} = kept
  const candidates = (remote.question?.candidates ?? []).filter(id => id !== candidate)
  const question = {...remote.question, candidates}
  shelfOf(work, kind).put({...kept, remote: candidate === null ? toUnsent(remote) : {...remote, question}})
}
