import * as z from 'zod/mini'
import type {Library, AddedRecords, NewRecords, StoredGroup} from '../api/library'
import {paginate} from '../api/paging'
import {faultText} from '../model/faults'
import {requireVersion} from '../api/record-changes'
import type {Envelope} from '../api/rule-service'
import {toListedGroup, toListedRule} from '../dnr/service-responses'
import {changeGroup, createGroup, getStoredGroup, moveGroup, updateGroup} from './groups'
import {getStoredRule, getNamedGroupId, type LibraryDependencies} from './records'
import {moveRules, createRule, getRule, updateRule, pinRules, switchRules} from './rules'
import {toSnapshot, type LibraryMirror, type LibraryTransaction} from './state'
import {openStore, type LibraryStore} from './store'
import {deleteGroup, deleteRules, purgeExpired, listTrash, purge, restore, undoCreate, undoPurge} from './trash'
import {isRecord} from '../model/json'
import {getNextRank} from './order'

/** Marks the ids of records that a script applied, so that the next script replaces them. */
const appliedPrefix = 'applied-'

const isApplied = ({id, remote}: StoredGroup) => remote === undefined && id.includes(`_${appliedPrefix}`)
const isUnchanged = ({record}: StoredGroup) => record['modificationDate'] === record['creationDate']

/** Removes records of the last script; those that were changed since go to the trash. */
function removeApplied(draft: LibraryTransaction, deps: LibraryDependencies): void {
  const rules = draft.rules.all().filter(isApplied)
  const changed = rules.filter(rule => !isUnchanged(rule)).map(({id}) => id)
  deleteRules(draft, deps, changed)
  for (const rule of rules) draft.rules.delete(rule.id)
  const used = new Set(draft.rules.all().map(getNamedGroupId))
  for (const group of draft.groups.all().filter(isApplied))
    if (isUnchanged(group) && !used.has(group.id)) draft.groups.delete(group.id)
    else deleteGroup(draft, deps, group.id)
}

function addRecords(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {groups, rules, team, applied}: NewRecords,
): AddedRecords {
  if (applied) removeApplied(draft, deps)
  const suffix = () => `${applied ? appliedPrefix : ''}${deps.suffix()}`
  const created = groups.map(payload => createGroup(draft, deps, payload, suffix()))
  const rank = getNextRank(draft, 'rule')
  return {
    groups: created,
    rules: rules.map(({payload, group}, index) => {
      const groupId = group === null ? undefined : created[group]?.id
      const placed = groupId !== undefined && isRecord(payload) ? {...payload, groupId} : payload
      return createRule(draft, deps, placed, {team, ...(applied && {once: suffix()})}, rank + index)
    }),
  }
}

const installMemory = z.object({
  revision: z.number(),
  refused: z.record(z.string(), z.string()),
  loops: z.optional(z.array(z.object({ruleId: z.string(), rules: z.array(z.string()), chain: z.array(z.string())}))),
})

export type {LibraryDependencies} from './records'

export type OpenLibrary = Library & Pick<LibraryStore, 'change' | 'withDatabase'>

/** Opens this device's library. Rejects with a `ServiceError` of 500 where IndexedDB fails. */
export async function openLibrary(deps: LibraryDependencies): Promise<OpenLibrary> {
  const store = await openStore(deps.databaseName ?? 'switchyard')
  const {change, withDatabase} = store
  const changeInEnvelope = async <Data>(action: (draft: LibraryTransaction) => Data): Promise<Envelope<Data>> => ({
    success: true,
    data: await change(action),
  })
  async function loadMirror(): Promise<LibraryMirror> {
    if (store.getMirror() === undefined) await change(() => undefined)
    const state = store.getMirror()
    if (state === undefined) throw new Error('A change has left no mirror behind')
    return state
  }

  return {
    change,
    withDatabase,
    createRule: (payload, options) => changeInEnvelope(draft => createRule(draft, deps, payload, options)),
    updateRule: (id, payload, expected) => changeInEnvelope(draft => updateRule(draft, deps, id, payload, expected)),
    getRule: id => changeInEnvelope(draft => getRule(draft, id)),
    listRules: (page = {}) => change(draft => paginate(draft.rules.all(), page, ({record}) => toListedRule(record))),
    createGroup: payload => changeInEnvelope(draft => createGroup(draft, deps, payload)),
    updateGroup: (id, payload, expected) => changeInEnvelope(draft => updateGroup(draft, deps, id, payload, expected)),
    listGroups: (page = {}) => change(draft => paginate(draft.groups.all(), page, ({record}) => toListedGroup(record))),
    deleteRule: (id, expected) =>
      change(draft => {
        requireVersion(getStoredRule(draft, id).record, expected, faultText('ruleOfId', {id}))
        deleteRules(draft, deps, [id])
      }),
    deleteGroup: (id, expected, trashed) =>
      change(draft => {
        requireVersion(getStoredGroup(draft, id).record, expected, faultText('groupOfId', {id}))
        deleteGroup(draft, deps, id, trashed)
      }),

    addRecords: records => change(draft => addRecords(draft, deps, records)),
    undoCreate: created => change(draft => undoCreate(draft, deps, created)),
    async snapshot() {
      return toSnapshot(await loadMirror())
    },
    setPaused: paused =>
      change(({values}) => {
        values.paused = paused
      }),
    switchRules: (ids, on) => change(draft => switchRules(draft, deps, ids, on)),
    pinRules: (ids, pinned) => change(draft => pinRules(draft, deps, ids, pinned)),
    moveRules: moves => change(draft => moveRules(draft, deps, moves)),
    changeGroup: (id, changes) => change(draft => changeGroup(draft, deps, id, changes)),
    moveGroup: (id, before, rank) => change(draft => moveGroup(draft, id, before, rank)),
    deleteRules: (ids, trashed) => change(draft => deleteRules(draft, deps, ids, trashed)),
    async listTrash() {
      // The list comes from memory, since a full disk refuses even an empty transaction.
      return listTrash((await loadMirror()).trash.sorted)
    },
    restore: ids => change(draft => restore(draft, deps, ids)),
    purge: ids => change(draft => purge(draft, ids)),
    undoPurge: purged => change(draft => undoPurge(draft, purged)),
    expire: () => change(draft => purgeExpired(draft, deps)),
    readInstallMemory: async () => installMemory.safeParse(await store.readValue('installMemory')).data ?? null,
    writeInstallMemory: memory => store.writeValue('installMemory', memory),
  }
}
