import {isServiceError} from '../contract/service-error'
import type {SyncFailure} from '../contract/team'
import {RemoteError} from '../service/remote-error'
import {waitAfter} from './wait'

/** Milliseconds until a key that the service rejected is tried again; after the last one the user has to act. */
const rejectedKeyWaits: readonly number[] = [60_000, 5 * 60_000, 15 * 60_000]

/** Whether two failures are of one kind: a rejected key counts its own tries. */
export const isSameKind = (failure: SyncFailure | null, error: unknown): boolean =>
  (failure?.code === 'key') === (isServiceError(error) && error.status === 401)

/** Why a sync ended, `times` in a row, and when to try again. */
export function failureOf(error: unknown, times: number, now: number, chance: number): SyncFailure {
  const message = error instanceof Error ? error.message : String(error)
  const retryAt = (asked: number | null) => now + waitAfter(times, asked, chance)
  if (error instanceof RemoteError)
    return {code: error.code, message, at: now, retryAt: retryAt(error.retryAfter), times}
  if (isServiceError(error) && error.status === 401) {
    const wait = rejectedKeyWaits[times - 1]
    return {code: 'key', message, at: now, retryAt: wait === undefined ? null : now + wait, times}
  }
  if (isServiceError(error) && error.status >= 500)
    return {code: 'storage', message, at: now, retryAt: retryAt(null), times}
  return {code: isServiceError(error) ? 'refused' : 'unexpected', message, at: now, retryAt: retryAt(null), times}
}
