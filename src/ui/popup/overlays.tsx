import {useSignal, useSignalEffect} from '@preact/signals'
import {Dialog} from '../components/dialog'
import {KeyTable} from '../components/key-table'
import {usePage} from '../state/page-context'
import {getPopupShortcuts} from '../hooks/shortcuts'
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

/** The row menu, the shortcut list and the toasts. */
export function Overlays() {
  const {library} = usePage()
  const showsKeys = useSignal(false)
  useLetterShortcuts(() => {
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
          <KeyTable places={getPopupShortcuts()} />
        </Dialog>
      )}
      <ToastHost toasts={library.toasts} />
    </>
  )
}

/** The menu button, or the switch if a key opened the menu before the button was rendered. */
const getMenuAnchor = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] :is([aria-haspopup=menu], [role=switch])`)

/** One menu for all rows, so that it stays open while rows are rendered again. */
function RowMenu() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {openMenu} = state
  const id = openMenu.value
  const view = id === null ? undefined : library.getRow(id)?.value
  useSignalEffect(() => {
    if (openMenu.value !== null && library.isComplete.value && !library.getRow(openMenu.value)?.value.rule)
      openMenu.value = null
  })
  if (id === null || !view?.rule) return null
  const item = (label: string, choose: () => void, hint: string, danger = false): MenuItem => ({
    id: label,
    label,
    hint: hint.length > 1 || settings.letterKeys.value ? hint : '',
    danger,
    choose,
  })
  return (
    <MenuList
      key={id}
      name={commonTexts('more', {name: getRuleName(view, commonTexts('untitled'))})}
      anchor={() => getMenuAnchor(id)}
      close={() => {
        if (openMenu.peek() === id) openMenu.value = null
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

const openNewRuleMenu = () =>
  document.querySelector<HTMLElement>('.popup [aria-haspopup=menu], .popup [data-all-types]')?.click()

/** Shortcuts for any focus: `n`, `?`, and `g` with the letter of an options page. */
function useLetterShortcuts(showKeys: () => void): void {
  const {settings} = usePage()
  const {actions} = usePopup()
  useEffect(() => {
    const pages = createPageShortcuts(settings, actions.open)
    const letters: Readonly<Record<string, () => void>> = {n: openNewRuleMenu, g: pages.start, '?': showKeys}
    const first = (event: KeyboardEvent) => {
      const run = isLetterCommand(event, settings) ? letters[getUnmodifiedKey(event)] : undefined
      if (!run || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    return addKeyListeners({onBubble: first, onCapture: pages.handleSecondKey})
  }, [])
}
