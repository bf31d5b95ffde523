import type {Group} from '../../../contract/group'
import type {WorkerClient} from '../../../contract/messages'
import {groupPayload, type LibraryState} from '../../state/library'
import {groupIdOf} from '../../state/sections'
import {common, groupsWords as words} from '../../words'

export type GroupSteps = ReturnType<typeof createGroupSteps>

/** What a person does to groups. Each is said, and can be taken back. */
export function createGroupSteps(library: LibraryState, client: WorkerClient) {
  const {toasts} = library
  const groupOf = (id: string) => library.groups.peek().find(each => each.id === id)
  const nameOf = (id: string) => groupOf(id)?.name || common.untitled
  /** With all that the group holds now: an undo brings back one field and no more. */
  const update = (id: string, changes: Partial<Group>) =>
    library.run(() => {
      const group = groupOf(id)
      return client.ask('group.update', {id, payload: group ? groupPayload(group, changes) : changes})
    })
  const place = (id: string, before: string | null) => library.run(() => client.ask('group.move', {id, before}))
  const restore = (ids: readonly string[]) => library.run(() => client.ask('trash.restore', {ids: [...ids]}))

  async function removeRules(ids: readonly string[]) {
    const done = await library.run(() => client.ask('rules.delete', {ids: [...ids]}))
    if (done !== undefined) toasts.report(words.rulesDeleted(ids.length), () => restore(ids))
  }

  return {
    async create(name: string) {
      const payload = {name, objectType: 'group', status: 'Active', isFavourite: false}
      const made = await library.run(() => client.ask('group.create', {payload}))
      if (made) toasts.report(words.created(name), () => library.run(() => client.ask('group.delete', {id: made.id})))
      return made
    },
    async rename(id: string, name: string) {
      const before = groupOf(id)?.name ?? ''
      const done = await update(id, {name})
      if (done) toasts.report(words.renamed(before, name), () => update(id, {name: before}))
    },
    async pin(id: string) {
      const isFavourite = groupOf(id)?.isFavourite !== true
      const done = await update(id, {isFavourite})
      if (done) toasts.report(words.pinned(nameOf(id), isFavourite), () => update(id, {isFavourite: !isFavourite}))
    },
    async toggle(id: string, on: boolean) {
      await library.switchGroup(id, on)
      // A refusal has said so, and the switch is back.
      if ((groupOf(id)?.status === 'Active') === on)
        toasts.report(words.turned(nameOf(id), on), () => library.switchGroup(id, !on))
    },
    /** `before` is the group to stand above; null is last. */
    async move(id: string, before: string | null) {
      const groups = library.groups.peek()
      const next = groups[groups.findIndex(each => each.id === id) + 1]?.id ?? null
      if (before === id || before === next) return
      const done = await place(id, before)
      if (done === undefined) return
      const at = library.groups.peek().findIndex(each => each.id === id) + 1
      toasts.report(words.moved(nameOf(id), at, groups.length), () => place(id, next))
    },
    async remove(id: string): Promise<boolean> {
      const name = nameOf(id)
      const rules = library.rows
        .peek()
        .filter(row => groupIdOf(row.peek()) === id)
        .map(row => row.peek().id)
      const done = await library.run(() => client.ask('group.delete', {id}))
      if (done === undefined) return false
      const too = {label: words.rulesToo(rules.length), act: () => removeRules(rules)}
      toasts.report(words.deleted(name, rules.length), () => restore([id]), rules.length > 0 ? too : undefined)
      return true
    },
  }
}
