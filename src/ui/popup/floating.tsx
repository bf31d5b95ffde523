import {useSignal, useSignalEffect} from '@preact/signals'
import {Dialog} from '../components/dialog'
import {KeyTable} from '../components/key-table'
import {usePage} from '../state/page-context'
import {popupShortcuts} from '../hooks/shortcuts'
import {ToastHost} from '../components/toast-host'
import {commonTexts} from '../../locales/common'
import {keyTexts} from '../../locales/keys'
import {popupTexts} from '../../locales/popup'
import {MenuList, type MenuItem} from '../components/menu'
import {getRuleName} from '../state/sections'
import {usePopup} from './popup-context'
import {useEffect} from 'preact/hooks'
import {getUnmodifiedKey} from '../hooks/bare-key'
import {createPageShortcuts, addKeyListeners} from '../hooks/page-shortcuts'
import {isLetterCommand} from '../hooks/typing'

/** What lies over the popup: the menu of a row, the list of keys, toasts. */
export function Floating() {
  const {library} = usePage()
  const showsKeys = useSignal(false)
  useLetters(() => {
    showsKeys.value = true
  })
  return (
    <>
      <RowMenu />
      {showsKeys.value && (
        <Dialog
          title={keyTexts('title')}
          close={() => {
            showsKeys.value = false
          }}
        >
          <KeyTable places={popupShortcuts} />
        </Dialog>
      )}
      <ToastHost toasts={library.toasts} />
    </>
  )
}

/** Its button, which follows the first rows; a key may open the menu before that, beside the row's switch. */
const buttonOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] :is([aria-haspopup=menu], [role=switch])`)

/** One menu for all rows, outside of them: a row that is drawn anew takes no open menu along. */
function RowMenu() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {menu} = state
  const id = menu.value
  const view = id === null ? undefined : library.getRow(id)?.value
  useSignalEffect(() => {
    if (menu.value !== null && library.isComplete.value && !library.getRow(menu.value)?.value.rule) menu.value = null
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
      name={commonTexts('more', {name: getRuleName(view, commonTexts('untitled'))})}
      anchor={() => buttonOf(id)}
      close={() => {
        if (menu.peek() === id) menu.value = null
      }}
      items={() => [
        item(popupTexts('menu.edit'), () => actions.edit(id), popupTexts('menu.keys.edit')),
        item(popupTexts('menu.duplicate'), () => actions.duplicate(id), popupTexts('menu.keys.duplicate')),
        item(
          view.rule?.isFavourite ? popupTexts('menu.unpin') : popupTexts('menu.pin'),
          () => actions.pin(id),
          popupTexts('menu.keys.pin'),
        ),
        item(popupTexts('menu.delete'), () => actions.remove(id), popupTexts('menu.keys.delete'), true),
      ]}
    />
  )
}

const newRule = () =>
  document.querySelector<HTMLElement>('.popup [aria-haspopup=menu], .popup [data-all-types]')?.click()

/** The letters that mean the same wherever the focus is: `n`, `?`, and `g` with the letter of a page, which opens in the options. */
function useLetters(showKeys: () => void): void {
  const {settings} = usePage()
  const {actions} = usePopup()
  useEffect(() => {
    const pages = createPageShortcuts(settings, actions.open)
    const letters: Readonly<Record<string, () => void>> = {n: newRule, g: pages.start, '?': showKeys}
    const first = (event: KeyboardEvent) => {
      const act = isLetterCommand(event, settings) ? letters[getUnmodifiedKey(event)] : undefined
      if (!act || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    return addKeyListeners({onBubble: first, onCapture: pages.handleSecondKey})
  }, [])
}
