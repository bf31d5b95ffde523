import type {Settings} from '../state/settings'

/** What a person has left each field at. */
const typed = new WeakMap<EventTarget, string>()

export function noteTyped({target}: Event): void {
  if (
    target instanceof HTMLElement &&
    target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')
  )
    typed.set(target, (target as HTMLInputElement).value)
}

/** There Ctrl Z takes back what was typed. A field in which nobody has typed, or that was filled or emptied since, has nothing to take back. */
export const hasTyped = ({target}: Event): boolean =>
  target instanceof HTMLElement && typed.has(target) && typed.get(target) === (target as HTMLInputElement).value

/** Single letters are no commands while someone types. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}

/** A bare letter that may be a command: nobody types, no other key is held, and letters were not turned off. */
export const isLetterCommand = (event: KeyboardEvent, {letterKeys}: Settings): boolean =>
  letterKeys.peek() && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event)
