import type {Signal} from '@preact/signals'
import {focusSearch} from '../parts/search-field'

type Needs = {
  readonly typed: Signal<string>
  /** Whether there may be rows that are not drawn yet. */
  readonly isComing: () => boolean
  readonly close: () => void
}

/** Edits the first rule found; where none is drawn yet, as soon as there is one, unless something else is done meanwhile. */
function openFound(isComing: () => boolean): void {
  const open = () => {
    const found = document.querySelector<HTMLElement>('.popup-main .popup-row-main')
    found?.click()
    return found !== null
  }
  if (open() || !isComing()) return
  const waiting = new AbortController()
  const drawing = new MutationObserver(() => {
    if (open()) waiting.abort()
  })
  drawing.observe(document.body, {childList: true, subtree: true})
  waiting.signal.addEventListener('abort', () => drawing.disconnect())
  for (const other of ['keydown', 'input', 'pointerdown'])
    document.addEventListener(other, () => waiting.abort(), {capture: true, signal: waiting.signal})
}

/** The keys of the whole popup from its first frame on: Esc clears the search, then closes; Enter edits the first rule found. */
export const pageKeys =
  ({typed, isComing, close}: Needs) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (typed.peek() === '') return close()
      event.preventDefault()
      typed.value = ''
      focusSearch()
    } else if (
      event.key === 'Enter' &&
      typed.peek().trim() !== '' &&
      (event.target as Element).matches('[type=search]')
    ) {
      event.preventDefault()
      openFound(isComing)
    }
  }
