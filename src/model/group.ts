import * as z from 'zod/mini'
import {fault, faultsOfIssues, faultText} from './faults'
import {isRecord, withoutNulls} from './json'
import {status, withoutMisfits, type Reading} from './rule'

/** A group in the documented shape, with unknown fields. Dates are milliseconds since 1970. */
const group = z.looseObject({
  id: z.string(),
  name: z.string(),
  objectType: z.literal('group'),
  status,
  isFavourite: z.boolean(),
  creationDate: z.optional(z.number()),
  modificationDate: z.optional(z.number()),
  createdBy: z.optional(z.string()),
  lastModifiedBy: z.optional(z.string()),
  currentOwnerId: z.optional(z.string()),
})
export type Group = z.infer<typeof group>
export const groupFieldNames: readonly string[] = Object.keys(group.shape)

/** Reads a stored group; invalid fields count as missing. A group needs an id. */
export function readGroup(raw: unknown): Reading<Group> {
  const given = withoutMisfits(raw, group.shape)
  const reading = readGroupStrictly(given)
  if (reading.ok || !isRecord(given)) return reading
  const wrong = new Set(reading.faults.map(({path}) => path))
  if (wrong.has('id')) return reading
  return readGroupStrictly(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))
}

/** Reads a group; absent and null fields get the contract's defaults. */
export function readGroupStrictly(raw: unknown): Reading<Group> {
  if (!isRecord(raw)) return {ok: false, faults: [fault('', 'not-a-record', faultText('notGroupRecord'))]}
  const present = withoutNulls(raw, groupFieldNames)
  const given = {name: '', objectType: 'group', status: 'Active', isFavourite: false, ...present}
  const parsed = z.safeParse(group, given, {reportInput: true})
  return parsed.success ? {ok: true, value: parsed.data} : {ok: false, faults: faultsOfIssues(parsed.error.issues)}
}
