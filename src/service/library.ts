import type {Library} from '../contract/library'
import {pageOf} from '../contract/paging'
import type {Envelope} from '../contract/rule-service'
import {listedGroup, listedRule} from './answers'
import {changeGroup, createGroup, moveGroup, updateGroup} from './groups'
import {readMemory} from './install-memory'
import type {LibraryNeeds} from './needs'
import {createRule, getRule, moveRules, pinRules, switchRules, updateRule} from './rules'
import {snapshotOf, type State, type Work} from './state'
import {openStore} from './store'
import {deleteGroup, deleteRules, expire, listTrash, purge, restore} from './trash'

export type {LibraryNeeds} from './needs'

/** Opens the library of this device, or makes an empty one. Rejects with a `ServiceError` of 500 where the browser cannot. */
export async function openLibrary(needs: LibraryNeeds): Promise<Library> {
  const store = await openStore(needs.databaseName ?? 'switchyard')
  const {change} = store
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
    createRule: (payload, how) => enveloped(work => createRule(work, needs, payload, how)),
    updateRule: (id, payload, seen) => enveloped(work => updateRule(work, needs, id, payload, seen)),
    getRule: id => enveloped(work => getRule(work, id)),
    listRules: (page = {}) => change(work => pageOf(work.rules.all(), page, listedRule)),
    createGroup: payload => enveloped(work => createGroup(work, needs, payload)),
    updateGroup: (id, payload) => enveloped(work => updateGroup(work, needs, id, payload)),
    listGroups: (page = {}) => change(work => pageOf(work.groups.all(), page, listedGroup)),
    deleteRule: id => change(work => deleteRules(work, needs, [id])),
    deleteGroup: (id, trashed) => change(work => deleteGroup(work, needs, id, trashed)),

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
    moveGroup: (id, before) => change(work => moveGroup(work, id, before)),
    deleteRules: (ids, trashed) => change(work => deleteRules(work, needs, ids, trashed)),
    async listTrash() {
      // Of the mirror: to look needs no writing, which a full disk refuses.
      return listTrash((await loaded()).trash.sorted)
    },
    restore: ids => change(work => restore(work, needs, ids)),
    purge: ids => change(work => purge(work, ids)),
    expire: () => change(work => expire(work, needs)),
    readInstallMemory: async () => readMemory(await store.readValue('installMemory')),
    writeInstallMemory: memory => store.writeValue('installMemory', memory),
  }
}
