import {without} from '../contract/json'
import type {StoredRecord} from '../contract/rule'
import type {Choice, Paired, Remote} from '../contract/team'
import {isSameField, isSameSaid, merge} from './merge'
import {caughtUp} from './sent'

/** Whether the people here changed it since the service last gave it. */
export const isChanged = ({record, remote: {base}}: Paired): boolean => base === null || !isSameSaid(record, base)

/** Whether it is to be sent: changed or of unknown fate, not waiting for a decision, and not as the service has refused it. */
export const isToSend = (paired: Paired): boolean =>
  (isChanged(paired) || paired.remote.sent !== undefined) &&
  paired.remote.conflict === undefined &&
  (paired.remote.parked === undefined || !isSameSaid(paired.remote.parked.of, paired.record))

const bare = (remote: Remote, next: Pick<Remote, 'id' | 'base'>): Remote => ({
  ...(without(remote, 'conflict', 'sent', 'question', 'parked', 'isDeleting') as Remote),
  ...next,
})

/** A record of ours as it is given by the service: its own id there, everything else as it was. */
const known = (paired: Paired, theirs: StoredRecord): Paired => ({
  record: {...theirs, id: paired.record['id']},
  remote: without(bare(paired.remote, {id: String(theirs['id']), base: theirs}), 'held') as Remote,
})

/** Two versions of a record with what both came from. */
export function reconcile(paired: Paired, theirs: StoredRecord): Paired {
  const {remote} = paired
  const {record, base} = caughtUp(paired, theirs)
  if (!isChanged({record, remote: {...remote, base}})) return known(paired, theirs)
  const {merged, clashes} = merge(base, record, theirs)
  const next = {record: {...merged, id: record['id']}, remote: bare(remote, {id: String(theirs['id']), base: theirs})}
  // What waits for a decision goes on waiting for it, whatever else they change.
  const undecided = remote.conflict?.fields.filter(field => !isSameField(field, merged[field], theirs[field])) ?? []
  const fields = [...new Set([...undecided, ...clashes.map(({field}) => field)])]
  if (fields.length > 0)
    return {...next, remote: {...next.remote, conflict: {theirs, was: remote.conflict?.was ?? base, fields}}}
  const {parked} = remote
  return parked === undefined || isSameSaid(merged, theirs) ? next : {...next, remote: {...next.remote, parked}}
}

/** It is no longer there: null where nothing of ours would be lost with it. */
export function reconcileGone(paired: Paired): Paired | null {
  const {remote} = paired
  // It was never there.
  if (remote.id === null) return paired
  if (!isChanged(paired)) return null
  return {...paired, remote: {...remote, conflict: {theirs: null, was: remote.base, fields: []}}}
}

/** What holds after a decision; null where it is to be deleted here as it was there. */
export function settle(paired: Paired, choice: Exclude<Choice, 'both'>): Paired | null {
  const {record, remote} = paired
  const {conflict} = remote
  if (conflict === undefined) return paired
  const {theirs, fields} = conflict
  if (theirs === null) {
    if (choice === 'theirs') return null
    // To be made there anew.
    return {record, remote: bare(remote, {id: null, base: null})}
  }
  const next = bare(remote, {id: remote.id, base: theirs})
  const isTheirs = (field: string) => choice === 'theirs' || (choice !== 'mine' && choice[field] === 'theirs')
  const taken = fields.filter(isTheirs).map(field => [field, theirs[field]] as const)
  const absent = taken.filter(([, value]) => value === undefined).map(([field]) => field)
  const present = taken.filter(([, value]) => value !== undefined)
  return {record: without({...record, ...Object.fromEntries(present)}, ...absent), remote: next}
}
