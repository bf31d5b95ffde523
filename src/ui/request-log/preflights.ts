import type {LoggedRequest} from './request-events'
import {removeFragment} from './request-queues'

/** A request of the log, with its result so far. */
type Exchange = {
  readonly number: number
  readonly request: LoggedRequest
  readonly redirectedTo?: string
  readonly status?: number
  readonly error?: string | undefined
  readonly endedAt?: number | undefined
}

const isPreflight = ({request}: Exchange): boolean => request.method === 'OPTIONS'

const getLastUrl = ({redirectedTo, request}: Exchange): string => removeFragment(redirectedTo ?? request.url)

/** https://fetch.spec.whatwg.org/#ok-status */
const isRefusal = ({status}: Exchange): boolean => status !== undefined && (status < 200 || status > 299)

/**
 * Whether the server refused this preflight of a request that failed. Chrome reports the preflight
 * as a request of its own, while the other one waits (test/browser/activity-preflight.test.ts).
 */
function isRefusedPreflightOf(preflight: Exchange, failed: Exchange): boolean {
  if (!isPreflight(preflight) || !isRefusal(preflight) || isPreflight(failed) || failed.error === undefined)
    return false
  const isSameTab = preflight.request.tab === failed.request.tab || preflight.request.tab === -1
  const isMeanwhile =
    preflight.request.time >= failed.request.time && preflight.request.time <= (failed.endedAt ?? Infinity)
  return failed.status === undefined && isSameTab && isMeanwhile && getLastUrl(preflight) === getLastUrl(failed)
}

/** Finds the failed requests whose preflight the server refused, with its status. */
export const findRefusedPreflights = (
  entries: readonly Exchange[],
  ended: Exchange,
): readonly {readonly number: number; readonly status: number | undefined}[] =>
  entries.flatMap(other => {
    if (isRefusedPreflightOf(other, ended)) return [{number: ended.number, status: other.status}]
    return isRefusedPreflightOf(ended, other) ? [{number: other.number, status: ended.status}] : []
  })
