import type {Settings} from '../state/settings'

/** Text fields, where the browser handles Ctrl Z. */
const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=file]), [contenteditable=true]'

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches(textFields)

/** While the user types, single letters are not commands. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}

/** Focuses the search field. */
export const searchKey = '/'

/** False while typing, with modifier keys, or if letter keys are turned off. */
export const isLetterCommand = (event: KeyboardEvent, {letterKeys}: Settings): boolean =>
  letterKeys.peek() && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event)
