import {serviceOwned} from '../model/payload'
import type {Rule} from '../model/rule'

/** The fields of a rule that a form sends: all but those that the service sets. */
export function toPayload(rule: Rule): Record<string, unknown> {
  const payload: Record<string, unknown> = {...rule}
  for (const name of serviceOwned) delete payload[name]
  return payload
}
