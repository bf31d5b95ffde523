/**
 * Keys that choose among the candidates of an input method (for Chinese, Japanese, Korean) are its own: Enter accepts one, Esc closes the list,
 * arrows go through it. No handler of the page hears them, wherever it listens. Returns how to stop.
 */
export function leaveComposingAlone(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.isComposing) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hear, true)
  return () => removeEventListener('keydown', hear, true)
}
