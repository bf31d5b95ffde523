import {signal, type ReadonlySignal} from '@preact/signals'

/**
 * Whether a button of the mouse, or a finger, is down. What is drawn then, above all the fault of the field that is just
 * being left, would move a button away before it is let go, and the click would be lost.
 */
export function watchPressed(): {readonly isPressed: ReadonlySignal<boolean>; readonly stop: () => void} {
  const isPressed = signal(false)
  const listening = new AbortController()
  const on = (names: readonly string[], listener: (event: Event) => void) => {
    for (const name of names) addEventListener(name, listener, {capture: true, signal: listening.signal})
  }
  const release = () => {
    isPressed.value = false
  }
  on(['pointerdown'], () => {
    isPressed.value = true
  })
  // The click comes right after.
  on(['pointerup'], () => setTimeout(release))
  on(['pointercancel', 'keydown'], release)
  on(['blur'], ({target}) => {
    if (target === window) release()
  })
  // The list of a select keeps the letting go to itself. (A text field tells of its change when it is left, so by the press.)
  on(['change'], ({target}) => {
    if (target instanceof HTMLSelectElement) release()
  })
  on(['pointermove'], event => {
    if (isPressed.peek() && (event as PointerEvent).buttons === 0) release()
  })
  return {isPressed, stop: () => listening.abort()}
}
