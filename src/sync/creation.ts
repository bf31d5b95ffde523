import {without} from '../model/json'
import type {RemoteState, TeamAccount} from '../model/team'
import type {LibraryTransaction} from '../storage/state'
import {updatePurged, recordKinds, listAllLinked} from './entries'

/**
 * What to do about a POST that got no response:
 * - `repeat`: send it again; the service honours its idempotency key.
 * - `wait`: it may still arrive, so that a list cannot tell yet.
 * - `look`: read the list, and send it again if the list lacks the record.
 */
type CreationState = 'none' | 'repeat' | 'wait' | 'look'

/** In milliseconds. A request can arrive after the client gave up. */
const latestArrival = 60_000

function isRepeatable({sent}: RemoteState, team: TeamAccount | null, now: number): boolean {
  const ttl = team?.idempotencyKeyTtl ?? 0
  return sent?.key !== undefined && now >= sent.at && now - sent.at < ttl
}

export function getCreationState({values}: LibraryTransaction, remote: RemoteState, now: number): CreationState {
  const {id, sent} = remote
  if (id !== null || sent === undefined) return 'none'
  if (isRepeatable(remote, values.team, now)) return 'repeat'
  return Math.abs(now - sent.at) < latestArrival ? 'wait' : 'look'
}

const getCreations = (draft: LibraryTransaction, now: number) => [
  ...recordKinds.flatMap(kind =>
    listAllLinked(draft, kind).map(({entry: {remote}}) => ({remote, state: getCreationState(draft, remote, now)})),
  ),
  ...(draft.values.team?.gone ?? []).map(({remote}) => ({remote, state: getPurgedState(draft, remote, now)})),
]

/** A purged record is not created again. */
const getPurgedState = (draft: LibraryTransaction, {id, base, sent}: RemoteState, now: number): CreationState =>
  getCreationState(draft, {id, base, ...(sent && {sent: {record: sent.record, at: sent.at}})}, now)

export const requiresListing = (draft: LibraryTransaction, now: number): boolean =>
  getCreations(draft, now).some(({state}) => state === 'look')

export const getListTimes = (draft: LibraryTransaction, now: number): number[] =>
  getCreations(draft, now).flatMap(({remote: {sent}, state}) =>
    state === 'wait' && sent ? [sent.at + latestArrival] : [],
  )

/** Settles POSTs that the list, read at `at`, does not show: the next sync sends them again. */
export function endLostCreations(draft: LibraryTransaction, at: number): void {
  for (const {store, entry} of recordKinds.flatMap(kind => listAllLinked(draft, kind)))
    if (getCreationState(draft, entry.remote, at) === 'look')
      store.put({...entry, remote: without(entry.remote, 'sent') as RemoteState})
  updatePurged(draft, gone => (getPurgedState(draft, gone.remote, at) === 'look' ? null : gone))
}
