import {useLayoutEffect, useRef} from 'preact/hooks'
import {hasMod, letterOf} from '../../parts/keys'
import {isTyping} from '../../parts/typing'

type Does = {readonly save: () => void; readonly leave: () => void}

/** Ctrl S saves; Esc goes back to the list out of a field too, where nothing else is to be closed first. Outside fields the global keys do that. */
export function useEditorKeys(does: Does): void {
  const current = useRef(does)
  current.current = does
  // With the first frame: a key may come at once.
  useLayoutEffect(() => {
    /** A list of what could be typed may be open below this field. */
    let completing: EventTarget | null = null
    const onInput = ({target}: Event) => {
      completing = target instanceof HTMLInputElement && target.list !== null ? target : null
    }
    const onKey = (event: KeyboardEvent) => {
      const {key, ctrlKey, metaKey, altKey, shiftKey, target} = event
      if (letterOf(event) === 's' && hasMod(event) && !altKey && !shiftKey) {
        event.preventDefault()
        current.current.save()
      }
      if (key !== 'Escape' || !isTyping(event) || event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey)
        return
      if (document.querySelector('dialog[open]')) return
      if (completing === target) completing = null
      else current.current.leave()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('input', onInput)
    }
  }, [])
}
