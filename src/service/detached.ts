import {deepest, isTooDeep, isRecord} from '../contract/json'
import {fault} from '../contract/faults'
import {cannotBeKept, tooDeepToKeep} from '../contract/reasons'
import {invalid} from '../contract/service-error'

/** A copy that the caller can no longer change; refused with 400 where it holds what cannot be kept, such as a function. */
export function detached(raw: unknown, what: string): unknown {
  if (isRecord(raw))
    for (const [name, value] of Object.entries(raw))
      if (isTooDeep(value)) throw invalid(what, [fault(name, 'too-deep', tooDeepToKeep(deepest))])
  try {
    return structuredClone(raw)
  } catch {
    throw invalid(what, [fault('', 'not-a-record', cannotBeKept)])
  }
}
