import {X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {commonTexts} from '../../locales/common'
import {IconButton} from './icon-button'

type DialogProps = {readonly title: string; readonly close: () => void; readonly children: ComponentChildren}

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
      // The event comes later, when another dialog may be open.
      onClose={() => dialog.current && close()}
      // Esc while the focus is outside the page. The browser's `close` would come a frame later.
      onCancel={event => {
        // A cancelled file picker bubbles the same event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        shut()
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        shut()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) shut()
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id="dialog-title" dir="auto">
            {title}
          </h2>
          <IconButton icon={X} name={commonTexts('close')} onClick={shut} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
