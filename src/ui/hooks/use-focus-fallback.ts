import type {RefObject} from 'preact'
import {useLayoutEffect} from 'preact/hooks'

/** When the focused element is removed, focuses the first of these selectors that exists. */
export function useFocusFallback(box: RefObject<HTMLElement | null>, next: readonly string[]): void {
  // During rendering the removed element is still in the page.
  const hadFocus = box.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return
    for (const selector of next) {
      const found = box.current?.querySelector<HTMLElement>(selector)
      if (found) return found.focus()
    }
  })
}
