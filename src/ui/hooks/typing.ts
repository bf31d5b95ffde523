import type {Settings} from '../state/settings'

/** Text fields, where Ctrl Z is the browser's own. */
const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=file]), [contenteditable=true]'

export const isInText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches(textFields)

/** Single letters are no commands while someone types. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}

/** A letter is a command except while typing, with other keys, or if turned off. */
export const isLetterCommand = (event: KeyboardEvent, {letterKeys}: Settings): boolean =>
  letterKeys.peek() && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event)
