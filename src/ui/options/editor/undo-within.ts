import {hasMod, letterOf} from '../../parts/keys'
import {hasTyped, mayTakeBack} from '../../parts/typing'
import type {Toasts} from '../../state/toasts'
import {draftWords} from '../../words'

/**
 * As long as a form is open, Ctrl Z takes back only what was done since it was: nobody sees there what becomes of other rules. What a toast on
 * the page offers to take back is said, so that is taken back. Returns how to stop.
 */
export function keepUndoWithin(toasts: Toasts): () => void {
  const openedAt = performance.now()
  const onKey = (event: KeyboardEvent) => {
    if (letterOf(event) !== 'z' || !hasMod(event) || event.altKey || event.shiftKey) return
    const last = toasts.lastAt()
    if (last > openedAt || toasts.current.peek()?.step?.at === last || hasTyped(event, last)) return
    // Before the toasts hear it.
    event.stopPropagation()
    if (!mayTakeBack(event)) event.preventDefault()
    if (!toasts.undo(undefined, openedAt) && last > 0) toasts.report(draftWords.nothingToUndo)
  }
  document.addEventListener('keydown', onKey, true)
  return () => document.removeEventListener('keydown', onKey, true)
}
