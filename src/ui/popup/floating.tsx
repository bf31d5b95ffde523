import {useSignal} from '@preact/signals'
import {Dialog} from '../parts/dialog'
import {KeyTable} from '../parts/key-table'
import {usePage} from '../parts/library-context'
import {popupShortcuts} from '../parts/shortcuts'
import {ToastHost} from '../parts/toast-host'
import {RowMenu} from './row-menu'
import {keyListWords} from '../words'
import {useLetters} from './use-letters'

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
          title={keyListWords.title}
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
