import {X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {keyListWords} from '../words'
import {IconButton} from './icon-button'

type KeyDialogProps = {readonly close: () => void; readonly children: ComponentChildren}

/** All keys at a glance. The browser keeps the focus inside, and gives it back. */
export function KeyDialog({close, children}: KeyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="key-list-title"
      onClose={close}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // Left to the browser, it would close the popup with the dialog.
        event.preventDefault()
        dialog.current?.close()
      }}
      onClick={event => {
        // Beside the dialog's box: its inside is one element that fills it.
        if (event.target === event.currentTarget) dialog.current?.close()
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id="key-list-title">{keyListWords.title}</h2>
          <IconButton icon={X} name={keyListWords.close} onClick={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
