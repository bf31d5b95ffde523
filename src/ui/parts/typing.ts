import type {Settings} from '../state/settings'

/** What a person has left each field at, and when. */
const typed = new WeakMap<EventTarget, {readonly value: string; readonly at: number}>()

const isText = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

export const isInText = ({target}: Event): boolean => isText(target)

export function noteTyped({target}: Event): void {
  if (isText(target)) typed.set(target, {value: target.value, at: performance.now()})
}

/** There Ctrl Z takes back what was typed. A field in which nobody has typed since, or that was filled or emptied since, has nothing to take back. */
export function hasTyped({target}: Event, since: number): boolean {
  const last = target && typed.get(target)
  return !!last && last.at > since && last.value === (target as HTMLInputElement).value
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
