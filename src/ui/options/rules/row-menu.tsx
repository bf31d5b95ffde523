import {Ellipsis} from 'lucide-preact'
import {Menu, type MenuItem} from '../../parts/menu'
import {common, rulesWords} from '../../words'
import type {RuleActions} from './actions'

type RowMenuProps = {
  readonly id: string
  readonly name: string
  readonly isPinned: boolean
  readonly actions: RuleActions
}

export function RowMenu({id, name, isPinned, actions}: RowMenuProps) {
  const item = (label: string, choose: () => unknown, more: Partial<MenuItem> = {}): MenuItem => ({
    id: label,
    label,
    choose: () => void choose(),
    ...more,
  })
  return (
    <Menu
      name={common.more(name)}
      menuName={common.more(name)}
      class="icon-button"
      items={() => [
        item(rulesWords.edit, () => actions.edit(id)),
        item(rulesWords.duplicate, () => actions.duplicate(id)),
        item(isPinned ? rulesWords.unpin : rulesWords.pin, () => actions.pin(id, !isPinned)),
        item(rulesWords.moveUp, () => actions.moveUp(id), {disabled: !actions.canMove(), hint: 'Alt ↑'}),
        item(rulesWords.moveDown, () => actions.moveDown(id), {disabled: !actions.canMove(), hint: 'Alt ↓'}),
        item(rulesWords.delete, () => actions.delete(id), {danger: true}),
      ]}
    >
      <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
    </Menu>
  )
}
