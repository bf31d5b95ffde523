import {X} from 'lucide-preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {Toasts} from '../state/toasts'
import {commonTexts} from '../../locales/common'
import {Hint} from './hint'
import {IconButton} from './icon-button'
import {ariaKeys, hasMod, letterOf, shownKeys, undoKeys} from '../hooks/keys'
import {isInText} from '../hooks/typing'

/**
 * Hides keys from the page while an input method composes: they select its candidates.
 * Returns how to stop.
 */
function leaveComposingAlone(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.isComposing) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hear, true)
  return () => removeEventListener('keydown', hear, true)
}

const shownFor = 8_000
/** Pixels above and below. */
const around = 30

/** Toasts. The live regions always exist, or the first text would not be spoken. */
export function ToastHost({toasts}: {readonly toasts: Toasts}) {
  const toast = toasts.current.value
  const [held, setHeld] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(leaveComposingAlone, [])
  useLayoutEffect(() => {
    if (document.activeElement === document.body && cameFrom.current?.isConnected) cameFrom.current.focus()
  }, [toast?.id])
  useEffect(() => {
    // A removed toast fires no leave events.
    if (!toast) setHeld(false)
    if (!toast || held) return
    const timer = setTimeout(toasts.dismiss, shownFor)
    return () => clearTimeout(timer)
  }, [toast?.id, held])
  useLayoutEffect(() => {
    const [host, page] = [place.current, place.current?.parentElement]
    if (!toast || !host || !page) return
    // Room to scroll content above the toast.
    const watch = new ResizeObserver(() => page.style.setProperty('--room', `${host.offsetHeight + around}px`))
    watch.observe(host)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--room')
    }
  }, [toast !== null])
  // A layout effect: the key may come before the next frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (letterOf(event) !== 'z' || !hasMod(event) || event.altKey || event.shiftKey || isInText(event.target)) return
      // Elsewhere the browser would undo typing in a field without the focus.
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
  const isByKey = !isTyping && toasts.lastStep.value === toast?.step
  // A new node, so that the same text is spoken again.
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
          aria-label={commonTexts('undo')}
        >
          {commonTexts('undo')} {isByKey && <Hint text={shownKeys(undoKeys)} />}
        </button>
      )}
      {toast?.action && (
        <button
          type="button"
          class="toast-undo"
          onClick={() => {
            const {action} = toast
            toasts.dismiss()
            action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      {toast?.kind === 'refusal' && <IconButton icon={X} name={commonTexts('dismiss')} onClick={toasts.dismiss} />}
    </div>
  )
}
