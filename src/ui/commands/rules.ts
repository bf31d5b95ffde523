import {quoteName, shortenName} from '../sentences/quote'
import type {MessageResponse, MessageBody, WorkerClient} from '../../messaging/messages'
import type {Rule} from '../../model/rule'
import {toPayload} from '../payload'
import type {LibraryState} from '../state/library'
import {getGroupId, isRuleActive, getRuleName, groupIntoSections, type Section} from '../state/sections'
import type {StepReporter} from '../state/toasts'
import {commandTexts} from '../../locales/commands'
import {commonTexts} from '../../locales/common'
import {getTargetAfter, getMovesBack, getMovesTo, type MoveTarget} from './order'
import {getUndoResult, restoreFromTrash, deleteCreated, undoCreate} from './undo'

type Move = MessageBody<'rules.move'>['moves'][number]
type Needs = {readonly library: LibraryState; readonly client: WorkerClient}

export type RuleCommands = ReturnType<typeof createRuleCommands>

/** Pair ids are unique. A copy is off, since two equal rules are seldom wanted. */
const toCopyPayload = (rule: Rule) => ({
  ...toPayload(rule),
  status: 'Inactive',
  isFavourite: false,
  pairs: rule.pairs.map(({id: _own, ...pair}) => pair),
})

/** Steps on rules: each is done whole or not at all, and has one undo. */
export function createRuleCommands({library, client}: Needs) {
  const viewOf = (id: string) => library.getRow(id)?.peek()
  const readable = (ids: readonly string[]) => ids.filter(id => viewOf(id)?.rule)
  const nameById = (id: string) => {
    const view = viewOf(id)
    return view ? getRuleName(view, commonTexts('untitled')) : commonTexts('untitled')
  }
  const what = (ids: readonly string[]) =>
    ids.length === 1 ? quoteName(nameById(ids[0] ?? '')) : commonTexts('rules', {count: ids.length})
  const groupOf = (id: string) => library.groups.peek().find(each => each.id === id)
  const groupNamed = (name: string) => quoteName(name || commonTexts('untitled'))
  const sections = (): readonly Section<string>[] =>
    groupIntoSections(
      library.groups.peek(),
      library.rows.peek().map(row => row.peek()),
      view => view,
    ).map(section => ({...section, items: section.items.map(view => view.id)}))

  const {runStep} = library.toasts
  const inTurn = <T>(doing: (tell: StepReporter) => Promise<T>) =>
    runStep(tell => library.runInOrder(() => doing(tell)))
  /** A place depends on all rules, so the library must be loaded. */
  const inPlace = <T>(doing: (tell: StepReporter) => Promise<T>) =>
    inTurn(async tell => {
      if (!library.isComplete.peek()) await library.refresh()
      return doing(tell)
    })

  const isOnNow = (id: string) => {
    const view = viewOf(id)
    return view !== undefined && isRuleActive(view)
  }
  const put = (moves: readonly Move[]) => library.run(() => client.ask('rules.move', {moves: [...moves]}))

  /** Before the move, since a later step may delete the rule. */
  function movedText(then: readonly Section<string>[], {ids, before, groupId}: Move): string {
    const known = groupOf(groupId)
    const group = known ? groupNamed(known.name) : commonTexts('noGroup')
    const moved = new Set(ids)
    const others = then.find(each => each.id === groupId)?.items.filter(id => !moved.has(id)) ?? []
    const place = 1 + (before === null ? others.length : others.indexOf(before))
    const of = others.length + ids.length
    return ids.length === 1
      ? commandTexts('rule.moved', {name: shortenName(nameById(ids[0] ?? '')), group, place, total: of})
      : commandTexts('rule.movedMany', {
          count: ids.length,
          group,
          first: place,
          last: place + ids.length - 1,
          total: of,
        })
  }
  const ofWhatIsLeft = (ids: readonly string[], act: (left: readonly string[]) => Promise<unknown>) => async () => {
    const left = ids.filter(viewOf)
    if (left.length > 0) await act(left)
    return getUndoResult(ids, left)
  }
  /** Creates all copies or none. A copy stays in its group only where that exists. */
  async function createCopies(rules: readonly Rule[], team: boolean): Promise<readonly Rule[]> {
    const made: Rule[] = []
    try {
      for (const rule of rules) {
        const isThere = library.teamGroups.peek().includes(rule.groupId) === team
        const payload = {...toCopyPayload(rule), groupId: isThere ? rule.groupId : ''}
        made.push(await client.ask('rule.create', {payload, team}))
      }
      return made
    } catch (error) {
      await deleteCreated(client, {rules: made.map(({id}) => id)})
      throw error
    }
  }
  const putBack = (then: readonly Section<string>[], ids: readonly string[], stood: MessageResponse<'rules.move'>) =>
    ofWhatIsLeft(ids, left =>
      put(
        getMovesBack(then, new Set(left), sections()).map(move => ({
          ...move,
          ranks: move.ids.map(id => stood[id] ?? 0),
        })),
      ),
    )

  return {
    switch: (ids: readonly string[], on: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const changed = readable(ids).filter(id => isOnNow(id) !== on)
        const said = what(changed)
        if (changed.length > 0 && (await library.switchRules(changed, on)))
          report(
            commandTexts('rule.switched', {what: said, on}),
            ofWhatIsLeft(changed, left => library.switchRules(left, !on)),
          )
      }),
    pin: (ids: readonly string[], pinned: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const changed = readable(ids).filter(id => (viewOf(id)?.rule?.isFavourite === true) !== pinned)
        if (changed.length === 0) return
        const said = commandTexts('rule.pinnedNow', {what: what(changed), pinned})
        const set = (left: readonly string[], to: boolean) =>
          library.run(() => client.ask('rules.pin', {ids: [...left], pinned: to}))
        if ((await set(changed, pinned)) === undefined) return
        report(
          said,
          ofWhatIsLeft(changed, left => set(left, !pinned)),
        )
      }),
    move: (given: readonly string[], find: () => MoveTarget | undefined, said?: () => string): Promise<boolean> =>
      inPlace(async ({report}) => {
        const target = find()
        const then = sections()
        const ids = readable(given)
        const [move] = target ? getMovesTo(then, new Set(ids), target) : []
        if (!move) return false
        const text = movedText(then, move)
        const stood = await put([move])
        if (stood === undefined) return false
        report(said?.() ?? text, putBack(then, ids, stood))
        return true
      }),
    moveToNewGroup: (given: readonly string[], name: string): Promise<boolean> =>
      inPlace(async ({report}) => {
        const then = sections()
        const ids = readable(given)
        const [only = '', ...others] = ids
        const text =
          others.length > 0
            ? commandTexts('rule.movedMany', {
                count: ids.length,
                group: groupNamed(name),
                first: 1,
                last: ids.length,
                total: ids.length,
              })
            : commandTexts('rule.moved', {
                name: shortenName(nameById(only)),
                group: groupNamed(name),
                place: 1,
                total: 1,
              })
        const done = await library.run(async () => {
          const made = await client.ask('group.create', {payload: {name}})
          try {
            const moves = getMovesTo(then, new Set(ids), {before: null, groupId: made.id})
            return {made, stood: await client.ask('rules.move', {moves: [...moves]})}
          } catch (error) {
            await deleteCreated(client, {groups: [made.id]})
            throw error
          }
        })
        if (!done) return false
        const {made: group, stood} = done
        report(text, async () => {
          const left = await putBack(then, ids, stood)()
          await undoCreate({library, client}, {groups: [group]})
          return left && 'part'
        })
        return true
      }),
    duplicate: (id: string): Promise<string | undefined> =>
      inPlace(async ({report}) => {
        const view = viewOf(id)
        const rule = view?.rule
        const target = getTargetAfter(sections(), id)
        if (!rule || !target) return undefined
        const name = nameById(id)
        const asked: MessageBody<'rule.create'> = {
          payload: {...toCopyPayload(rule), name: commandTexts('rule.copyOf', {name}), groupId: target.groupId},
          before: target.before,
          ...(view.isTeam ? {team: true} : {}),
        }
        const copy = await library.run(() => client.ask('rule.create', asked))
        if (!copy) return undefined
        report(commandTexts('rule.copied', {name: shortenName(name)}), () =>
          undoCreate({library, client}, {rules: [copy]}),
        )
        return copy.id
      }),
    /** To the team or to this device. Rules that are there already are left out. */
    copyTo: (ids: readonly string[], team: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const views = ids.map(viewOf).filter(view => view?.isTeam === !team)
        const rules = views.flatMap(view => view?.rule ?? [])
        if (rules.length === 0) return
        const said = what(rules.map(({id}) => id))
        const made = await library.run(() => createCopies(rules, team))
        if (made)
          report(commandTexts('copy.copied', {what: said, count: rules.length, team}), () =>
            undoCreate({library, client}, {rules: made}),
          )
      }),
    delete: (ids: readonly string[], cameBack: () => void = () => undefined): Promise<void> =>
      inTurn(async ({report}) => {
        const gone = ids.filter(viewOf)
        if (gone.length === 0) return
        const said = what(gone)
        const bringBack = await library.deleteRules(gone)
        if (!bringBack) return cameBack()
        report(commandTexts('rule.deleted', {what: said}), () => {
          const coming = restoreFromTrash({run: bringBack, client}, gone)
          cameBack()
          return coming
        })
      }),
  }
}

export function getTopOfGroup(library: LibraryState, groupId: string): MoveTarget {
  const head = library.rows.peek().find(row => getGroupId(row.peek()) === groupId)
  return {before: head?.peek().id ?? null, groupId}
}
