import type {Signal} from '@preact/signals'
import {focusSearch} from '../parts/search-field'

type Needs = {readonly typed: Signal<string>; readonly close: () => void}

/** The keys of the whole popup from its first frame on: Esc clears the search, then closes; Enter edits the first rule found. */
export const pageKeys =
  ({typed, close}: Needs) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (typed.peek() === '') return close()
      event.preventDefault()
      typed.value = ''
      focusSearch()
    } else if (event.key === 'Enter' && typed.peek() !== '' && (event.target as Element).matches('[type=search]')) {
      event.preventDefault()
      document.querySelector<HTMLElement>('.popup-main .popup-row-main')?.click()
    }
  }
