import {hashes} from '../../routes'
import type {LibraryState} from '../../state/library'
import {isRuleActive} from '../../state/sections'
import type {GroupCommands} from '../../commands/groups'
import {getTargetAbove, getTargetBelow, type MoveTarget} from '../../commands/order'
import type {RuleCommands} from '../../commands/rules'
import {rulesTexts} from '../../../locales/rules'
import {goTo} from '../route'
import type {ListView} from './filter'
import {keyOfRule} from './lines'
import {idsOf, type ListModel} from './model'

type Needs = {
  readonly library: LibraryState
  readonly view: ListView
  readonly model: ListModel
  readonly steps: RuleCommands
  readonly groupSteps: GroupCommands
  readonly focus: (key: string) => void
}

export type RuleActions = ReturnType<typeof createRuleActions>

export function createRuleActions({library, view, model, steps, groupSteps, focus}: Needs) {
  const sections = () => idsOf(model.whole.peek())
  // A filtered list does not show the whole order.
  const canMove = () => !model.isFiltered.peek()
  const viewOf = (id: string) => library.getRow(id)?.peek()
  let anchor: string | undefined

  const select = (ids: ReadonlySet<string>) => {
    view.selected.value = ids
  }
  const setOpen = (groupId: string, open: boolean) => {
    const next = new Set(view.closed.peek())
    if (open) next.delete(groupId)
    else next.add(groupId)
    view.closed.value = next
  }
  const withOthers = (id: string): readonly string[] => {
    const selected = model.selected.peek()
    return selected.includes(id) ? selected : [id]
  }
  const moveTo = async (id: string, find: (ids: ReadonlySet<string>) => MoveTarget | undefined) => {
    if (!canMove()) return void library.toasts.report(rulesTexts('notWhileFiltered'))
    const ids = withOthers(id)
    const findInSight = () => {
      const target = find(new Set(ids))
      // In a closed group the row would lose the focus, and the next key would move another one.
      if (target) setOpen(target.groupId, true)
      return target
    }
    if (await steps.move(ids, findInSight)) focus(keyOfRule(id))
  }

  return {
    canMove,
    withOthers,
    edit(id: string) {
      if (!viewOf(id)?.rule) return
      view.focused.value = keyOfRule(id)
      view.left.toRule = true
      goTo(hashes.rule(id))
    },
    switch: (ids: readonly string[], on: boolean) => void steps.switch(ids, on),
    switchAll(id: string) {
      const first = viewOf(id)
      if (first) void steps.switch(withOthers(id), !isRuleActive(first))
    },
    switchGroup: (groupId: string, on: boolean) => void groupSteps.toggle(groupId, on),
    pin: ([first = '', ...others]: readonly string[]) =>
      void steps.pin([first, ...others], viewOf(first)?.rule?.isFavourite !== true),
    moveUp: (id: string) => moveTo(id, ids => getTargetAbove(sections(), ids)),
    moveDown: (id: string) => moveTo(id, ids => getTargetBelow(sections(), ids)),
    drop: (id: string, target: MoveTarget) => moveTo(id, () => target),
    /** Rules of the team can only be in groups of the team. */
    groupsFor(ids: readonly string[]) {
      const isTeams = new Set(library.teamGroups.peek())
      const isSent = ids.some(id => viewOf(id)?.isTeam === true)
      return library.groups.peek().filter(({id}) => !isSent || isTeams.has(id))
    },
    moveToGroup: (ids: readonly string[], groupId: string) => steps.move(ids, () => ({before: null, groupId})),
    moveToNewGroup: (ids: readonly string[], name: string) => steps.moveToNewGroup(ids, name),
    async duplicate(id: string) {
      const copy = await steps.duplicate(id)
      if (copy !== undefined) focus(keyOfRule(copy))
    },
    /** To the team while any of them is on this device, else to this device. */
    copiesToTeam: (ids: readonly string[]) => ids.some(id => viewOf(id)?.isTeam === false),
    copyTo: (ids: readonly string[], team: boolean) => void steps.copyTo(ids, team),
    async delete(ids: readonly string[]) {
      const [first] = ids
      await steps.delete(ids, () => first !== undefined && focus(keyOfRule(first)))
      select(new Set([...view.selected.peek()].filter(viewOf)))
    },
    setOpen,
    showRecord(id: string) {
      const next = new Set(view.records.peek())
      if (!next.delete(id)) next.add(id)
      view.records.value = next
    },
    select(id: string) {
      const next = new Set(view.selected.peek())
      if (!next.delete(id)) next.add(id)
      anchor = id
      select(next)
    },
    selectTo(id: string, from = id) {
      const {all, indexOf} = model.lines.peek()
      const placeOf = (each: string) => indexOf.get(keyOfRule(each)) ?? -1
      const start = anchor !== undefined && view.selected.peek().has(anchor) ? anchor : from
      // The start is in a closed group: keep its selection and start again here.
      const isHidden = placeOf(start) < 0
      const kept = isHidden ? view.selected.peek() : []
      anchor = isHidden ? from : start
      const ends = [anchor, id].map(placeOf)
      if (ends.includes(-1)) return
      const between = all.slice(Math.min(...ends), Math.max(...ends) + 1)
      select(new Set([...kept, ...between.flatMap(line => (line.kind === 'rule' ? [line.id] : []))]))
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
