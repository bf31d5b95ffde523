/** `redirected`: the API key must not follow the redirect. `unexpected`: any other status. */
export type RemoteFailure =
  'unreachable' | 'timeout' | 'redirected' | 'not-json' | 'too-many-requests' | 'server' | 'unexpected'

/** A call with an unknown outcome. `cause` is absent, since it could hold the API key. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  constructor(
    readonly code: RemoteFailure,
    message: string,
    readonly status: number | null = null,
    /** In milliseconds. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}
