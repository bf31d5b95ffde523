import {computed, signal, type ReadonlySignal} from '@preact/signals'
import {isInText} from '../../../hooks/typing'

/**
 * Whether a button or a finger is down, and whether a text field has the focus in the active window. What is drawn meanwhile would move
 * the button away before its click, or the field from under whoever types.
 */
export function watchInteraction() {
  const isPressed = signal(false)
  const isTypingNow = () => document.hasFocus() && isInText(document.activeElement)
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
  // An open select swallows the pointerup.
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

/** The value as it was last when nobody was busy. */
export function freezeWhile<T>(isBusy: ReadonlySignal<boolean>, value: ReadonlySignal<T>): ReadonlySignal<T> {
  let frozen = value.peek()
  return computed(() => {
    const current = value.value
    if (!isBusy.value) frozen = current
    return frozen
  })
}
