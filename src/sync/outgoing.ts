import type {StoredRecord} from '../contract/rule'
import {serviceOwned} from '../contract/rule-service'
import {without} from '../contract/json'
import {dateOf} from '../contract/record-making'
import type {Held, RecordKind, Remote} from '../contract/team'
import type {Work} from '../service/state'
import {groupIdsOf, isPending, isTeams, pairedOf, shelfOf, trashOf, type GroupIds, type TeamKept} from './ids'
import {getCreationState, getListTimes} from './creation'
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
  /** A POST that got no response and is sent again with its idempotency key. */
  readonly isRepeated?: true
}

/** What of it is to be sent at `now`: what the service has failed at waits for its time, and comes last. */
export const due = (tasks: readonly Task[], now: number): Task[] =>
  tasks
    .filter(({held, isLater}) => !isLater && (held === undefined || !isAhead(held.retryAt, now)))
    .toSorted((one, other) => (one.held?.times ?? 0) - (other.held?.times ?? 0))

/** When a list can next tell of a lost creation, or a record that the service failed at is tried again; null for none. */
export function nextTry(work: Work, now: number): number | null {
  const held = [...everyRemote(work)].flatMap(each => (each.held ? [each.held.retryAt] : []))
  const until = [...getListTimes(work, now), ...held].filter(at => isAhead(at, now))
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

function taskOf(work: Work, kept: TeamKept, kind: RecordKind, ids: GroupIds, now: number): Task[] {
  const paired = pairedOf(kept, ids)
  const state = getCreationState(work, kind, kept.remote, now)
  if (state === 'ask' || !isToSend(paired)) return []
  const what = kept.remote.id === null ? 'create' : 'update'
  const isRepeated = state === 'repeat'
  // Its group comes first; where the service refuses that, the rule waits with it. A repeated POST is sent as it was.
  const isLater = !isRepeated && (state !== 'none' || isPending(paired.record))
  const held = heldOf(kept.remote, dateOf(kept.record))
  return [{kind, what, id: kept.id, ...held, ...(isLater && {isLater}), ...(isRepeated && {isRepeated})}]
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
      .flatMap(kept => (isTeams(kept) ? taskOf(work, kept, kind, ids, now) : [])),
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
