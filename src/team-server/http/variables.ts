import type {Caller} from '../keys'

/** What is known of a call while it is answered. */
export type Variables = {readonly requestId: string; readonly caller: Caller}
