import {X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {common} from '../words'
import {IconButton} from './icon-button'

type DialogProps = {readonly title: string; readonly close: () => void; readonly children: ComponentChildren}

/** A box above the page. The browser keeps the focus inside, and gives it back. */
export function Dialog({title, close, children}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const shut = () => {
    dialog.current?.close()
    close()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      // The browser tells of it a moment later, when this one may be gone and another be open.
      onClose={() => dialog.current && close()}
      // Esc while the focus is in the browser's own bars. Its `close` comes a frame later, and what asked for the dialog meanwhile would be lost.
      onCancel={event => {
        // A file picker that was left says the same, and bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        shut()
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // Left to the browser, it would close the popup with the dialog.
        event.preventDefault()
        shut()
      }}
      onClick={event => {
        // Beside the dialog's box: its inside is one element that fills it.
        if (event.target === event.currentTarget) shut()
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id="dialog-title" dir="auto">
            {title}
          </h2>
          <IconButton icon={X} name={common.close} onClick={shut} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
