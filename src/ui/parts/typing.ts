import type {Settings} from '../state/settings'

/** What a person has left each field at, and when. */
const typed = new WeakMap<EventTarget, {readonly value: string; readonly at: number}>()

const isText = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

type Target = Pick<Event, 'target'>

const texts = new WeakMap<EventTarget, () => string>()
/** Lets an element that is typed in, and is no field of the browser's own, be one of them. */
export const isTextOf = (element: EventTarget, text: () => string): void => void texts.set(element, text)

const textOf = (target: EventTarget | null): string | undefined =>
  isText(target) ? target.value : target ? texts.get(target)?.() : undefined

export const isInText = ({target}: Target): boolean => textOf(target) !== undefined

export function noteTyped({target}: Target): void {
  const value = textOf(target)
  if (target && value !== undefined) typed.set(target, {value, at: performance.now()})
}

/** There Ctrl Z takes back what was typed. A field in which nobody has typed since, or that was filled or emptied since, has nothing to take back. */
export function hasTyped({target}: Target, since: number): boolean {
  const last = target && typed.get(target)
  return !!last && last.at >= since && last.value === textOf(target)
}

/** With its place in the page a field loses what its browser could take back in it. */
export function forgetTyped(within: ParentNode): void {
  for (const field of within.querySelectorAll('input, textarea')) typed.delete(field)
}

export function forgetTypedIn(field: EventTarget): void {
  typed.delete(field)
}

/** Whether the browser has something to take back there. */
export const mayTakeBack = ({target}: Target): boolean => target !== null && typed.has(target)

/** Single letters are no commands while someone types. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}

/** A bare letter that may be a command: nobody types, no other key is held, and letters were not turned off. */
export const isLetterCommand = (event: KeyboardEvent, {letterKeys}: Settings): boolean =>
  letterKeys.peek() && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event)
