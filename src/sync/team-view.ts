import {verbatim, type FaultText} from '../model/faults'
import {hasCode, type StoredRecord} from '../model/rule'
import {getKeyEnd} from '../model/managed-policy'
import type {
  DeferredChange,
  PurgedRecord,
  RecordKind,
  RemoteState,
  StoredReason,
  TeamConflict,
  TeamEntry,
  TeamView,
} from '../model/team'
import type {LibraryTransaction} from '../storage/state'
import {
  toTeamEntry,
  createGroupIdMap,
  toSyncedRecord,
  listLinked,
  recordKinds,
  getRecordStore,
  getTrashStore,
} from './entries'
import type {GroupIdMap, LinkedEntry} from './entries'
import {getChangedFields} from './merge-versions'
import {listTasks} from './tasks'
import {isGroupStateUnknown} from './merge-remote'
import {hasLocalChange, shouldSend} from './reconcile'

type ListedEntry = {readonly kind: RecordKind; readonly entry: LinkedEntry; readonly isDeleted: boolean}

const listEntries = (draft: LibraryTransaction): ListedEntry[] =>
  recordKinds.flatMap(kind =>
    [getRecordStore, getTrashStore].flatMap(from =>
      listLinked(from(draft, kind)).map(({entry}) => ({kind, entry, isDeleted: from === getTrashStore})),
    ),
  )

function toConflict({kind, entry, isDeleted}: ListedEntry, ids: GroupIdMap): TeamConflict[] {
  const {conflict} = entry.remote
  if (!conflict || (isDeleted && conflict.theirs === null)) return []
  const there = (record: StoredRecord) => ({...record, groupId: ids.toLocal(record['groupId'])})
  const {record: mine} = toSyncedRecord(entry, ids)
  const {theirs, was, fields} = conflict
  const both = isDeleted || !theirs || !was ? null : getMergedFields(was, mine, theirs)
  return [
    {
      ...toTeamEntry(kind, entry.id, entry.record),
      mine: isDeleted ? null : entry.record,
      theirs: theirs && there(theirs),
      fields,
      merged: (both ?? []).filter(({field}) => !fields.includes(field)),
    },
  ]
}

function getMergedFields(was: StoredRecord, mine: StoredRecord, theirs: StoredRecord): TeamConflict['merged'] {
  const [here, there] = [getChangedFields(was, mine), getChangedFields(was, theirs)]
  return [
    ...here.filter(field => !there.includes(field)).map(field => ({field, by: 'mine' as const})),
    ...there.filter(field => !here.includes(field)).map(field => ({field, by: 'theirs' as const})),
  ]
}

const toPurgedEntry = ({kind, id, name}: PurgedRecord): TeamEntry => toTeamEntry(kind, id, {name})
const isRejectedOrHidden = ({remote: {isHidden, parked}}: PurgedRecord): boolean =>
  isHidden === true || parked?.isDeletion === true

/** The reason as a code. A stored sentence is dropped: the next attempt to sync stores a code. */
const getCode = (reason: StoredReason): FaultText | null => (typeof reason === 'string' ? null : reason)

/** The reason of a refusal, which is not sent again, so that a stored sentence is quoted. */
const getRefusal = (reason: StoredReason): FaultText | null =>
  typeof reason === 'string' && reason !== '' ? verbatim(reason) : getCode(reason)

function toProblem(deferred: DeferredChange | undefined) {
  const problem = deferred ? getCode(deferred.message) : null
  return problem ? {problem} : {}
}

const toHidden = (entry: TeamEntry, {isHidden, base}: RemoteState): TeamView['hidden'] =>
  isHidden ? [{...entry, isOn: entry.kind === 'rule' && base?.['status'] === 'Active'}] : []

export function createTeamView(
  draft: LibraryTransaction,
  now: number,
  progress: Pick<TeamView, 'isSyncing' | 'progress'>,
): TeamView | null {
  const {team} = draft.values
  if (!team) return null
  const {url, key, every, synced, failure, received = null, unnamed, gone, tooDeep = []} = team
  const ids = createGroupIdMap(draft)
  const all = listEntries(draft)
  const rules = all.flatMap(({kind, entry, isDeleted}) => (kind === 'rule' && !isDeleted ? [entry] : []))
  const groups = all.filter(({kind, isDeleted}) => kind === 'group' && !isDeleted)
  const tasks = new Map(listTasks(draft, now).map(task => [`${task.kind} ${task.id}`, task]))
  return {
    url,
    keyEnd: getKeyEnd(key),
    every,
    ...progress,
    synced: synced && {...synced, rules: rules.length},
    failure: failure && {...failure, message: getCode(failure.message)},
    received,
    rules: {
      count: rules.length,
      on: rules.filter(({record}) => record['status'] === 'Active').length,
      groups: groups.length,
    },
    code: rules.filter(({record}) => hasCode(record)).map(({id}) => id),
    waiting: [
      ...all.flatMap(({kind, entry}) => {
        const task = tasks.get(`${kind} ${entry.id}`)
        return task
          ? [{...toTeamEntry(kind, entry.id, entry.record), what: task.what, ...toProblem(task.deferred)}]
          : []
      }),
      ...gone.flatMap(each =>
        isRejectedOrHidden(each)
          ? []
          : [{...toPurgedEntry(each), what: 'delete' as const, ...toProblem(each.remote.held)}],
      ),
    ],
    rejected: [
      ...all.flatMap(({kind, entry, isDeleted}) => {
        const {parked} = entry.remote
        const record = toSyncedRecord(entry, ids)
        if (!parked || (isDeleted ? !parked.isDeletion : !hasLocalChange(record) || shouldSend(record))) return []
        return [
          {...toTeamEntry(kind, entry.id, entry.record), status: parked.status, message: getRefusal(parked.message)},
        ]
      }),
      ...gone.flatMap(each => {
        const {parked} = each.remote
        return parked?.isDeletion
          ? [{...toPurgedEntry(each), status: parked.status, message: getRefusal(parked.message)}]
          : []
      }),
    ],
    conflicts: all.flatMap(each => toConflict(each, ids)),
    hidden: [
      ...all.flatMap(({kind, entry: {id, record, remote}}) => toHidden(toTeamEntry(kind, id, record), remote)),
      ...gone.flatMap(each => toHidden(toPurgedEntry(each), each.remote)),
    ],
    unnamed,
    tooDeep,
    groupsOfUnknownState: groups.flatMap(({entry: {id, remote}}) => (isGroupStateUnknown(remote) ? [id] : [])),
  }
}
