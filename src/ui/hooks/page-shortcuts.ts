import type {Settings} from '../state/settings'
import {bareKeyOf} from './bare-key'
import {pagesByLetter} from './shortcuts'
import {isLetterCommand} from './typing'

export function createPageLetters(settings: Settings, go: (hash: string) => void) {
  let isGoing = false
  return {
    begin() {
      isGoing = true
    },
    /** Has to run before the key handlers of lists. */
    second(event: KeyboardEvent): void {
      if (!isGoing || event.key === 'Shift') return
      isGoing = false
      const place = isLetterCommand(event, settings) ? pagesByLetter.get(bareKeyOf(event)) : undefined
      if (!place) return
      event.preventDefault()
      event.stopPropagation()
      go(place.hash)
    },
  }
}

type Heard = {
  readonly second: (event: KeyboardEvent) => void
  readonly first: (event: KeyboardEvent) => void
}

/** Listens for keys wherever the focus is; returns a function that stops. */
export function hearKeys({first, second}: Heard): () => void {
  document.addEventListener('keydown', second, true)
  document.addEventListener('keydown', first)
  return () => {
    document.removeEventListener('keydown', second, true)
    document.removeEventListener('keydown', first)
  }
}
