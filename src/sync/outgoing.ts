import type {StoredRecord} from '../model/rule'
import {serviceOwned} from '../model/payload'
import {without} from '../model/json'
import {getModificationDate} from '../api/record-making'
import type {Held, RecordKind, Remote} from '../model/team'
import type {LibraryDraft} from '../storage/state'
import {groupIdsOf, isPending, isTeams, pairedOf, placesIn, recordKinds, shelfOf, teamPlaces, trashOf} from './ids'
import type {GroupIds, TeamKept} from './ids'
import {getCreationState, getListTimes} from './creation'
import {isToSend} from './reconcile'
import {isAhead} from './wait'

/** One request to send. `id` is this device's or, with `isGone`, the service's. */
export type Task = {
  readonly kind: RecordKind
  readonly what: 'create' | 'update' | 'delete'
  readonly id: string
  readonly isGone?: true
  /** The last failure of this very version. */
  readonly held?: Held
  readonly isLater?: true
  readonly isRepeated?: true
}

/** The tasks to run at `now`; those that failed come last, each at its time. */
export const due = (tasks: readonly Task[], now: number): Task[] =>
  tasks
    .filter(({held, isLater}) => !isLater && (held === undefined || !isAhead(held.retryAt, now)))
    .toSorted((one, other) => (one.held?.times ?? 0) - (other.held?.times ?? 0))

/** When a lost creation can be found in a list, or a failed record is retried; null for none. */
export function nextTry(work: LibraryDraft, now: number): number | null {
  const held = everyRemote(work).flatMap(each => (each.held ? [each.held.retryAt] : []))
  const until = [...getListTimes(work, now), ...held].filter(at => isAhead(at, now))
  return until.length === 0 ? null : Math.min(...until)
}

const everyRemote = (work: LibraryDraft): Remote[] => [
  ...recordKinds.flatMap(kind => teamPlaces(work, kind).map(({kept}) => kept.remote)),
  ...(work.values.team?.gone ?? []).map(({remote}) => remote),
]

const heldOf = ({held}: Remote, date: number | null) => (held && held.date === date ? {held} : {})

function taskOf(work: LibraryDraft, kept: TeamKept, kind: RecordKind, ids: GroupIds, now: number): Task[] {
  const paired = pairedOf(kept, ids)
  const state = getCreationState(work, kind, kept.remote, now)
  if (state === 'ask' || !isToSend(paired)) return []
  const what = kept.remote.id === null ? 'create' : 'update'
  const isRepeated = state === 'repeat'
  // A rule waits for its group. A repeated POST is sent unchanged.
  const isLater = !isRepeated && (state !== 'none' || isPending(paired.record))
  const held = heldOf(kept.remote, getModificationDate(kept.record))
  return [{kind, what, id: kept.id, ...held, ...(isLater && {isLater}), ...(isRepeated && {isRepeated})}]
}

const isToDelete = ({id, isHidden, conflict, parked}: Remote): boolean =>
  id !== null && !isHidden && conflict === undefined && !parked?.isDeletion

/** Groups that rules still have to leave: deleted first, they would leave their rules without a group. */
function groupsToLeave(work: LibraryDraft, ids: GroupIds): Set<unknown> {
  const groupOf = ({base}: Remote) => base?.['groupId']
  const moved = placesIn(shelfOf(work, 'rule')).filter(
    ({kept}) => groupOf(kept.remote) !== ids.there(kept.record['groupId']) && isToSend(pairedOf(kept, ids)),
  )
  const gone = (work.values.team?.gone ?? []).filter(({kind}) => kind === 'rule')
  const deleted = [...placesIn(trashOf(work, 'rule')).map(({kept}) => kept), ...gone].filter(({remote}) =>
    isToDelete(remote),
  )
  return new Set([...moved.map(({kept}) => kept), ...deleted].map(({remote}) => groupOf(remote)))
}

/** All tasks in order: groups before their rules, deletions last. */
export function outgoing(work: LibraryDraft, now: number): Task[] {
  const ids = groupIdsOf(work)
  const kinds = ['group', 'rule'] as const
  const said = kinds.flatMap(kind =>
    placesIn(shelfOf(work, kind)).flatMap(({kept}) => taskOf(work, kept, kind, ids, now)),
  )
  const groupsLeft = groupsToLeave(work, ids)
  const deletion = (kind: RecordKind, id: string, remote: Remote, date: number | null): Task[] =>
    isToDelete(remote)
      ? [{kind, what: 'delete', id, ...heldOf(remote, date), ...(groupsLeft.has(remote.id) && {isLater: true})}]
      : []
  const deleted = kinds
    .toReversed()
    .flatMap(kind =>
      placesIn(trashOf(work, kind)).flatMap(({kept}) =>
        deletion(kind, kept.id, kept.remote, getModificationDate(kept.record)),
      ),
    )
  const gone = (work.values.team?.gone ?? []).flatMap(({kind, remote}) =>
    deletion(kind, remote.id ?? '', remote, null).map((task): Task => ({...task, isGone: true})),
  )
  return [...said, ...deleted, ...gone]
}

/** Groups of this device with team rules become the team's. */
export function adoptGroups(work: LibraryDraft): void {
  const held = new Set(work.rules.all().flatMap(kept => (isTeams(kept) ? [kept.record['groupId']] : [])))
  for (const group of work.groups.all())
    if (group.remote === undefined && held.has(group.id)) work.groups.put({...group, remote: {id: null, base: null}})
}

/** The request body: without the service's own fields, always with a status. */
export const payloadOf = (record: StoredRecord): StoredRecord => ({
  status: 'Active',
  ...without(record, ...serviceOwned, 'lastModifiedBy'),
})
