import type {WorkerClient} from '../../../contract/messages'
import {payloadOf} from '../../payload'
import type {LibraryState} from '../../state/library'
import {isOn, nameOf, type Section} from '../../state/sections'
import {common, rulesWords} from '../../words'
import {after, movesBack, movesTo, type Target} from './order'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  /** The whole library, whatever the filter shows. */
  readonly sections: () => readonly Section<string>[]
}

export type Steps = ReturnType<typeof createSteps>

/** Everything that the list does to rules. Each is one step: one message, one toast, one undo that brings back exactly what it changed. */
export function createSteps({library, client, sections}: Needs) {
  const viewOf = (id: string) => library.rowOf(id)?.peek()
  const readable = (ids: readonly string[]) => ids.filter(id => viewOf(id)?.rule)
  const nameById = (id: string) => {
    const view = viewOf(id)
    return view ? nameOf(view, common.untitled) : common.untitled
  }
  /** “Token”, or “3 rules”. */
  const what = (ids: readonly string[]) =>
    ids.length === 1 ? rulesWords.quoted(nameById(ids[0] ?? '')) : common.rules(ids.length)
  const groupNamed = (groupId: string) => {
    const group = library.groups.peek().find(each => each.id === groupId)
    return group ? group.name || common.untitled : common.noGroup
  }

  // Each step starts from where the one before has led: keys come faster than moves are done.
  let lastStep: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const mine = lastStep.then(step, step)
    lastStep = mine
    return mine
  }

  const isOnNow = (id: string) => {
    const view = viewOf(id)
    return view !== undefined && isOn(view)
  }
  async function flip(ids: readonly string[], on: boolean): Promise<boolean> {
    await library.switchRules(ids, on)
    return ids.every(id => isOnNow(id) === on)
  }

  const put = (moves: ReturnType<typeof movesTo>) => library.run(() => client.ask('rules.move', {moves: [...moves]}))

  async function moveNow(
    given: readonly string[],
    target: Target,
    alsoBack?: () => Promise<unknown>,
  ): Promise<boolean> {
    const then = sections()
    const ids = readable(given)
    const moves = movesTo(then, new Set(ids), target)
    if (moves.length === 0 || (await put(moves)) === undefined) return false
    const {groupId} = target
    const group = groupNamed(groupId)
    const items = sections().find(each => each.id === groupId)?.items ?? []
    const [only] = ids
    const text =
      ids.length === 1 && only !== undefined
        ? rulesWords.moved(nameById(only), group, items.indexOf(only) + 1, items.length)
        : rulesWords.movedMany(ids.length, group)
    library.toasts.report(text, async () => {
      await put(movesBack(then, new Set(ids.filter(viewOf)), sections()))
      await alsoBack?.()
    })
    return true
  }

  return {
    async switch(ids: readonly string[], on: boolean): Promise<void> {
      const changed = readable(ids).filter(id => isOnNow(id) !== on)
      const said = what(changed)
      if (changed.length > 0 && (await flip(changed, on)))
        library.toasts.report(rulesWords.switched(said, on), () => flip(changed.filter(viewOf), !on))
    },
    async switchGroup(id: string, on: boolean): Promise<void> {
      const isNow = () => library.groups.peek().find(group => group.id === id)?.status === 'Active'
      if (isNow() === on) return
      await library.switchGroup(id, on)
      if (isNow() === on)
        library.toasts.report(rulesWords.groupSwitched(groupNamed(id), on), () => library.switchGroup(id, !on))
    },
    async pin(ids: readonly string[], pinned: boolean): Promise<void> {
      const changed = readable(ids).filter(id => (viewOf(id)?.rule?.isFavourite === true) !== pinned)
      if (changed.length === 0) return
      const set = (to: boolean) => library.run(() => client.ask('rules.pin', {ids: changed.filter(viewOf), pinned: to}))
      if ((await set(pinned)) !== undefined)
        library.toasts.report(rulesWords.pinnedNow(what(changed), pinned), () => set(!pinned))
    },
    /** `find` is asked when its turn has come. */
    move: (ids: readonly string[], find: () => Target | undefined): Promise<boolean> =>
      inTurn(async () => {
        const target = find()
        return target === undefined ? false : moveNow(ids, target)
      }),
    moveToNewGroup: (ids: readonly string[], name: string): Promise<boolean> =>
      inTurn(async () => {
        const group = await library.run(() => client.ask('group.create', {payload: {name}}))
        if (!group) return false
        const drop = () => library.run(() => client.ask('group.delete', {id: group.id}))
        return moveNow(ids, {before: null, groupId: group.id}, drop)
      }),
    /** The id of the copy. */
    async duplicate(id: string): Promise<string | undefined> {
      const rule = viewOf(id)?.rule
      if (!rule) return undefined
      const name = nameById(id)
      // Pair ids are one record's own. Off, because two that do the same at once are seldom wanted.
      const pairs = rule.pairs.map(({id: _own, ...pair}) => pair)
      const payload = {...payloadOf(rule), name: rulesWords.copyOf(name), status: 'Inactive', isFavourite: false, pairs}
      const target = after(sections(), id)
      const copy = await library.run(async () => {
        const made = await client.ask('rule.create', {payload})
        if (target) await client.ask('rules.move', {moves: [{ids: [made.id], ...target}]})
        return made
      })
      if (!copy) return undefined
      library.toasts.report(rulesWords.copied(name), () =>
        library.run(() => client.ask('rules.delete', {ids: [copy.id]})),
      )
      return copy.id
    },
    /** `cameBack` is told when they are restored. */
    async delete(ids: readonly string[], cameBack: () => void): Promise<void> {
      const gone = ids.filter(viewOf)
      if (gone.length === 0) return
      const said = what(gone)
      if ((await library.run(() => client.ask('rules.delete', {ids: gone}))) === undefined) return
      library.toasts.report(rulesWords.deleted(said), async () => {
        const done = await library.run(() => client.ask('trash.restore', {ids: gone}))
        if (done !== undefined) cameBack()
      })
    },
  }
}
