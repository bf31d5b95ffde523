/** Single letters are no commands while someone types. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}
