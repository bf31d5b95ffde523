import {getUnmodifiedKey} from '../../hooks/bare-key'
import {getLatinLetter} from '../../hooks/keys'
import {isLetterCommand} from '../../hooks/typing'
import {createRepeatGuard} from '../../hooks/use-roving-focus'
import {noFilter} from './filter'
import {getGroupKey, findSteppedIndex, type Line} from './lines'
import type {RuleListData} from './rule-list-data'

type ListKeyDependencies = {
  readonly list: RuleListData
  readonly pageSize: () => number
  readonly focusLine: (key: string) => void
}

type KeyAction = () => void

/** Keys that repeat while pressed. */
const repeatableKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'j', 'k'])

export function createListKeyHandler({list, pageSize, focusLine}: ListKeyDependencies) {
  const {actions, model, view, menu, settings} = list
  const runPaced = createRepeatGuard()

  const moveBy = (line: Line, by: number, extendsSelection: boolean) => {
    const lines = model.lines.peek()
    const next = lines.all[findSteppedIndex(lines, lines.indexOf.get(line.key) ?? 0, by)]
    if (!next) return
    focusLine(next.key)
    if (!extendsSelection) return
    const from = line.kind === 'rule' ? line.id : undefined
    // On a group header the selection keeps its start.
    const to = next.kind === 'rule' ? next.id : from
    if (to !== undefined) actions.selectTo(to, from)
  }
  const getLineCount = () => model.lines.peek().all.length
  const isOpen = (groupId: string) => model.isFiltered.peek() || !view.closedGroups.peek().has(groupId)
  const clearSelectionOrFilter = (): boolean => {
    if (model.isSelecting.peek()) actions.selectNone()
    else if (model.isFiltered.peek()) view.filter.value = noFilter
    else return false
    return true
  }

  function getMoveAction(line: Line, {key, shiftKey}: KeyboardEvent): KeyAction | undefined {
    const by = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -pageSize(),
      PageDown: pageSize(),
      Home: -getLineCount(),
      End: getLineCount(),
    }[key]
    return by === undefined ? undefined : () => moveBy(line, by, shiftKey)
  }

  function getOpenAction({kind, groupId}: Line, key: string): KeyAction | undefined {
    if (key === 'ArrowLeft')
      return kind === 'group'
        ? () => isOpen(groupId) && actions.setOpen(groupId, false)
        : () => focusLine(getGroupKey(groupId))
    if (key === 'ArrowRight' && kind === 'group') return () => actions.setOpen(groupId, true)
    return undefined
  }

  function getGroupAction(groupId: string, key: string): KeyAction | undefined {
    const group = list.library.groups.peek().find(each => each.id === groupId)
    if (key === ' ' && group) return () => actions.switchGroup(groupId, group.status !== 'Active')
    return key === 'Enter' ? () => actions.setOpen(groupId, !isOpen(groupId)) : undefined
  }

  function getRuleAction(line: Line & {readonly kind: 'rule'}, {key, shiftKey}: KeyboardEvent): KeyAction | undefined {
    const {id, row} = line
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      return () => {
        menu.value = id
      }
    if (key === ' ') return () => actions.switchAll(id)
    if (key === 'Enter') return () => (row.peek().rule ? actions.edit(id) : actions.showRecord(id))
    return undefined
  }

  function getDeleteAction(line: Line, key: string): KeyAction | undefined {
    const selected = model.selected.peek()
    const ids = selected.length > 0 ? selected : line.kind === 'rule' ? [line.id] : []
    return key === 'Delete' && ids.length > 0 ? () => void actions.delete(ids) : undefined
  }

  function getLetterAction(line: Line, event: KeyboardEvent): KeyAction | undefined {
    if (event.shiftKey || !isLetterCommand(event, settings)) return undefined
    const letterActions: Readonly<Record<string, KeyAction>> = {
      j: () => moveBy(line, 1, false),
      k: () => moveBy(line, -1, false),
    }
    const key = getUnmodifiedKey(event)
    if (line.kind !== 'rule') return letterActions[key]
    const {id} = line
    const ruleLetterActions: Readonly<Record<string, KeyAction>> = {
      x: () => actions.select(id),
      p: () => actions.pin(actions.getSelectionWith(id)),
      d: () => void actions.duplicate(id),
    }
    return letterActions[key] ?? ruleLetterActions[key]
  }

  function getModifierAction(line: Line, event: KeyboardEvent): KeyAction | undefined {
    if (event.altKey) {
      if (line.kind !== 'rule') return undefined
      const {id} = line
      const move = {ArrowUp: actions.moveUp, ArrowDown: actions.moveDown}[event.key]
      return move && (() => runPaced(event, () => move(id)))
    }
    return getLatinLetter(event) === 'a' && !event.shiftKey ? () => void actions.selectAll() : undefined
  }

  return (line: Line, event: KeyboardEvent, isOnRow: boolean): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (clearSelectionOrFilter()) event.preventDefault()
      return
    }
    // Buttons in a row handle these keys.
    if (!isOnRow && (event.key === ' ' || event.key === 'Enter')) return
    const runAction =
      event.altKey || event.ctrlKey || event.metaKey
        ? getModifierAction(line, event)
        : (getMoveAction(line, event) ??
          getOpenAction(line, event.key) ??
          getDeleteAction(line, event.key) ??
          (line.kind === 'rule' ? getRuleAction(line, event) : getGroupAction(line.groupId, event.key)) ??
          getLetterAction(line, event))
    if (!runAction) return
    event.preventDefault()
    if (!event.repeat || repeatableKeys.has(getUnmodifiedKey(event))) runAction()
  }
}
