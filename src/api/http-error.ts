import type {FaultText} from '../model/faults'

/** `redirected`: the API key must not follow the redirect. `unexpected`: any other status. */
export type RemoteFailure =
  'unreachable' | 'timeout' | 'redirected' | 'not-json' | 'too-many-requests' | 'server' | 'unexpected'

/** A call with an unknown outcome. `cause` is absent, since it could hold the API key. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  constructor(
    readonly code: RemoteFailure,
    readonly reason: FaultText,
    readonly status: number | null = null,
    /** In milliseconds. */
    readonly retryAfter: number | null = null,
  ) {
    super(reason.code)
  }
}
