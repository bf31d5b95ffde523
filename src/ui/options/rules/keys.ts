import {getUnmodifiedKey} from '../../hooks/bare-key'
import {getLatinLetter} from '../../hooks/keys'
import {isLetterCommand} from '../../hooks/typing'
import {createRepeatGuard} from '../../hooks/use-roving-focus'
import {noFilter} from './filter'
import {keyOfGroup, stepped, type Line} from './lines'
import type {List} from './list'

type Needs = {
  readonly list: List
  readonly pageSize: () => number
  readonly go: (key: string) => void
}

type Act = () => void

/** Keys that repeat while they are held down. */
const goingOn = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'j', 'k'])

export function createKeys({list, pageSize, go}: Needs) {
  const {actions, model, view, menu, settings} = list
  const paced = createRepeatGuard()

  const step = (line: Line, by: number, extends_: boolean) => {
    const lines = model.lines.peek()
    const next = lines.all[stepped(lines, lines.indexOf.get(line.key) ?? 0, by)]
    if (!next) return
    go(next.key)
    if (!extends_) return
    const from = line.kind === 'rule' ? line.id : undefined
    // Over the head of a group the selection keeps its start.
    const to = next.kind === 'rule' ? next.id : from
    if (to !== undefined) actions.selectTo(to, from)
  }
  const all = () => model.lines.peek().all.length
  const isOpen = (groupId: string) => model.isFiltered.peek() || !view.closed.peek().has(groupId)
  const escape = (): boolean => {
    if (model.isSelecting.peek()) actions.selectNone()
    else if (model.isFiltered.peek()) view.filter.value = noFilter
    else return false
    return true
  }

  function moving(line: Line, {key, shiftKey}: KeyboardEvent): Act | undefined {
    const by = {ArrowUp: -1, ArrowDown: 1, PageUp: -pageSize(), PageDown: pageSize(), Home: -all(), End: all()}[key]
    return by === undefined ? undefined : () => step(line, by, shiftKey)
  }

  function openingGroup({kind, groupId}: Line, key: string): Act | undefined {
    if (key === 'ArrowLeft')
      return kind === 'group' ? () => isOpen(groupId) && actions.setOpen(groupId, false) : () => go(keyOfGroup(groupId))
    if (key === 'ArrowRight' && kind === 'group') return () => actions.setOpen(groupId, true)
    return undefined
  }

  function onGroup(groupId: string, key: string): Act | undefined {
    const group = list.library.groups.peek().find(each => each.id === groupId)
    if (key === ' ' && group) return () => actions.switchGroup(groupId, group.status !== 'Active')
    return key === 'Enter' ? () => actions.setOpen(groupId, !isOpen(groupId)) : undefined
  }

  function onRule(line: Line & {readonly kind: 'rule'}, {key, shiftKey}: KeyboardEvent): Act | undefined {
    const {id, row} = line
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      return () => {
        menu.value = id
      }
    if (key === ' ') return () => actions.switchAll(id)
    if (key === 'Enter') return () => (row.peek().rule ? actions.edit(id) : actions.showRecord(id))
    return undefined
  }

  function deleting(line: Line, key: string): Act | undefined {
    const selected = model.selected.peek()
    const ids = selected.length > 0 ? selected : line.kind === 'rule' ? [line.id] : []
    return key === 'Delete' && ids.length > 0 ? () => void actions.delete(ids) : undefined
  }

  function letter(line: Line, event: KeyboardEvent): Act | undefined {
    if (event.shiftKey || !isLetterCommand(event, settings)) return undefined
    const acts: Readonly<Record<string, Act>> = {j: () => step(line, 1, false), k: () => step(line, -1, false)}
    const key = getUnmodifiedKey(event)
    if (line.kind !== 'rule') return acts[key]
    const {id} = line
    const ofRule: Readonly<Record<string, Act>> = {
      x: () => actions.select(id),
      p: () => actions.pin(actions.withOthers(id)),
      d: () => void actions.duplicate(id),
    }
    return acts[key] ?? ofRule[key]
  }

  function held(line: Line, event: KeyboardEvent): Act | undefined {
    if (event.altKey) {
      if (line.kind !== 'rule') return undefined
      const {id} = line
      const move = {ArrowUp: actions.moveUp, ArrowDown: actions.moveDown}[event.key]
      return move && (() => paced(event, () => move(id)))
    }
    return getLatinLetter(event) === 'a' && !event.shiftKey ? () => void actions.selectAll() : undefined
  }

  return (line: Line, event: KeyboardEvent, isOnRow: boolean): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (escape()) event.preventDefault()
      return
    }
    // Buttons in a row handle these keys.
    if (!isOnRow && (event.key === ' ' || event.key === 'Enter')) return
    const act =
      event.altKey || event.ctrlKey || event.metaKey
        ? held(line, event)
        : (moving(line, event) ??
          openingGroup(line, event.key) ??
          deleting(line, event.key) ??
          (line.kind === 'rule' ? onRule(line, event) : onGroup(line.groupId, event.key)) ??
          letter(line, event))
    if (!act) return
    event.preventDefault()
    if (!event.repeat || goingOn.has(getUnmodifiedKey(event))) act()
  }
}
