import {X} from 'lucide-preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {FunctionComponent} from 'preact'
import {IconButton} from '../../parts/icon-button'
import {keyListWords} from '../../words'

/** All keys at a glance. The browser keeps the focus inside, closes it with Esc, and gives the focus back. */
export function KeyList({close}: {readonly close: () => void}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [Table, setTable] = useState<FunctionComponent | null>(null)
  useEffect(() => {
    void import('../other-pages').then(({ShortcutTable}) => setTable(() => ShortcutTable), close)
  }, [])
  useLayoutEffect(() => {
    if (Table && !dialog.current?.open) dialog.current?.showModal()
  }, [Table])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="key-list-title"
      onClose={close}
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
        {Table && <Table />}
      </div>
    </dialog>
  )
}
