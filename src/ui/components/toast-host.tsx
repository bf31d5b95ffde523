import {X} from 'lucide-preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {Toasts} from '../state/toasts'
import {commonTexts} from '../../locales/common'
import {Hint} from './hint'
import {IconButton} from './icon-button'
import {toAriaKeys, hasMod, getLatinLetter, formatKeys, undoKeys} from '../hooks/keys'
import {isTextField} from '../hooks/typing'

/**
 * Hides keys from the page while an input method composes: they select its candidates.
 * Returns a function that stops.
 */
function hideComposingKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) event.stopImmediatePropagation()
  }
  addEventListener('keydown', onKeyDown, true)
  return () => removeEventListener('keydown', onKeyDown, true)
}

const shownMilliseconds = 8_000
/** Pixels above and below. */
const padding = 30

/** Toasts. The live regions always exist, or the first text would not be announced. */
export function ToastHost({toasts}: {readonly toasts: Toasts}) {
  const toast = toasts.current.value
  const [isHeld, setHeld] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(hideComposingKeys, [])
  useLayoutEffect(() => {
    if (document.activeElement === document.body && cameFrom.current?.isConnected) cameFrom.current.focus()
  }, [toast?.id])
  useEffect(() => {
    // A removed toast fires no leave events.
    if (!toast) setHeld(false)
    if (!toast || isHeld) return
    const timer = setTimeout(toasts.dismiss, shownMilliseconds)
    return () => clearTimeout(timer)
  }, [toast?.id, isHeld])
  useLayoutEffect(() => {
    const [host, page] = [container.current, container.current?.parentElement]
    if (!toast || !host || !page) return
    // Room to scroll content above the toast.
    const watch = new ResizeObserver(() => page.style.setProperty('--room', `${host.offsetHeight + padding}px`))
    watch.observe(host)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--room')
    }
  }, [toast !== null])
  // A layout effect: the key may come before the next frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        getLatinLetter(event) !== 'z' ||
        !hasMod(event) ||
        event.altKey ||
        event.shiftKey ||
        isTextField(event.target)
      )
        return
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
    const update = () => setTyping(isTextField(document.activeElement))
    update()
    const changes = ['focusin', 'focusout']
    changes.forEach(name => document.addEventListener(name, update))
    return () => changes.forEach(name => document.removeEventListener(name, update))
  }, [toast?.id])
  const isByKey = !isTyping && toasts.lastStep.value === toast?.step
  // A new node, so that screen readers announce the same text again.
  const text = toast && <span key={toast.id}>{toast.text}</span>
  return (
    <div
      class="toasts"
      ref={container}
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
          aria-keyshortcuts={isByKey ? toAriaKeys(undoKeys) : undefined}
          onClick={() => toasts.undo(toast.step)}
          aria-label={commonTexts('undo')}
        >
          {commonTexts('undo')} {isByKey && <Hint text={formatKeys(undoKeys)} />}
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
