import {useComputed, useSignalEffect} from '@preact/signals'
import {Ellipsis} from 'lucide-preact'
import {MenuButton, MenuList, type MenuItem} from '../../components/menu'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import type {RuleListData} from './rule-list-data'

type RowMenuButtonProps = {readonly id: string; readonly name: string; readonly menu: RuleListData['menu']}

export function RowMenuButton({id, name, menu}: RowMenuButtonProps) {
  const isOpen = useComputed(() => menu.value === id).value
  return (
    <span class="menu-anchor">
      <MenuButton
        name={commonTexts('more', {name})}
        keys={rulesTexts('keyOf.menu')}
        class="icon-button"
        tabIndex={-1}
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

type RowMenuProps = {readonly list: RuleListData; readonly getRow: (id: string) => HTMLElement | null}

/** One menu for all rows, so that it stays open while rows are drawn again. */
export function RowMenu({list, getRow}: RowMenuProps) {
  const {menu, actions, library, view, settings} = list
  const id = menu.value
  const rule = id === null ? undefined : library.getRow(id)?.value.rule
  useSignalEffect(() => {
    if (menu.value !== null && !library.getRow(menu.value)?.value.rule) menu.value = null
  })
  if (id === null || !rule) return null
  const toTeam = actions.shouldCopyToTeam([id])
  const ifMovable = {disabled: !actions.canMove()}
  const item = (label: string, hint: string, choose: () => unknown, more: Partial<MenuItem> = {}): MenuItem => ({
    id: label,
    label,
    hint: hint.length > 1 || settings.letterKeys.value ? hint : '',
    choose: () => void choose(),
    ...more,
  })
  return (
    <MenuList
      key={id}
      name={commonTexts('more', {name: rule.name.trim() || commonTexts('untitled')})}
      // A row rendered just now has no button yet.
      anchor={() => getRow(id)?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? getRow(id)}
      opener={() => getRow(id)}
      close={() => {
        if (menu.peek() === id) menu.value = null
      }}
      items={() => [
        item(rulesTexts('edit'), rulesTexts('keyOf.edit'), () => actions.edit(id)),
        item(rulesTexts('duplicate'), rulesTexts('keyOf.duplicate'), () => actions.duplicate(id)),
        item(rule.isFavourite === true ? rulesTexts('unpin') : rulesTexts('pin'), rulesTexts('keyOf.pin'), () =>
          actions.pin([id]),
        ),
        ...(list.hasTeam.peek()
          ? [item(commandTexts('copy.copyTo', {team: toTeam}), '', () => actions.copyTo([id], toTeam))]
          : []),
        item(
          view.selected.peek().has(id) ? rulesTexts('unselect') : rulesTexts('select'),
          rulesTexts('keyOf.select'),
          () => actions.select(id),
        ),
        item(rulesTexts('moveUp'), rulesTexts('keyOf.moveUp'), () => actions.moveUp(id), ifMovable),
        item(rulesTexts('moveDown'), rulesTexts('keyOf.moveDown'), () => actions.moveDown(id), ifMovable),
        item(rulesTexts('delete'), rulesTexts('keyOf.delete'), () => actions.delete([id]), {danger: true}),
      ]}
    />
  )
}
