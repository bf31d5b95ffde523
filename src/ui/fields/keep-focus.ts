import type {RefObject} from 'preact'
import {useLayoutEffect} from 'preact/hooks'

/** Where what had the focus is no longer drawn in the box, the focus goes to the first of these that there is, and not to nowhere. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, next: readonly string[]): void {
  // Asked while it is being drawn: what goes away is still in the page.
  const hadFocus = box.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return
    for (const selector of next) {
      const found = box.current?.querySelector<HTMLElement>(selector)
      if (found) return found.focus()
    }
  })
}
