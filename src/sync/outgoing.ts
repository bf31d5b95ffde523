import type {StoredRecord} from '../contract/rule'
import {serviceOwned} from '../contract/rule-service'
import {without} from '../contract/records'
import {dateOf} from '../contract/record-making'
import type {Held, RecordKind, Remote} from '../contract/team'
import type {Work} from '../service/state'
import {groupIdsOf, isPending, isTeams, pairedOf, shelfOf, trashOf, type GroupIds, type TeamKept} from './ids'
import {isToSend} from './reconcile'
import {isAhead} from './wait'

/** One thing that the service is to hear. `id` is this device's, but the service's where the record has left the trash (`isGone`). */
export type Task = {
  readonly kind: RecordKind
  readonly what: 'create' | 'update' | 'delete'
  readonly id: string
  readonly isGone?: true
  /** What the service has failed with at it, as it is by now. */
  readonly held?: Held
  /** Something else is to be known or sent first. */
  readonly isLater?: true
}

/** What of it is to be sent at `now`: what the service has failed at waits for its time, and comes last. */
export const due = (tasks: readonly Task[], now: number): Task[] =>
  tasks
    .filter(({held, isLater}) => !isLater && (held === undefined || !isAhead(held.retryAt, now)))
    .toSorted((one, other) => (one.held?.times ?? 0) - (other.held?.times ?? 0))

/**
 * A creation may come to be for a while after it was given up, since what a network has swallowed can still arrive: only a listing that was asked for
 * after that can say that it did not. Sent sooner, it could be there twice.
 */
const unsureFor = 60_000

const isUnsure = ({id, sent}: Remote, now: number): boolean =>
  id === null && sent !== undefined && Math.abs(now - sent.at) < unsureFor

/** When the next creation of unknown fate is one that a listing can tell of, or the next one that the service failed at is tried again; null for none. */
export function nextTry(work: Work, now: number): number | null {
  const remotes = [...everyRemote(work)]
  const unsure = remotes.flatMap(({id, sent}) => (id === null && sent ? [sent.at + unsureFor] : []))
  const held = remotes.flatMap(each => (each.held ? [each.held.retryAt] : []))
  const until = [...unsure, ...held].filter(at => isAhead(at, now))
  return until.length === 0 ? null : Math.min(...until)
}

/** What is known of the service's side of everything, wherever it is by now. */
function* everyRemote(work: Work): Generator<Remote> {
  for (const kind of ['rule', 'group'] as const)
    for (const shelf of [shelfOf(work, kind), trashOf(work, kind)])
      for (const {remote} of shelf.all()) if (remote) yield remote
  for (const {remote} of work.values.team?.gone ?? []) yield remote
}

const heldOf = ({held}: Remote, date: number | null) => (held && held.date === date ? {held} : {})

function taskOf(kept: TeamKept, kind: RecordKind, ids: GroupIds, now: number): Task[] {
  const paired = pairedOf(kept, ids)
  if (!isToSend(paired)) return []
  const what = kept.remote.id === null ? 'create' : 'update'
  // Its group comes first; where the service refuses that, the rule waits with it.
  const isLater = isUnsure(kept.remote, now) || isPending(paired.record)
  return [{kind, what, id: kept.id, ...heldOf(kept.remote, dateOf(kept.record)), ...(isLater && {isLater})}]
}

const isToDelete = ({id, isHidden, conflict, parked}: Remote): boolean =>
  id !== null && !isHidden && conflict === undefined && !parked?.isDeletion

/**
 * Groups, by the service's ids, of rules that are still to be moved out of them or deleted: deleted before those, they would leave them in none, as if
 * somebody else had changed them.
 */
function groupsToLeave(work: Work, ids: GroupIds): Set<unknown> {
  const groupOf = ({base}: Remote) => base?.['groupId']
  const moved = work.rules
    .all()
    .filter(isTeams)
    .flatMap(kept => {
      const isMoved = groupOf(kept.remote) !== ids.there(kept.record['groupId'])
      return isMoved && isToSend(pairedOf(kept, ids)) ? [kept.remote] : []
    })
  const lying = trashOf(work, 'rule').all().filter(isTeams)
  const gone = (work.values.team?.gone ?? []).filter(({kind}) => kind === 'rule')
  return new Set(
    [...moved, ...[...lying, ...gone].flatMap(({remote}) => (isToDelete(remote) ? [remote] : []))].map(groupOf),
  )
}

/** What waits, by what was known at `now`, in the order in which it is sent: groups before the rules in them, and out of the trash last. */
export function outgoing(work: Work, now: number): Task[] {
  const ids = groupIdsOf(work)
  const kinds = ['group', 'rule'] as const
  const said = kinds.flatMap(kind =>
    shelfOf(work, kind)
      .all()
      .flatMap(kept => (isTeams(kept) ? taskOf(kept, kind, ids, now) : [])),
  )
  const groupsLeft = groupsToLeave(work, ids)
  const deletion = (kind: RecordKind, id: string, remote: Remote, date: number | null): Task[] =>
    isToDelete(remote)
      ? [{kind, what: 'delete', id, ...heldOf(remote, date), ...(groupsLeft.has(remote.id) && {isLater: true})}]
      : []
  const deleted = kinds.toReversed().flatMap(kind =>
    trashOf(work, kind)
      .all()
      .flatMap(kept => (isTeams(kept) ? deletion(kind, kept.id, kept.remote, dateOf(kept.record)) : [])),
  )
  const gone = (work.values.team?.gone ?? []).flatMap(({kind, remote}) =>
    deletion(kind, remote.id ?? '', remote, null).map((task): Task => ({...task, isGone: true})),
  )
  return [...said, ...deleted, ...gone]
}

/** A creation that a whole listing asked for at `now` tells of, and nothing else does. */
const isToLookFor = (remote: Remote, now: number): boolean =>
  remote.id === null && remote.sent !== undefined && !isUnsure(remote, now)

/** Whether there is any. */
export function hasLostCreations(work: Work, now: number): boolean {
  for (const remote of everyRemote(work)) if (isToLookFor(remote, now)) return true
  return false
}

/** After a whole listing, asked for at `looked`, that did not show them: what was sent long enough before that has come to nothing. */
export function forgetLostCreations(work: Work, looked: number): void {
  const isOver = (remote: Remote) => isToLookFor(remote, looked)
  for (const kind of ['rule', 'group'] as const)
    for (const shelf of [shelfOf(work, kind), trashOf(work, kind)])
      for (const kept of shelf.all())
        if (isTeams(kept) && isOver(kept.remote)) shelf.put({...kept, remote: without(kept.remote, 'sent') as Remote})
  const {team} = work.values
  if (team?.gone.some(({remote}) => isOver(remote)))
    work.values.team = {...team, gone: team.gone.filter(({remote}) => !isOver(remote))}
}

/** A group of this device that holds rules of the team goes with them. */
export function adoptGroups(work: Work): void {
  const held = new Set(work.rules.all().flatMap(kept => (isTeams(kept) ? [kept.record['groupId']] : [])))
  for (const group of work.groups.all())
    if (group.remote === undefined && held.has(group.id)) work.groups.put({...group, remote: {id: null, base: null}})
}

/** The body that says a record: what is the service's own is left out, and whether it is on is always said. */
export const payloadOf = (record: StoredRecord): StoredRecord => ({
  status: 'Active',
  ...without(record, ...serviceOwned, 'lastModifiedBy'),
})
