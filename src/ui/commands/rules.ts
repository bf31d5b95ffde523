import {quoteName, shortenName} from '../sentences/quote'
import {suggestRuleName} from '../sentences/suggested-name'
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
type Dependencies = {readonly library: LibraryState; readonly client: WorkerClient}

export type RuleCommands = ReturnType<typeof createRuleCommands>

/** Without pair ids, which are unique. Inactive, since two equal rules rarely make sense. */
const toCopyPayload = (rule: Rule) => ({
  ...toPayload(rule),
  status: 'Inactive',
  isFavourite: false,
  pairs: rule.pairs.map(({id: _own, ...pair}) => pair),
})

/** Reads rules, groups and their order from the library, with the texts for toasts. */
function createLookup(library: LibraryState) {
  const getView = (id: string) => library.getRow(id)?.peek()
  const getName = (id: string) => {
    const view = getView(id)
    return view ? getRuleName(view, commonTexts('untitled')) : commonTexts('untitled')
  }
  return {
    getView,
    getName,
    filterReadable: (ids: readonly string[]) => ids.filter(id => getView(id)?.rule),
    formatRules: (ids: readonly string[]) =>
      ids.length === 1 ? quoteName(getName(ids[0] ?? '')) : commonTexts('rules', {count: ids.length}),
    formatGroup(groupId: string) {
      const group = library.groups.peek().find(each => each.id === groupId)
      return group ? quoteName(group.name || commonTexts('untitled')) : commonTexts('noGroup')
    },
    getSections: (): readonly Section<string>[] =>
      groupIntoSections(
        library.groups.peek(),
        library.rows.peek().map(row => row.peek()),
        view => view,
      ).map(section => ({...section, items: section.items.map(view => view.id)})),
    /** An undo for those of the rules that still exist. */
    undoExisting: (ids: readonly string[], undo: (existing: readonly string[]) => Promise<unknown>) => async () => {
      const existing = ids.filter(getView)
      if (existing.length > 0) await undo(existing)
      return getUndoResult(ids, existing)
    },
  }
}
type Lookup = ReturnType<typeof createLookup>

const createRunners = ({isComplete, refresh, runInOrder, toasts}: LibraryState) => {
  const runQueued = <T>(command: (reporter: StepReporter) => Promise<T>) =>
    toasts.runStep(reporter => runInOrder(() => command(reporter)))
  return {
    runQueued,
    /** For commands that depend on the positions of all rules. */
    runWithAllRules: <T>(command: (reporter: StepReporter) => Promise<T>) =>
      runQueued(async reporter => {
        if (!isComplete.peek()) await refresh()
        return command(reporter)
      }),
  }
}

/** Creates all copies or none. A copy stays in its group if that exists in the target workspace. */
async function createCopies(
  {library, client}: Dependencies,
  rules: readonly Rule[],
  team: boolean,
): Promise<readonly Rule[]> {
  const copies: Rule[] = []
  try {
    for (const rule of rules) {
      const hasGroup = library.teamGroups.peek().includes(rule.groupId) === team
      const payload = {...toCopyPayload(rule), groupId: hasGroup ? rule.groupId : ''}
      copies.push(await client.ask('rule.create', {payload, team}))
    }
    return copies
  } catch (error) {
    await deleteCreated(client, {rules: copies.map(({id}) => id)})
    throw error
  }
}

/** `first` is the position of the first rule after the move, `total` the size of the group. */
function formatMove({getName}: Lookup, ids: readonly string[], group: string, first: number, total: number): string {
  return ids.length > 1
    ? commandTexts('rule.movedMany', {count: ids.length, group, first, last: first + ids.length - 1, total})
    : commandTexts('rule.moved', {name: shortenName(getName(ids[0] ?? '')), group, place: first, total})
}

function createMoveCommands({library, client}: Dependencies, lookup: Lookup) {
  const {runWithAllRules} = createRunners(library)
  const sendMoves = (moves: readonly Move[]) => library.run(() => client.ask('rules.move', {moves: [...moves]}))

  /** Called before the move, since a later command may delete the rule. */
  function formatMoveTo(sections: readonly Section<string>[], {ids, before, groupId}: Move): string {
    const moved = new Set(ids)
    const others = sections.find(each => each.id === groupId)?.items.filter(id => !moved.has(id)) ?? []
    const first = 1 + (before === null ? others.length : others.indexOf(before))
    return formatMove(lookup, ids, lookup.formatGroup(groupId), first, others.length + ids.length)
  }
  const createUndo = (
    formerSections: readonly Section<string>[],
    ids: readonly string[],
    formerRanks: MessageResponse<'rules.move'>,
  ) =>
    lookup.undoExisting(ids, existing =>
      sendMoves(
        getMovesBack(formerSections, new Set(existing), lookup.getSections()).map(move => ({
          ...move,
          ranks: move.ids.map(id => formerRanks[id] ?? 0),
        })),
      ),
    )

  return {
    move: (given: readonly string[], findTarget: () => MoveTarget | undefined, text?: () => string): Promise<boolean> =>
      runWithAllRules(async ({report}) => {
        const target = findTarget()
        const sections = lookup.getSections()
        const ids = lookup.filterReadable(given)
        const [move] = target ? getMovesTo(sections, new Set(ids), target) : []
        if (!move) return false
        const defaultText = formatMoveTo(sections, move)
        const formerRanks = await sendMoves([move])
        if (formerRanks === undefined) return false
        report(text?.() ?? defaultText, createUndo(sections, ids, formerRanks))
        return true
      }),
    moveToNewGroup: (given: readonly string[], name: string): Promise<boolean> =>
      runWithAllRules(async ({report}) => {
        const sections = lookup.getSections()
        const ids = lookup.filterReadable(given)
        const text = formatMove(lookup, ids, quoteName(name || commonTexts('untitled')), 1, ids.length)
        const done = await library.run(async () => {
          const group = await client.ask('group.create', {payload: {name}})
          try {
            const moves = getMovesTo(sections, new Set(ids), {before: null, groupId: group.id})
            return {group, formerRanks: await client.ask('rules.move', {moves: [...moves]})}
          } catch (error) {
            await deleteCreated(client, {groups: [group.id]})
            throw error
          }
        })
        if (!done) return false
        report(text, async () => {
          const result = await createUndo(sections, ids, done.formerRanks)()
          await undoCreate({library, client}, {groups: [done.group]})
          return result && 'part'
        })
        return true
      }),
  }
}

