import {shortenName} from '../sentences/quote'
import type {Group} from '../../model/group'
import type {WorkerClient} from '../../messaging/messages'
import {toStatus, type LibraryState} from '../state/library'
import {getGroupId} from '../state/sections'
import type {StepReporter} from '../state/toasts'
import {commonTexts} from '../../locales/common'
import {groupsTexts} from '../../locales/groups'
import {restoreFromTrash, undoCreate} from './undo'

export type GroupCommands = ReturnType<typeof createGroupCommands>

export function createGroupCommands(library: LibraryState, client: WorkerClient) {
  const {toasts} = library
  const getGroup = (id: string) => library.groups.peek().find(each => each.id === id)
  const getName = (id: string) => getGroup(id)?.name || commonTexts('untitled')
  const getRuleIds = (id: string) =>
    library.rows
      .peek()
      .filter(row => getGroupId(row.peek()) === id)
      .map(row => row.peek().id)
  const update = (id: string, changes: Partial<Group>) => library.run(() => client.ask('group.change', {id, changes}))
  const sendMove = (id: string, before: string | null, rank?: number) =>
    library.run(() => client.ask('group.move', {id, before, rank}))
  const {runStep} = toasts
  const runQueued = <T>(command: (reporter: StepReporter) => Promise<T>) =>
    runStep(reporter => library.runInOrder(() => command(reporter)))

  /** Rules of a deleted group, unless they were moved or deleted since. */
  const removeRules = (given: readonly string[]) =>
    runQueued(async ({report}) => {
      const ids = given.filter(id => {
        const row = library.getRow(id)
        return row && getGroupId(row.peek()) === ''
      })
      if (ids.length === 0) return void report(groupsTexts('rulesDeleted', {rules: 0}))
      if ((await library.run(() => client.ask('rules.delete', {ids}))) !== undefined)
        report(groupsTexts('rulesDeleted', {rules: ids.length}), () => restoreFromTrash({library, client}, ids))
    })

  async function moveGroup({report}: StepReporter, id: string, before: string | null | undefined) {
    const ids = library.groups.peek().map(each => each.id)
    const below = ids.slice(ids.indexOf(id) + 1)
    if (before === undefined || before === id || before === (below[0] ?? null)) return
    const others = ids.filter(each => each !== id)
    const at = before === null ? others.length : others.indexOf(before)
    const text = groupsTexts('moved', {name: shortenName(getName(id)), place: at + 1, total: ids.length})
    const formerRank = await sendMove(id, before)
    if (formerRank === undefined) return
    report(text, () => sendMove(id, below.find(getGroup) ?? null, formerRank))
  }

  return {
    create: (name: string) =>
      runStep(async ({report}) => {
        const payload = {name, objectType: 'group', status: toStatus(true), isFavourite: false}
        const created = await library.run(() => client.ask('group.create', {payload}))
        if (created)
          report(groupsTexts('created', {name: shortenName(name)}), () =>
            undoCreate({library, client}, {groups: [created]}),
          )
        return created
      }),
    rename: (id: string, name: string): Promise<boolean> =>
      runQueued(async ({report}) => {
        const before = getGroup(id)?.name ?? ''
        if (before === name) return true
        const text = groupsTexts('renamed', {before: shortenName(getName(id)), name: shortenName(name)})
        const done = await update(id, {name})
        if (done) report(text, before.trim() === '' ? undefined : () => update(id, {name: before}))
        return done !== undefined
      }),
    pin: (id: string): Promise<void> =>
      runStep(async ({report}) => {
        const isFavourite = getGroup(id)?.isFavourite !== true
        const text = groupsTexts('pinned', {name: shortenName(getName(id)), on: isFavourite})
        if (await update(id, {isFavourite})) report(text, () => update(id, {isFavourite: !isFavourite}))
      }),
    toggle: (id: string, on: boolean): Promise<void> =>
      runStep(async ({report}) => {
        if (getGroup(id)?.status === toStatus(on)) return
        const text = commonTexts('groupTurned', {name: shortenName(getName(id)), on})
        if (await library.switchGroup(id, on))
          report(text, async () => (getGroup(id) ? library.switchGroup(id, !on) : 'nothing'))
      }),
    move: (id: string, edge: 'above' | 'below', onto: string): Promise<void> =>
      runQueued(async reporter => {
        const ids = library.groups.peek().map(each => each.id)
        return moveGroup(reporter, id, edge === 'above' ? onto : (ids[ids.indexOf(onto) + 1] ?? null))
      }),
    step: (id: string, by: 1 | -1): Promise<void> =>
      runQueued(async reporter => {
        const ids = library.groups.peek().map(each => each.id)
        const at = ids.indexOf(id)
        if (at < 0 || ids[at + by] === undefined) return
        await moveGroup(reporter, id, by < 0 ? ids[at - 1] : (ids[at + 2] ?? null))
      }),
    remove: (id: string): Promise<boolean> =>
      runQueued(async ({report}) => {
        const name = getName(id)
        const rules = getRuleIds(id)
        const done = await library.run(() => client.ask('group.delete', {id}))
        if (done === undefined) return false
        const deleteRulesAction = {label: groupsTexts('rulesToo', {rules: rules.length}), run: () => removeRules(rules)}
        report(
          groupsTexts('deleted', {name: shortenName(name), rules: rules.length}),
          () => restoreFromTrash({library, client}, [id]),
          rules.length > 0 ? deleteRulesAction : undefined,
          groupsTexts('deleted', {name: shortenName(name), rules: 0}),
        )
        return true
      }),
  }
}
