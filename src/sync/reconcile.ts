import {without} from '../model/json'
import type {StoredRecord} from '../model/rule'
import type {Choice, Paired, Remote} from '../model/team'
import {isSameField, isSameSaid, merge} from './merge'
import {caughtUp} from './sent'

export const isChanged = ({record, remote: {base}}: Paired): boolean => base === null || !isSameSaid(record, base)

/** Whether it is to be sent: changed or of unknown outcome, without conflict, and not the version that was refused. */
export const isToSend = (paired: Paired): boolean =>
  (isChanged(paired) || paired.remote.sent !== undefined) &&
  paired.remote.conflict === undefined &&
  (paired.remote.parked === undefined || !isSameSaid(paired.remote.parked.of, paired.record))

const bare = (remote: Remote, next: Pick<Remote, 'id' | 'base'>): Remote => ({
  ...(without(remote, 'conflict', 'sent', 'question', 'parked', 'isDeleting') as Remote),
  ...next,
})

const known = (paired: Paired, theirs: StoredRecord): Paired => ({
  record: {...theirs, id: paired.record['id']},
  remote: without(bare(paired.remote, {id: String(theirs['id']), base: theirs}), 'held') as Remote,
})

export function reconcile(paired: Paired, theirs: StoredRecord): Paired {
  const {remote} = paired
  const {record, base} = caughtUp(paired, theirs)
  if (!isChanged({record, remote: {...remote, base}})) return known(paired, theirs)
  const {merged, clashes} = merge(base, record, theirs)
  const next = {record: {...merged, id: record['id']}, remote: bare(remote, {id: String(theirs['id']), base: theirs})}
  const undecided = remote.conflict?.fields.filter(field => !isSameField(field, merged[field], theirs[field])) ?? []
  const fields = [...new Set([...undecided, ...clashes.map(({field}) => field)])]
  if (fields.length > 0)
    return {...next, remote: {...next.remote, conflict: {theirs, was: remote.conflict?.was ?? base, fields}}}
  const {parked} = remote
  return parked === undefined || isSameSaid(merged, theirs) ? next : {...next, remote: {...next.remote, parked}}
}

/** The record is deleted at the service: null where nothing local would be lost. */
export function reconcileGone(paired: Paired): Paired | null {
  const {remote} = paired
  if (remote.id === null) return paired
  if (!isChanged(paired)) return null
  return {...paired, remote: {...remote, conflict: {theirs: null, was: remote.base, fields: []}}}
}

export function settle(paired: Paired, choice: Exclude<Choice, 'both'>): Paired | null {
  const {record, remote} = paired
  const {conflict} = remote
  if (conflict === undefined) return paired
  const {theirs, fields} = conflict
  if (theirs === null) {
    if (choice === 'theirs') return null
    return {record, remote: bare(remote, {id: null, base: null})}
  }
  const next = bare(remote, {id: remote.id, base: theirs})
  const isTheirs = (field: string) => choice === 'theirs' || (choice !== 'mine' && choice[field] === 'theirs')
  const taken = fields.filter(isTheirs).map(field => [field, theirs[field]] as const)
  const absent = taken.filter(([, value]) => value === undefined).map(([field]) => field)
  const present = taken.filter(([, value]) => value !== undefined)
  return {record: without({...record, ...Object.fromEntries(present)}, ...absent), remote: next}
}
