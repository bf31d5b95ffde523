import {isServiceError} from '../contract/service-error'
import type {SyncFailure} from '../contract/team'
import {RemoteError} from '../service/remote-error'
import {waitAfter} from './wait'

/** Why a sync ended, `times` in a row, and when to try again. */
export function failureOf(error: unknown, times: number, now: number, chance: number): SyncFailure {
  const message = error instanceof Error ? error.message : String(error)
  const retryAt = (asked: number | null) => now + waitAfter(times, asked, chance)
  if (error instanceof RemoteError)
    return {code: error.code, message, at: now, retryAt: retryAt(error.retryAfter), times}
  // With a key that is not known nothing gets better by itself.
  if (isServiceError(error) && error.status === 401) return {code: 'key', message, at: now, retryAt: null, times}
  if (isServiceError(error) && error.status >= 500)
    return {code: 'storage', message, at: now, retryAt: retryAt(null), times}
  return {code: isServiceError(error) ? 'refused' : 'unexpected', message, at: now, retryAt: retryAt(null), times}
}
