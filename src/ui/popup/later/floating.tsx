import {useSignal} from '@preact/signals'
import {KeyDialog} from '../../parts/key-dialog'
import {KeyTable} from '../../parts/key-table'
import {usePage} from '../../parts/library-context'
import {popupShortcuts} from '../../parts/shortcuts'
import {ToastHost} from '../../parts/toast-host'
import {RowMenu} from './row-menu'
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
        <KeyDialog
          close={() => {
            showsKeys.value = false
          }}
        >
          <KeyTable places={popupShortcuts} />
        </KeyDialog>
      )}
      <ToastHost toasts={library.toasts} />
    </>
  )
}
