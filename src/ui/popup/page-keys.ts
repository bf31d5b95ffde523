import type {Signal} from '@preact/signals'
import {isLetterCommand} from '../parts/typing'
import type {Settings} from '../state/settings'

type Needs = {readonly settings: Settings; readonly typed: Signal<string>; readonly close: () => void}

const inTools = (selector: string) => document.querySelector<HTMLElement>(`.popup-tools ${selector}`)
export const focusSearch = (): void => inTools('input')?.focus()

/** The keys of the whole popup: Esc clears the search, then closes; Enter edits the first rule found; n opens "New rule". */
export const pageKeys =
  ({settings, typed, close}: Needs) =>
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
    } else if (event.key === 'n' && isLetterCommand(event, settings)) {
      event.preventDefault()
      inTools('[aria-haspopup=menu]')?.click()
    }
  }
