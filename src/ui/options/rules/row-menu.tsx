import {useComputed, useSignalEffect, type Signal} from '@preact/signals'
import {Ellipsis} from 'lucide-preact'
import {usePage} from '../../parts/library-context'
import {MenuButton, MenuList, type MenuItem} from '../../parts/menu'
import {nameOf} from '../../state/sections'
import {common, rulesWords} from '../../words'
import type {RuleActions} from './actions'

/** The rule whose menu is open. */
export type OpenMenu = Signal<string | null>

type RowMenuButtonProps = {readonly id: string; readonly name: string; readonly menu: OpenMenu}

export function RowMenuButton({id, name, menu}: RowMenuButtonProps) {
  // A list has a thousand buttons: only the one concerned is drawn again.
  const isOpen = useComputed(() => menu.value === id).value
  return (
    <span class="menu-anchor">
      <MenuButton
        name={common.more(name)}
        class="icon-button"
        isOpen={isOpen}
        set={open => {
          menu.value = open ? id : null
        }}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
      </MenuButton>
    </span>
  )
}

type RowMenuProps = {
  readonly menu: OpenMenu
  readonly actions: RuleActions
  readonly buttonOf: (id: string) => HTMLElement | null
}

/** One menu for all rows, outside of them: a row that is moved or drawn anew takes no open menu along. */
export function RowMenu({menu, actions, buttonOf}: RowMenuProps) {
  const {library} = usePage()
  const id = menu.value
  const view = id === null ? undefined : library.rowOf(id)?.value
  useSignalEffect(() => {
    if (menu.value !== null && !library.rowOf(menu.value)?.value.rule) menu.value = null
  })
  if (id === null || !view?.rule) return null
  const isPinned = view.rule.isFavourite === true
  const item = (label: string, choose: () => unknown, more: Partial<MenuItem> = {}): MenuItem => ({
    id: label,
    label,
    choose: () => void choose(),
    ...more,
  })
  return (
    <MenuList
      key={id}
      name={common.more(nameOf(view, common.untitled))}
      anchor={() => buttonOf(id)}
      close={() => {
        if (menu.peek() === id) menu.value = null
      }}
      items={() => [
        item(rulesWords.edit, () => actions.edit(id)),
        item(rulesWords.duplicate, () => actions.duplicate(id)),
        item(isPinned ? rulesWords.unpin : rulesWords.pin, () => actions.pin(id, !isPinned)),
        item(rulesWords.moveUp, () => actions.moveUp(id), {disabled: !actions.canMove(), hint: 'Alt ↑'}),
        item(rulesWords.moveDown, () => actions.moveDown(id), {disabled: !actions.canMove(), hint: 'Alt ↓'}),
        item(rulesWords.delete, () => actions.delete(id), {danger: true}),
      ]}
    />
  )
}
