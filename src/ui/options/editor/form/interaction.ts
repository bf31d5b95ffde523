import {computed, signal, type ReadonlySignal} from '@preact/signals'

/** Tracks whether a pointer is down. A layout change would move the button before its click. */
export function watchPointer() {
  const isPressed = signal(false)
  const listening = new AbortController()
  const listen = (names: readonly string[], listener: (event: Event) => void) => {
    for (const name of names) addEventListener(name, listener, {capture: true, signal: listening.signal})
  }
  const release = () => {
    isPressed.value = false
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
  listen(['blur'], ({target}) => {
    if (target === window) release()
  })
  return {isPressed, stop: () => listening.abort()}
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
