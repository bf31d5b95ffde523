import * as z from 'zod/mini'
import type {Library, AddedRecords, NewRecords, KeptGroup} from '../api/library'
import {pageOf} from '../api/paging'
import {groupOfId, ruleOfId} from '../model/reasons'
import {demandSeen} from '../api/record-making'
import type {Envelope} from '../api/rule-service'
import {toListedGroup, toListedRule} from '../dnr/service-responses'
import {changeGroup, createGroup, groupOf, moveGroup, updateGroup} from './groups'
import {ruleOf, namedGroup, type LibraryNeeds} from './needs'
import {moveRules, createRule, getRule, updateRule, pinRules, switchRules} from './rules'
import {snapshotOf, type State, type Work} from './state'
import {openStore, type Store} from './store'
import {deleteGroup, deleteRules, expire, listTrash, purge, restore, unmakeRecords, unpurge} from './trash'
import {isRecord} from '../model/json'
import {lastRank} from './order'

/** Part of the ids of records that a script applied, by which the next script finds them. */
const appliedMark = 'applied-'

const isApplied = ({id, remote}: KeptGroup) => remote === undefined && id.includes(`_${appliedMark}`)
const isAsMade = ({record}: KeptGroup) => record['modificationDate'] === record['creationDate']

/** Removes what was applied before; what somebody changed goes to the trash. */
function takeApplied(work: Work, needs: LibraryNeeds): void {
  const rules = work.rules.all().filter(isApplied)
  const changed = rules.filter(rule => !isAsMade(rule)).map(({id}) => id)
  deleteRules(work, needs, changed)
  for (const rule of rules) work.rules.delete(rule.id)
  const used = new Set(work.rules.all().map(namedGroup))
  for (const group of work.groups.all().filter(isApplied))
    if (isAsMade(group) && !used.has(group.id)) work.groups.delete(group.id)
    else deleteGroup(work, needs, group.id)
}

function addRecords(work: Work, needs: LibraryNeeds, {groups, rules, team, applied}: NewRecords): AddedRecords {
  if (applied) takeApplied(work, needs)
  const suffix = () => `${applied ? appliedMark : ''}${needs.suffix()}`
  const made = groups.map(payload => createGroup(work, needs, payload, suffix()))
  const rank = lastRank(work, 'rule')
  return {
    groups: made,
    rules: rules.map(({payload, group}, index) => {
      const groupId = group === null ? undefined : made[group]?.id
      const placed = groupId !== undefined && isRecord(payload) ? {...payload, groupId} : payload
      return createRule(work, needs, placed, {team, ...(applied && {once: suffix()})}, rank + index)
    }),
  }
}

const installMemory = z.object({
  revision: z.number(),
  refused: z.record(z.string(), z.string()),
  loops: z.optional(z.array(z.object({ruleId: z.string(), rules: z.array(z.string()), chain: z.array(z.string())}))),
})

export type {LibraryNeeds} from './needs'

export type OpenLibrary = Library & Pick<Store, 'change' | 'beside'>

/** Opens this device's library. Rejects with a `ServiceError` of 500 where IndexedDB fails. */
export async function openLibrary(needs: LibraryNeeds): Promise<OpenLibrary> {
  const store = await openStore(needs.databaseName ?? 'switchyard')
  const {change, beside} = store
  const enveloped = async <Data>(doing: (work: Work) => Data): Promise<Envelope<Data>> => ({
    success: true,
    data: await change(doing),
  })
  async function loaded(): Promise<State> {
    if (store.peek() === undefined) await change(() => undefined)
    const state = store.peek()
    if (state === undefined) throw new Error('A change has left no mirror behind')
    return state
  }

  return {
    change,
    beside,
    createRule: (payload, how) => enveloped(work => createRule(work, needs, payload, how)),
    updateRule: (id, payload, seen) => enveloped(work => updateRule(work, needs, id, payload, seen)),
    getRule: id => enveloped(work => getRule(work, id)),
    listRules: (page = {}) => change(work => pageOf(work.rules.all(), page, ({record}) => toListedRule(record))),
    createGroup: payload => enveloped(work => createGroup(work, needs, payload)),
    updateGroup: (id, payload, seen) => enveloped(work => updateGroup(work, needs, id, payload, seen)),
    listGroups: (page = {}) => change(work => pageOf(work.groups.all(), page, ({record}) => toListedGroup(record))),
    deleteRule: (id, seen) =>
      change(work => {
        demandSeen(ruleOf(work, id).record, seen, ruleOfId(id))
        deleteRules(work, needs, [id])
      }),
    deleteGroup: (id, seen, trashed) =>
      change(work => {
        demandSeen(groupOf(work, id).record, seen, groupOfId(id))
        deleteGroup(work, needs, id, trashed)
      }),

    addRecords: records => change(work => addRecords(work, needs, records)),
    unmakeRecords: made => change(work => unmakeRecords(work, needs, made)),
    async snapshot() {
      return snapshotOf(await loaded())
    },
    setPaused: paused =>
      change(({values}) => {
        values.paused = paused
      }),
    switchRules: (ids, on) => change(work => switchRules(work, needs, ids, on)),
    pinRules: (ids, pinned) => change(work => pinRules(work, needs, ids, pinned)),
    moveRules: moves => change(work => moveRules(work, needs, moves)),
    changeGroup: (id, changes) => change(work => changeGroup(work, needs, id, changes)),
    moveGroup: (id, before, rank) => change(work => moveGroup(work, id, before, rank)),
    deleteRules: (ids, trashed) => change(work => deleteRules(work, needs, ids, trashed)),
    async listTrash() {
      // From memory, since a full disk refuses even an empty write.
      return listTrash((await loaded()).trash.sorted)
    },
    restore: ids => change(work => restore(work, needs, ids)),
    purge: ids => change(work => purge(work, ids)),
    unpurge: purged => change(work => unpurge(work, purged)),
    expire: () => change(work => expire(work, needs)),
    readInstallMemory: async () => installMemory.safeParse(await store.readValue('installMemory')).data ?? null,
    writeInstallMemory: memory => store.writeValue('installMemory', memory),
  }
}