/** Commands on rules. Each one succeeds completely or changes nothing, and has one undo. */
export function createRuleCommands({library, client}: Dependencies) {
  const lookup = createLookup(library)
  const {getView, getName, filterReadable, formatRules, undoExisting} = lookup
  const {runStep} = library.toasts
  const {runQueued, runWithAllRules} = createRunners(library)

  const isActive = (id: string) => {
    const view = getView(id)
    return view !== undefined && isRuleActive(view)
  }

  return {
    ...createMoveCommands({library, client}, lookup),
    switch: (ids: readonly string[], on: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const changed = filterReadable(ids).filter(id => isActive(id) !== on)
        const text = commandTexts('rule.switched', {what: formatRules(changed), on})
        if (changed.length > 0 && (await library.switchRules(changed, on)))
          report(
            text,
            undoExisting(changed, existing => library.switchRules(existing, !on)),
          )
      }),
    pin: (ids: readonly string[], pinned: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const changed = filterReadable(ids).filter(id => (getView(id)?.rule?.isFavourite === true) !== pinned)
        if (changed.length === 0) return
        const text = commandTexts('rule.pinnedNow', {what: formatRules(changed), pinned})
        const setPinned = (existing: readonly string[], to: boolean) =>
          library.run(() => client.ask('rules.pin', {ids: [...existing], pinned: to}))
        if ((await setPinned(changed, pinned)) === undefined) return
        report(
          text,
          undoExisting(changed, existing => setPinned(existing, !pinned)),
        )
      }),
    duplicate: (id: string): Promise<string | undefined> =>
      runWithAllRules(async ({report}) => {
        const view = getView(id)
        const rule = view?.rule
        const target = getTargetAfter(lookup.getSections(), id)
        if (!rule || !target) return undefined
        const name = getName(id)
        const message: MessageBody<'rule.create'> = {
          payload: {...toCopyPayload(rule), name: commandTexts('rule.copyOf', {name}), groupId: target.groupId},
          before: target.before,
          ...(view.isTeam ? {team: true} : {}),
        }
        const copy = await library.run(() => client.ask('rule.create', message))
        if (!copy) return undefined
        report(commandTexts('rule.copied', {name: shortenName(name)}), () =>
          undoCreate({library, client}, {rules: [copy]}),
        )
        return copy.id
      }),
    /** Creates a rule that sets a request header for one host. */
    setHeaderForHost: (
      host: string,
      {header, value}: {readonly header: string; readonly value: string},
    ): Promise<void> =>
      runStep(async ({report}) => {
        const source = {key: 'host', operator: 'Equals', value: host} as const
        const modifications = [{target: 'Request', type: 'Modify', header, value} as const]
        const rule = {
          objectType: 'rule',
          ruleType: 'Headers',
          status: 'Active',
          pairs: [{source, modifications}],
        } as const
        const name = suggestRuleName({ruleType: rule.ruleType, pairs: [{source, modifications}]})
        const created = await library.run(() => client.ask('rule.create', {payload: {...rule, name, groupId: ''}}))
        if (created)
          report(commandTexts('rule.created', {name: shortenName(name)}), () =>
            undoCreate({library, client}, {rules: [created]}),
          )
      }),
    /** Copies to the team or to this device, without the rules that are there already. */
    copyTo: (ids: readonly string[], team: boolean): Promise<void> =>
      runStep(async ({report}) => {
        const views = ids.map(getView).filter(view => view?.isTeam === !team)
        const rules = views.flatMap(view => view?.rule ?? [])
        if (rules.length === 0) return
        const what = formatRules(rules.map(({id}) => id))
        const copies = await library.run(() => createCopies({library, client}, rules, team))
        if (copies)
          report(commandTexts('copy.copied', {what, count: rules.length, team}), () =>
            undoCreate({library, client}, {rules: copies}),
          )
      }),
    delete: (ids: readonly string[], onRestore: () => void = () => undefined): Promise<void> =>
      runQueued(async ({report}) => {
        const deleted = ids.filter(getView)
        if (deleted.length === 0) return
        const what = formatRules(deleted)
        if ((await library.run(() => client.ask('rules.delete', {ids: deleted}))) === undefined) return
        report(commandTexts('rule.deleted', {what}), async () => {
          const result = await restoreFromTrash({library, client}, deleted)
          onRestore()
          return result
        })
      }),
  }
}

export function getTopOfGroup(library: LibraryState, groupId: string): MoveTarget {
  const head = library.rows.peek().find(row => getGroupId(row.peek()) === groupId)
  return {before: head?.peek().id ?? null, groupId}
}
