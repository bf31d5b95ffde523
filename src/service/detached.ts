import {fault} from '../contract/faults'
import {invalid} from '../contract/service-error'

/** A copy that the caller can no longer change; refused with 400 where it holds what cannot be kept, such as a function. */
export function detached(raw: unknown, what: string): unknown {
  try {
    return structuredClone(raw)
  } catch {
    throw invalid(what, [fault('', 'not-a-record', 'This holds something that cannot be kept.')])
  }
}
