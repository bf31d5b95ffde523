import type {Library} from '../contract/library'
import {pageOf} from '../contract/paging'
import {groupOfId, ruleOfId} from '../contract/reasons'
import {demandSeen} from '../contract/record-making'
import type {Envelope} from '../contract/rule-service'
import {listedGroup, listedRule} from '../translate/answers'
import {addRecords} from './adding'
import {changeGroup, createGroup, groupOf, moveGroup, updateGroup} from './groups'
import {readMemory} from './install-memory'
import {ruleOf} from './membership'
import {moveRules} from './moves'
import type {LibraryNeeds} from './needs'
import {createRule, getRule, updateRule} from './rules'
import {snapshotOf, type State, type Work} from './state'
import {openStore, type Store} from './store'
import {pinRules, switchRules} from './switching'
import {deleteGroup, deleteRules, expire, listTrash, purge, restore, unmakeRecords, unpurge} from './trash'

export type {LibraryNeeds} from './needs'

/** The library, and what sync does with it: one transaction, of which all that `doing` changes is kept, or nothing. */
export type OpenLibrary = Library & Pick<Store, 'change' | 'beside'>

/** Opens the library of this device, or makes an empty one. Rejects with a `ServiceError` of 500 where the browser cannot. */
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
    listRules: (page = {}) => change(work => pageOf(work.rules.all(), page, ({record}) => listedRule(record))),
    createGroup: payload => enveloped(work => createGroup(work, needs, payload)),
    updateGroup: (id, payload, seen) => enveloped(work => updateGroup(work, needs, id, payload, seen)),
    listGroups: (page = {}) => change(work => pageOf(work.groups.all(), page, ({record}) => listedGroup(record))),
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
      // Of the mirror: to look needs no writing, which a full disk refuses.
      return listTrash((await loaded()).trash.sorted)
    },
    restore: ids => change(work => restore(work, needs, ids)),
    purge: ids => change(work => purge(work, ids)),
    unpurge: purged => change(work => unpurge(work, purged)),
    expire: () => change(work => expire(work, needs)),
    readInstallMemory: async () => readMemory(await store.readValue('installMemory')),
    writeInstallMemory: memory => store.writeValue('installMemory', memory),
  }
}
