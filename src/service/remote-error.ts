/**
 * Why a service could not be asked or did not answer as one: `unreachable` (no network, no such host, cut), `timeout`, `redirected` (it sends elsewhere, where
 * the key must not go), `not-json` (HTML, or a body cut short), `too-many-requests`, `server` (5xx), `unexpected` (any other status).
 */
export type RemoteFailure =
  'unreachable' | 'timeout' | 'redirected' | 'not-json' | 'too-many-requests' | 'server' | 'unexpected'

/** A call whose fate may be unknown; trying again later may help. It never has a cause: what a browser says of a request can hold its headers. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  constructor(
    readonly code: RemoteFailure,
    message: string,
    /** The HTTP status, where there was an answer. */
    readonly status: number | null = null,
    /** Milliseconds that the service asks to wait. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}
