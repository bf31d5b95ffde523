import {useSignalEffect} from '@preact/signals'
import {usePage} from '../parts/library-context'
import {MenuList, type MenuItem} from '../parts/menu'
import {nameOf} from '../state/sections'
import {common, popupMenuWords as words} from '../words'
import {usePopup} from './popup-context'

/** Its button, which follows the first rows; a key may open the menu before that, beside the row's switch. */
const buttonOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] :is([aria-haspopup=menu], [role=switch])`)

/** One menu for all rows, outside of them: a row that is drawn anew takes no open menu along. */
export function RowMenu() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {menu} = state
  const id = menu.value
  const view = id === null ? undefined : library.rowOf(id)?.value
  useSignalEffect(() => {
    // What was last known of it may have come before the rule itself.
    if (menu.value !== null && library.isWhole.value && !library.rowOf(menu.value)?.value.rule) menu.value = null
  })
  if (id === null || !view?.rule) return null
  const item = (label: string, choose: () => void, hint: string, danger = false): MenuItem => ({
    id: label,
    label,
    // A letter that was turned off does nothing.
    hint: hint.length > 1 || settings.letterKeys.value ? hint : '',
    danger,
    choose,
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
        item(words.edit, () => actions.edit(id), words.keys.edit),
        item(words.duplicate, () => actions.duplicate(id), words.keys.duplicate),
        item(view.rule?.isFavourite ? words.unpin : words.pin, () => actions.pin(id), words.keys.pin),
        item(words.delete, () => actions.remove(id), words.keys.delete, true),
      ]}
    />
  )
}
