import {hasCode, type StoredRecord} from '../model/rule'
import {endOfKey} from '../model/managed'
import type {Gone, RecordKind, Remote, TeamConflict, TeamEntry, TeamQuestion, TeamView} from '../model/team'
import type {LibraryDraft} from '../storage/state'
import {entryOf, groupIdsOf, pairedOf, placesIn, recordKinds, shelfOf, trashOf} from './ids'
import type {GroupIds, TeamKept} from './ids'
import {getCandidates, getCreationState} from './creation'
import {changedFields} from './merge'
import {outgoing} from './outgoing'
import {isGroupStateUnknown} from './pulling'
import {isChanged, isToSend} from './reconcile'

type Listed = {readonly kind: RecordKind; readonly kept: TeamKept; readonly isDeleted: boolean}

const listed = (work: LibraryDraft): Listed[] =>
  recordKinds.flatMap(kind =>
    [shelfOf, trashOf].flatMap(from =>
      placesIn(from(work, kind)).map(({kept}) => ({kind, kept, isDeleted: from === trashOf})),
    ),
  )

function conflictOf({kind, kept, isDeleted}: Listed, ids: GroupIds): TeamConflict[] {
  const {conflict} = kept.remote
  if (!conflict || (isDeleted && conflict.theirs === null)) return []
  const there = (record: StoredRecord) => ({...record, groupId: ids.here(record['groupId'])})
  const {record: mine} = pairedOf(kept, ids)
  const {theirs, was, fields} = conflict
  const both = isDeleted || !theirs || !was ? null : mergedFields(was, mine, theirs)
  return [
    {
      ...entryOf(kind, kept.id, kept.record),
      mine: isDeleted ? null : kept.record,
      theirs: theirs && there(theirs),
      fields,
      merged: (both ?? []).filter(({field}) => !fields.includes(field)),
    },
  ]
}

function mergedFields(was: StoredRecord, mine: StoredRecord, theirs: StoredRecord): TeamConflict['merged'] {
  const [here, there] = [changedFields(was, mine), changedFields(was, theirs)]
  return [
    ...here.filter(field => !there.includes(field)).map(field => ({field, by: 'mine' as const})),
    ...there.filter(field => !here.includes(field)).map(field => ({field, by: 'theirs' as const})),
  ]
}

function questionOf(work: LibraryDraft, {kind, kept, isDeleted}: Listed, now: number): TeamQuestion[] {
  if (isDeleted || getCreationState(work, kind, kept.remote, now) !== 'ask') return []
  const [candidate] = getCandidates(work, kind, kept.remote)
  const shown = candidate ? {id: candidate.id, record: candidate.record} : null
  return [{...entryOf(kind, kept.id, kept.record), mine: kept.record, candidate: shown}]
}

const goneEntry = ({kind, id, name}: Gone): TeamEntry => entryOf(kind, id, {name})
const isAsideOrHidden = ({remote: {isHidden, parked}}: Gone): boolean =>
  isHidden === true || parked?.isDeletion === true

const problemOf = (of: Pick<Remote, 'held'> | undefined) => (of?.held ? {problem: of.held.message} : {})

const hiddenOf = (entry: TeamEntry, {isHidden, base}: Remote): TeamView['hidden'] =>
  isHidden ? [{...entry, isOn: entry.kind === 'rule' && base?.['status'] === 'Active'}] : []

export function viewOf(
  work: LibraryDraft,
  now: number,
  going: Pick<TeamView, 'isSyncing' | 'progress'>,
): TeamView | null {
  const {team} = work.values
  if (!team) return null
  const {url, key, every, synced, failure, received = null, unnamed, gone, tooDeep = []} = team
  const ids = groupIdsOf(work)
  const all = listed(work)
  const rules = all.flatMap(({kind, kept, isDeleted}) => (kind === 'rule' && !isDeleted ? [kept] : []))
  const groups = all.filter(({kind, isDeleted}) => kind === 'group' && !isDeleted)
  const tasks = new Map(outgoing(work, now).map(task => [`${task.kind} ${task.id}`, task]))
  return {
    url,
    // The end of a short key would be most of it.
    keyEnd: endOfKey(key),
    every,
    ...going,
    synced: synced && {...synced, rules: rules.length},
    failure,
    received,
    rules: {
      count: rules.length,
      on: rules.filter(({record}) => record['status'] === 'Active').length,
      groups: groups.length,
    },
    code: rules.filter(({record}) => hasCode(record)).map(({id}) => id),
    waiting: [
      ...all.flatMap(({kind, kept}) => {
        const task = tasks.get(`${kind} ${kept.id}`)
        return task ? [{...entryOf(kind, kept.id, kept.record), what: task.what, ...problemOf(task)}] : []
      }),
      ...gone.flatMap(each =>
        isAsideOrHidden(each) ? [] : [{...goneEntry(each), what: 'delete' as const, ...problemOf(each.remote)}],
      ),
    ],
    parked: [
      ...all.flatMap(({kind, kept, isDeleted}) => {
        const {parked} = kept.remote
        const paired = pairedOf(kept, ids)
        if (!parked || (isDeleted ? !parked.isDeletion : !isChanged(paired) || isToSend(paired))) return []
        return [{...entryOf(kind, kept.id, kept.record), status: parked.status, message: parked.message}]
      }),
      ...gone.flatMap(each => {
        const {parked} = each.remote
        return parked?.isDeletion ? [{...goneEntry(each), status: parked.status, message: parked.message}] : []
      }),
    ],
    conflicts: all.flatMap(each => conflictOf(each, ids)),
    questions: all.flatMap(each => questionOf(work, each, now)),
    hidden: [
      ...all.flatMap(({kind, kept: {id, record, remote}}) => hiddenOf(entryOf(kind, id, record), remote)),
      ...gone.flatMap(each => hiddenOf(goneEntry(each), each.remote)),
    ],
    unnamed,
    tooDeep,
    groupsOfUnknownState: groups.flatMap(({kept: {id, remote}}) => (isGroupStateUnknown(remote) ? [id] : [])),
  }
}
