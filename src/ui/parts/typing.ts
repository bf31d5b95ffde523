import type {Settings} from '../state/settings'

/** Where a person writes: there Ctrl Z takes back what was typed. */
export const isWriting = (event: Event): boolean => {
  const target = event.composedPath()[0]
  return isTyping(event) && !(target instanceof HTMLSelectElement)
}

/** Single letters are no commands while someone types. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}

/** A bare letter that may be a command: nobody types, no other key is held, and letters were not turned off. */
export const isLetterCommand = (event: KeyboardEvent, {letterKeys}: Settings): boolean =>
  letterKeys.peek() && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event)
