import type {Rule} from '../contract/rule'

/** What only the store says about a rule. */
const storeOwned = [
  'id',
  'creationDate',
  'modificationDate',
  'createdBy',
  'lastModifiedBy',
  'currentOwnerId',
  'extensionRules',
] as const

/** What a form says of a rule: everything but what the store says itself, unknown fields included. */
export function payloadOf(rule: Rule): Record<string, unknown> {
  const payload: Record<string, unknown> = {...rule}
  for (const name of storeOwned) delete payload[name]
  return payload
}
