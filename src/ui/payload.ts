import {serviceOwned} from '../model/payload'
import type {Rule} from '../model/rule'

/** What a form says of a rule: everything but what the service says itself, unknown fields included. */
export function payloadOf(rule: Rule): Record<string, unknown> {
  const payload: Record<string, unknown> = {...rule}
  for (const name of serviceOwned) delete payload[name]
  return payload
}
