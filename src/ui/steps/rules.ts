import type {Ask, WorkerClient} from '../../contract/messages'
import {payloadOf} from '../payload'
import type {LibraryState} from '../state/library'
import {groupIdOf, isOn, nameOf, sectionsOf, type Section} from '../state/sections'
import {common, rulesWords as words} from '../words'
import {after, movesBack, movesTo, type Target} from './order'
import {leftOf, restoreLeft} from './restore'
import {createTurns} from './turns'
import {isAsAnswered, unmake} from './unmake'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}

export type RuleSteps = ReturnType<typeof createRuleSteps>

/** Everything that a page does to rules. Each is one step: all of it or nothing, with one undo that brings back exactly what it changed. */
export function createRuleSteps({library, client}: Needs) {
  const viewOf = (id: string) => library.rowOf(id)?.peek()
  const readable = (ids: readonly string[]) => ids.filter(id => viewOf(id)?.rule)
  const nameById = (id: string) => {
    const view = viewOf(id)
    return view ? nameOf(view, common.untitled) : common.untitled
  }
  /** “Token”, or “3 rules”. */
  const what = (ids: readonly string[]) =>
    ids.length === 1 ? words.quoted(nameById(ids[0] ?? '')) : common.rules(ids.length)
  const groupOf = (id: string) => library.groups.peek().find(each => each.id === id)
  const groupNamed = (groupId: string) => {
    const group = groupOf(groupId)
    return group ? words.quoted(group.name || common.untitled) : common.noGroup
  }
  /** The whole library, whatever a filter shows. */
  const sections = (): readonly Section<string>[] =>
    sectionsOf(
      library.groups.peek(),
      library.rows.peek().map(row => row.peek()),
      view => view,
    ).map(section => ({...section, items: section.items.map(view => view.id)}))

  const inTurn = createTurns()
  /** A place is reckoned with from all rules, or a rule whose neighbour has not come yet would be put last. */
  const inPlace = <T>(step: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (!library.isWhole.peek()) await library.refresh()
      return step()
    })

  const isOnNow = (id: string) => {
    const view = viewOf(id)
    return view !== undefined && isOn(view)
  }
  const put = (moves: ReturnType<typeof movesTo>) => library.run(() => client.ask('rules.move', {moves: [...moves]}))

  function movedText(ids: readonly string[], groupId: string): string {
    const [only] = ids
    const group = groupNamed(groupId)
    if (ids.length !== 1 || only === undefined) return words.movedMany(ids.length, group)
    const items = sections().find(each => each.id === groupId)?.items ?? []
    return words.moved(nameById(only), group, items.indexOf(only) + 1, items.length)
  }
  /** An undo: of those that are still there, and it says whether that is all. */
  const ofWhatIsLeft = (ids: readonly string[], act: (left: readonly string[]) => Promise<unknown>) => async () => {
    const left = ids.filter(viewOf)
    if (left.length > 0) await act(left)
    return leftOf(ids, left)
  }
  const putBack = (then: readonly Section<string>[], ids: readonly string[]) =>
    ofWhatIsLeft(ids, left => put(movesBack(then, new Set(left), sections())))

  return {
    async switch(ids: readonly string[], on: boolean): Promise<void> {
      const changed = readable(ids).filter(id => isOnNow(id) !== on)
      const said = what(changed)
      if (changed.length > 0 && (await library.switchRules(changed, on)))
        library.toasts.report(
          words.switched(said, on),
          ofWhatIsLeft(changed, left => library.switchRules(left, !on)),
        )
    },
    /** `isSeen`: the row itself shows it, and nothing more is said. */
    async pin(ids: readonly string[], pinned: boolean, isSeen = false): Promise<void> {
      const changed = readable(ids).filter(id => (viewOf(id)?.rule?.isFavourite === true) !== pinned)
      if (changed.length === 0) return
      const set = (left: readonly string[], to: boolean) =>
        library.run(() => client.ask('rules.pin', {ids: [...left], pinned: to}))
      if ((await set(changed, pinned)) === undefined) return
      const {report, remember} = library.toasts
      const undo = ofWhatIsLeft(changed, left => set(left, !pinned))
      ;(isSeen ? remember : report)(words.pinnedNow(what(changed), pinned), undo)
    },
    /** `find` is asked when its turn has come, `said` once it is done. */
    move: (given: readonly string[], find: () => Target | undefined, said?: () => string): Promise<boolean> =>
      inPlace(async () => {
        const target = find()
        const then = sections()
        const ids = readable(given)
        const moves = target ? movesTo(then, new Set(ids), target) : []
        if (!target || moves.length === 0 || (await put(moves)) === undefined) return false
        library.toasts.report(said?.() ?? movedText(ids, target.groupId), putBack(then, ids))
        return true
      }),
    moveToNewGroup: (given: readonly string[], name: string): Promise<boolean> =>
      inPlace(async () => {
        const then = sections()
        const ids = readable(given)
        const drop = (id: string) => client.ask('group.delete', {id})
        const group = await library.run(async () => {
          const made = await client.ask('group.create', {payload: {name}})
          try {
            await client.ask('rules.move', {moves: [...movesTo(then, new Set(ids), {before: null, groupId: made.id})]})
          } catch (error) {
            // Nothing was done, so nothing is left: no empty group, in the trash neither.
            await drop(made.id).then(() => client.ask('trash.purge', {ids: [made.id]}))
            throw error
          }
          return made
        })
        if (!group) return false
        library.toasts.report(movedText(ids, group.id), async () => {
          const left = await putBack(then, ids)()
          const isAsMade =
            isAsAnswered(group, groupOf(group.id)) &&
            !library.rows.peek().some(row => groupIdOf(row.peek()) === group.id)
          await unmake({library, client}, {kind: 'group', id: group.id, isAsMade})
          return left && 'part'
        })
        return true
      }),
    /** The id of the copy. */
    duplicate: (id: string): Promise<string | undefined> =>
      inPlace(async () => {
        const rule = viewOf(id)?.rule
        const target = after(sections(), id)
        if (!rule || !target) return undefined
        const name = nameById(id)
        // Pair ids are one record's own. Off, because two that do the same at once are seldom wanted.
        const changes = {
          name: words.copyOf(name),
          groupId: target.groupId,
          status: 'Inactive',
          isFavourite: false,
          pairs: rule.pairs.map(({id: _own, ...pair}) => pair),
        }
        const asked: Ask<'rule.create'> = {payload: {...payloadOf(rule), ...changes}, before: target.before}
        const copy = await library.run(() => client.ask('rule.create', asked))
        if (!copy) return undefined
        library.toasts.report(words.copied(name), () =>
          unmake({library, client}, {kind: 'rules', id: copy.id, isAsMade: isAsAnswered(copy, viewOf(copy.id)?.rule)}),
        )
        return copy.id
      }),
    /** `cameBack` is told when they are restored. */
    async delete(ids: readonly string[], cameBack: () => void = () => undefined): Promise<void> {
      const gone = ids.filter(viewOf)
      if (gone.length === 0) return
      const said = what(gone)
      if ((await library.run(() => client.ask('rules.delete', {ids: gone}))) === undefined) return
      library.toasts.report(words.deleted(said), async () => {
        const left = await restoreLeft({library, client}, gone)
        if (gone.some(viewOf)) cameBack()
        return left
      })
    },
  }
}

/** Right above everything else of a group. */
export function headOfGroup(library: LibraryState, groupId: string): Target {
  const head = library.rows.peek().find(row => groupIdOf(row.peek()) === groupId)
  return {before: head?.peek().id ?? null, groupId}
}
