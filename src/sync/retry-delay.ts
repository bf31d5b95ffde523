import {isServiceError, invalidError} from '../api/service-error'
import type {SyncFailure} from '../model/team'
import {RemoteError} from '../api/http-error'
import {fault, faultText, getReason, type FaultText} from '../model/faults'

const rejectedKeyWaits: readonly number[] = [60_000, 5 * 60_000, 15 * 60_000]

export const isSameFailure = (failure: SyncFailure | null, error: unknown): boolean =>
  (failure?.code === 'key') === (isServiceError(error) && error.status === 401)

/** Describes the failure of a sync after `times` failures in a row, with its retry time. */
export function toSyncFailure(
  error: unknown,
  times: number,
  now: number,
  chance: number,
): SyncFailure & {readonly message: FaultText} {
  const message = getReason(error)
  const retryAt = (retryAfter: number | null) => now + getRetryDelay(times, retryAfter, chance)
  if (error instanceof RemoteError)
    return {code: error.code, message, at: now, retryAt: retryAt(error.retryAfter), times}
  if (isServiceError(error) && error.status === 401) {
    const delay = rejectedKeyWaits[times - 1]
    return {code: 'key', message, at: now, retryAt: delay === undefined ? null : now + delay, times}
  }
  if (isServiceError(error) && error.status >= 500)
    return {code: 'storage', message, at: now, retryAt: retryAt(null), times}
  return {code: isServiceError(error) ? 'refused' : 'unexpected', message, at: now, retryAt: retryAt(null), times}
}

/** Reports failures as faults of the URL or the key. */
export async function withConnectFaults<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const refuse = (field: string, code: string, reason: FaultText) =>
      invalidError(faultText('theAccount'), [fault(field, code, reason)])
    if (isServiceError(error) && error.status === 401) throw refuse('key', 'unauthorized', faultText('keyNotKnown'))
    if (error instanceof RemoteError) throw refuse('url', error.code, error.reason)
    throw refuse('url', 'refused', getReason(error))
  }
}
const firstDelay = 5_000
/** In milliseconds. */
export const longestDelay = 15 * 60_000

/**
 * Milliseconds to the next attempt: Retry-After, else doubled each time up to 15 minutes.
 * `chance` (0 to 1) spreads clients over the last quarter.
 */
export function getRetryDelay(times: number, retryAfter: number | null, chance: number): number {
  const doubled = Math.min(longestDelay, firstDelay * 2 ** Math.max(0, Math.min(times, 30) - 1))
  // A wrong clock of the service must not cause a delay of days.
  const least = retryAfter === null ? doubled * 0.75 : Math.min(retryAfter, longestDelay)
  return Math.min(longestDelay, Math.round(least + chance * doubled * 0.25))
}

/** A time beyond the longest delay comes from a clock that was set back. */
export const isUpcoming = (at: number | null, now: number): at is number =>
  at !== null && at > now && at <= now + longestDelay
