import {hashes} from '../../routes'
import type {LibraryState} from '../../state/library'
import {isRuleActive} from '../../state/sections'
import type {GroupCommands} from '../../commands/groups'
import {getTargetAbove, getTargetBelow, type MoveTarget} from '../../commands/order'
import type {RuleCommands} from '../../commands/rules'
import {rulesTexts} from '../../../locales/rules'
import {goTo} from '../route'
import type {ListView} from './filter'
import {getRuleKey} from './lines'
import {mapToIds, type ListModel} from './list-model'

type RuleActionDependencies = {
  readonly library: LibraryState
  readonly view: ListView
  readonly model: ListModel
  readonly steps: RuleCommands
  readonly groupSteps: GroupCommands
  readonly focus: (key: string) => void
}

export type RuleActions = ReturnType<typeof createRuleActions>

export function createRuleActions({library, view, model, steps, groupSteps, focus}: RuleActionDependencies) {
  const sections = () => mapToIds(model.sections.peek())
  // A filtered list does not show the full order.
  const canMove = () => !model.isFiltered.peek()
  const getView = (id: string) => library.getRow(id)?.peek()
  let anchor: string | undefined

  const select = (ids: ReadonlySet<string>) => {
    view.selected.value = ids
  }
  const setOpen = (groupId: string, open: boolean) => {
    const next = new Set(view.closedGroups.peek())
    if (open) next.delete(groupId)
    else next.add(groupId)
    view.closedGroups.value = next
  }
  const getSelectionWith = (id: string): readonly string[] => {
    const selected = model.selected.peek()
    return selected.includes(id) ? selected : [id]
  }
  const moveTo = async (id: string, find: (ids: ReadonlySet<string>) => MoveTarget | undefined) => {
    if (!canMove()) return void library.toasts.report(rulesTexts('notWhileFiltered'))
    const ids = getSelectionWith(id)
    const findAndOpen = () => {
      const target = find(new Set(ids))
      // In a closed group the row would lose the focus, and the next key would move another row.
      if (target) setOpen(target.groupId, true)
      return target
    }
    if (await steps.move(ids, findAndOpen)) focus(getRuleKey(id))
  }

  return {
    canMove,
    getSelectionWith,
    edit(id: string) {
      if (!getView(id)?.rule) return
      view.focused.value = getRuleKey(id)
      view.lastPosition.toRule = true
      goTo(hashes.rule(id))
    },
    switch: (ids: readonly string[], on: boolean) => void steps.switch(ids, on),
    switchAll(id: string) {
      const first = getView(id)
      if (first) void steps.switch(getSelectionWith(id), !isRuleActive(first))
    },
    switchGroup: (groupId: string, on: boolean) => void groupSteps.toggle(groupId, on),
    pin: ([first = '', ...others]: readonly string[]) =>
      void steps.pin([first, ...others], getView(first)?.rule?.isFavourite !== true),
    moveUp: (id: string) => moveTo(id, ids => getTargetAbove(sections(), ids)),
    moveDown: (id: string) => moveTo(id, ids => getTargetBelow(sections(), ids)),
    drop: (id: string, target: MoveTarget) => moveTo(id, () => target),
    /** Rules of the team can only be in groups of the team. */
    getTargetGroups(ids: readonly string[]) {
      const teamGroupIds = new Set(library.teamGroups.peek())
      const isAnyOfTeam = ids.some(id => getView(id)?.isTeam === true)
      return library.groups.peek().filter(({id}) => !isAnyOfTeam || teamGroupIds.has(id))
    },
    moveToGroup: (ids: readonly string[], groupId: string) => steps.move(ids, () => ({before: null, groupId})),
    moveToNewGroup: (ids: readonly string[], name: string) => steps.moveToNewGroup(ids, name),
    async duplicate(id: string) {
      const copy = await steps.duplicate(id)
      if (copy !== undefined) focus(getRuleKey(copy))
    },
    /** Whether a copy goes to the team, which it does if any of the rules is on this device. */
    shouldCopyToTeam: (ids: readonly string[]) => ids.some(id => getView(id)?.isTeam === false),
    copyTo: (ids: readonly string[], team: boolean) => void steps.copyTo(ids, team),
    async delete(ids: readonly string[]) {
      const [first] = ids
      await steps.delete(ids, () => first !== undefined && focus(getRuleKey(first)))
      select(new Set([...view.selected.peek()].filter(getView)))
    },
    setOpen,
    showRecord(id: string) {
      const next = new Set(view.openRecords.peek())
      if (!next.delete(id)) next.add(id)
      view.openRecords.value = next
    },
    select(id: string) {
      const next = new Set(view.selected.peek())
      if (!next.delete(id)) next.add(id)
      anchor = id
      select(next)
    },
    selectTo(id: string, from = id) {
      const {all, indexOf} = model.lines.peek()
      const getLineIndex = (each: string) => indexOf.get(getRuleKey(each)) ?? -1
      const start = anchor !== undefined && view.selected.peek().has(anchor) ? anchor : from
      // If the start is in a closed group, its selection is kept and a new range starts here.
      const isStartInClosedGroup = getLineIndex(start) < 0
      const previous = isStartInClosedGroup ? view.selected.peek() : []
      anchor = isStartInClosedGroup ? from : start
      const range = [anchor, id].map(getLineIndex)
      if (range.includes(-1)) return
      const between = all.slice(Math.min(...range), Math.max(...range) + 1)
      select(new Set([...previous, ...between.flatMap(line => (line.kind === 'rule' ? [line.id] : []))]))
    },
    async selectAll() {
      if (!library.isComplete.peek()) await library.refresh()
      select(new Set(model.shownIds()))
    },
    selectNone() {
      anchor = undefined
      select(new Set())
    },
  }
}
