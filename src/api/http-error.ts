/** Why a service gave no usable answer. `redirected`: it redirects to where the key must not go; `unexpected`: any other status. */
export type RemoteFailure =
  'unreachable' | 'timeout' | 'redirected' | 'not-json' | 'too-many-requests' | 'server' | 'unexpected'

/** A call whose outcome may be unknown. It has no `cause`, since that could hold the request's headers. */
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
