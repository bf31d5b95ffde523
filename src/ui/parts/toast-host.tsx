import {X} from 'lucide-preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {Toasts} from '../state/toasts'
import {common} from '../words'
import {Hint} from './hint'
import {IconButton} from './icon-button'
import {ariaKeys, hasMod, letterOf, shownKeys, undoKeys} from './keys'
import {isInText} from './typing'

/**
 * Keys that choose among the candidates of an input method (for Chinese, Japanese, Korean) are its own: Enter accepts one, Esc closes the list,
 * arrows go through it. No handler of the page hears them, wherever it listens. Returns how to stop.
 */
export function leaveComposingAlone(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.isComposing) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hear, true)
  return () => removeEventListener('keydown', hear, true)
}

const shownFor = 8_000
/** Above it and below. */
const around = 30

/** The place of toasts. Its live regions are always there, or the first text would not be spoken. */
export function ToastHost({toasts}: {readonly toasts: Toasts}) {
  const toast = toasts.current.value
  const [held, setHeld] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // Here, because toasts stand on every page and the first frame of the popup needs neither.
  useLayoutEffect(leaveComposingAlone, [])
  useLayoutEffect(() => {
    // The button that was pressed went with its toast.
    if (document.activeElement === document.body && cameFrom.current?.isConnected) cameFrom.current.focus()
  }, [toast?.id])
  useEffect(() => {
    // What was hovered or focused may be gone with its toast.
    if (!toast) setHeld(false)
    if (!toast || held) return
    const timer = setTimeout(toasts.dismiss, shownFor)
    return () => clearTimeout(timer)
  }, [toast?.id, held])
  useLayoutEffect(() => {
    const [host, page] = [place.current, place.current?.parentElement]
    if (!toast || !host || !page) return
    // What lies beneath it can be scrolled to above it, however high it is.
    const watch = new ResizeObserver(() => page.style.setProperty('--room', `${host.offsetHeight + around}px`))
    watch.observe(host)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--room')
    }
  }, [toast !== null])
  // Not after the next frame: the key may come before it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (letterOf(event) !== 'z' || !hasMod(event) || event.altKey || event.shiftKey || isInText(event.target)) return
      // Elsewhere the browser would undo typing in a field that does not have the focus.
      event.preventDefault()
      toasts.undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const [isTyping, setTyping] = useState(false)
  useLayoutEffect(() => {
    if (!toast?.step) return
    const look = () => setTyping(isInText(document.activeElement))
    look()
    const changes = ['focusin', 'focusout']
    changes.forEach(name => document.addEventListener(name, look))
    return () => changes.forEach(name => document.removeEventListener(name, look))
  }, [toast?.id])
  const isByKey = !isTyping && toasts.newest.value === toast?.step
  // A node of its own: the same text once more is said once more.
  const text = toast && <span key={toast.id}>{toast.text}</span>
  return (
    <div
      class="toasts"
      ref={place}
      data-shown={toast ? '' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={event => {
        setHeld(true)
        const {currentTarget, relatedTarget: from} = event
        if (from instanceof HTMLElement && !currentTarget.contains(from)) cameFrom.current = from
      }}
      onFocusOut={() => setHeld(false)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !toast) return
        event.preventDefault()
        toasts.dismiss()
      }}
    >
      <span role="status">{toast?.kind === 'report' && text}</span>
      <span role="alert">{toast?.kind === 'refusal' && text}</span>
      {toast?.step && (
        <button
          type="button"
          class="toast-undo"
          aria-keyshortcuts={isByKey ? ariaKeys(undoKeys) : undefined}
          onClick={() => toasts.undo(toast.step)}
          aria-label={common.undo}
        >
          {common.undo} {isByKey && <Hint text={shownKeys(undoKeys)} />}
        </button>
      )}
      {toast?.action && (
        <button
          type="button"
          class="toast-undo"
          onClick={() => {
            const {action} = toast
            toasts.dismiss()
            action?.act()
          }}
        >
          {toast.action.label}
        </button>
      )}
      {toast?.kind === 'refusal' && <IconButton icon={X} name={common.dismiss} onClick={toasts.dismiss} />}
    </div>
  )
}
