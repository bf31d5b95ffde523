import {GripVertical, Pin} from 'lucide-preact'
import {IconButton} from '../../parts/icon-button'
import {common, rulesWords} from '../../words'
import type {List} from './list'
import {RowMenuButton} from './row-menu'
import {useIdly} from './use-idly'

// They are seen when the row is pointed at or has the focus, and are nearly half of what a row is made of: while one scrolls through
// thousands of rows, they are not drawn at all.

export function RowGrip({id, list}: {readonly id: string; readonly list: List}) {
  const isIdle = useIdly()
  if (!isIdle || list.model.isFiltered.value) return null
  return (
    <span class="grip" title={rulesWords.drag} onPointerDown={event => list.drag.start(id, event)}>
      <GripVertical size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

type RowToolsProps = {
  readonly id: string
  readonly name: string
  readonly isPinned: boolean
  readonly list: List
}

/** Pin and the menu. */
export function RowTools({id, name, isPinned, list}: RowToolsProps) {
  const isIdle = useIdly()
  if (!isIdle) return null
  const pin = isPinned ? common.unpin(name) : common.pin(name)
  return (
    <span class="rule-tools">
      <IconButton
        icon={Pin}
        name={pin}
        tip={list.settings.letterKeys.value ? common.withKey(pin, rulesWords.keyOf.pin) : pin}
        tabIndex={-1}
        onClick={() => list.actions.pin([id])}
      />
      <RowMenuButton id={id} name={name} menu={list.menu} />
    </span>
  )
}
