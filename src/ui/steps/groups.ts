import type {Group} from '../../contract/group'
import type {WorkerClient} from '../../contract/messages'
import {statusOf, type LibraryState} from '../state/library'
import {groupIdOf} from '../state/sections'
import {common, groupsWords as words} from '../words'
import {restoreLeft} from './restore'
import {createTurns} from './turns'
import {isAsAnswered, unmake} from './unmake'

export type GroupSteps = ReturnType<typeof createGroupSteps>

/** What a person does to groups. Each is said, and can be taken back. */
export function createGroupSteps(library: LibraryState, client: WorkerClient) {
  const {toasts} = library
  const groupOf = (id: string) => library.groups.peek().find(each => each.id === id)
  const nameOf = (id: string) => groupOf(id)?.name || common.untitled
  const rulesOf = (id: string) =>
    library.rows
      .peek()
      .filter(row => groupIdOf(row.peek()) === id)
      .map(row => row.peek().id)
  const update = (id: string, changes: Partial<Group>) => library.run(() => client.ask('group.change', {id, changes}))
  const place = (id: string, before: string | null) => library.run(() => client.ask('group.move', {id, before}))
  const inTurn = createTurns()

  async function removeRules(ids: readonly string[]) {
    const done = await library.run(() => client.ask('rules.delete', {ids: [...ids]}))
    if (done !== undefined) toasts.report(words.rulesDeleted(ids.length), () => restoreLeft({library, client}, ids))
  }

  /** `before` is the group to stand above; null is last, and undefined nowhere else. */
  async function moveNow(id: string, before: string | null | undefined) {
    const ids = library.groups.peek().map(each => each.id)
    const below = ids.slice(ids.indexOf(id) + 1)
    if (before === undefined || before === id || before === (below[0] ?? null)) return
    if ((await place(id, before)) === undefined) return
    const at = library.groups.peek().findIndex(each => each.id === id) + 1
    // What stood below it may be gone by then.
    toasts.report(words.moved(nameOf(id), at, ids.length), () => place(id, below.find(groupOf) ?? null))
  }

  return {
    async create(name: string) {
      const payload = {name, objectType: 'group', status: statusOf(true), isFavourite: false}
      const made = await library.run(() => client.ask('group.create', {payload}))
      if (made)
        toasts.report(words.created(name), () => {
          const isAsMade = isAsAnswered(made, groupOf(made.id)) && rulesOf(made.id).length === 0
          return unmake({library, client}, {kind: 'group', id: made.id, isAsMade})
        })
      return made
    },
    async rename(id: string, name: string): Promise<boolean> {
      const before = groupOf(id)?.name ?? ''
      const done = await update(id, {name})
      if (done) toasts.report(words.renamed(before, name), () => update(id, {name: before}))
      return done !== undefined
    },
    async pin(id: string) {
      const isFavourite = groupOf(id)?.isFavourite !== true
      const done = await update(id, {isFavourite})
      if (done) toasts.report(words.pinned(nameOf(id), isFavourite), () => update(id, {isFavourite: !isFavourite}))
    },
    async toggle(id: string, on: boolean) {
      if (groupOf(id)?.status === statusOf(on)) return
      if (await library.switchGroup(id, on))
        toasts.report(words.turned(nameOf(id), on), async () =>
          groupOf(id) ? library.switchGroup(id, !on) : 'nothing',
        )
    },
    move: (id: string, edge: 'above' | 'below', onto: string): Promise<void> =>
      inTurn(async () => {
        const ids = library.groups.peek().map(each => each.id)
        return moveNow(id, edge === 'above' ? onto : (ids[ids.indexOf(onto) + 1] ?? null))
      }),
    /** One place up or down; none at the ends. */
    step: (id: string, by: 1 | -1): Promise<void> =>
      inTurn(async () => {
        const ids = library.groups.peek().map(each => each.id)
        const at = ids.indexOf(id)
        if (at < 0 || ids[at + by] === undefined) return
        // To go below the next group is to go above the one after it.
        await moveNow(id, by < 0 ? ids[at - 1] : (ids[at + 2] ?? null))
      }),
    async remove(id: string): Promise<boolean> {
      const name = nameOf(id)
      const rules = rulesOf(id)
      const done = await library.run(() => client.ask('group.delete', {id}))
      if (done === undefined) return false
      const too = {label: words.rulesToo(rules.length), act: () => removeRules(rules)}
      toasts.report(
        words.deleted(name, rules.length),
        () => restoreLeft({library, client}, [id]),
        rules.length > 0 ? too : undefined,
        words.deleted(name, 0),
      )
      return true
    },
  }
}
