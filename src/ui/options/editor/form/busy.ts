import {computed, signal, type ReadonlySignal} from '@preact/signals'
import {isTextField} from '../../../hooks/typing'

/**
 * Whether a button or a finger is down, and whether a text field has the focus in the active window. What is drawn meanwhile would move
 * the button away before its click, or the field from under whoever types.
 */
export function watchBusy() {
  const isPressed = signal(false)
  const isTypingNow = () => document.hasFocus() && isTextField(document.activeElement)
  const isTyping = signal(isTypingNow())
  const listening = new AbortController()
  const on = (names: readonly string[], listener: (event: Event) => void) => {
    for (const name of names) addEventListener(name, listener, {capture: true, signal: listening.signal})
  }
  const release = () => {
    isPressed.value = false
  }
  const look = () => {
    isTyping.value = isTypingNow()
  }
  on(['pointerdown'], () => {
    isPressed.value = true
  })
  on(['pointerup'], () => setTimeout(release))
  on(['pointercancel', 'keydown'], release)
  // An open select swallows the pointerup.
  on(['change'], ({target}) => {
    if (target instanceof HTMLSelectElement) release()
  })
  on(['pointermove'], event => {
    if (isPressed.peek() && (event as PointerEvent).buttons === 0) release()
  })
  on(['blur', 'focus'], ({target, type}) => {
    if (target !== window) return
    if (type === 'blur') release()
    look()
  })
  on(['focusin'], look)
  on(['focusout'], () => setTimeout(look))
  return {isPressed, isTyping, stop: () => listening.abort()}
}

/** The value as it was last when nobody was busy. */
export function heldWhile<T>(isBusy: ReadonlySignal<boolean>, value: ReadonlySignal<T>): ReadonlySignal<T> {
  let held = value.peek()
  return computed(() => {
    const now = value.value
    if (!isBusy.value) held = now
    return held
  })
}
