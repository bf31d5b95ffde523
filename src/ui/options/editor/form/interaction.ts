import {computed, signal, type ReadonlySignal} from '@preact/signals'
import {isTextField} from '../../../hooks/typing'

/**
 * Tracks whether a pointer is down and whether a text field of the active window has the focus.
 * A layout change in that time would move the button before its click, or the field.
 */
export function watchInteraction() {
  const isPressed = signal(false)
  const isTypingNow = () => document.hasFocus() && isTextField(document.activeElement)
  const isTyping = signal(isTypingNow())
  const listening = new AbortController()
  const listen = (names: readonly string[], listener: (event: Event) => void) => {
    for (const name of names) addEventListener(name, listener, {capture: true, signal: listening.signal})
  }
  const release = () => {
    isPressed.value = false
  }
  const updateTyping = () => {
    isTyping.value = isTypingNow()
  }
  listen(['pointerdown'], () => {
    isPressed.value = true
  })
  listen(['pointerup'], () => setTimeout(release))
  listen(['pointercancel', 'keydown'], release)
  // An open select emits no pointerup.
  listen(['change'], ({target}) => {
    if (target instanceof HTMLSelectElement) release()
  })
  listen(['pointermove'], event => {
    if (isPressed.peek() && (event as PointerEvent).buttons === 0) release()
  })
  listen(['blur', 'focus'], ({target, type}) => {
    if (target !== window) return
    if (type === 'blur') release()
    updateTyping()
  })
  listen(['focusin'], updateTyping)
  listen(['focusout'], () => setTimeout(updateTyping))
  return {isPressed, isTyping, stop: () => listening.abort()}
}

/** The value, which does not change while `isBusy`. */
export function freezeWhile<T>(isBusy: ReadonlySignal<boolean>, value: ReadonlySignal<T>): ReadonlySignal<T> {
  let frozen = value.peek()
  return computed(() => {
    const current = value.value
    if (!isBusy.value) frozen = current
    return frozen
  })
}
