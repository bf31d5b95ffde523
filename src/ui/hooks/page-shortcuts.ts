import type {Settings} from '../state/settings'
import {getUnmodifiedKey} from './bare-key'
import {pagesByLetter} from './shortcuts'
import {isLetterCommand} from './typing'

export function createPageShortcuts(settings: Settings, go: (hash: string) => void) {
  let isGoing = false
  return {
    start() {
      isGoing = true
    },
    /** Has to run before the key handlers of lists. */
    handleSecondKey(event: KeyboardEvent): void {
      if (!isGoing || event.key === 'Shift') return
      isGoing = false
      const place = isLetterCommand(event, settings) ? pagesByLetter.get(getUnmodifiedKey(event)) : undefined
      if (!place) return
      event.preventDefault()
      event.stopPropagation()
      go(place.hash)
    },
  }
}

type KeyListeners = {
  readonly onCapture: (event: KeyboardEvent) => void
  readonly onBubble: (event: KeyboardEvent) => void
}

/** Listens for keys wherever the focus is; returns a function that stops. */
export function addKeyListeners({onBubble, onCapture}: KeyListeners): () => void {
  document.addEventListener('keydown', onCapture, true)
  document.addEventListener('keydown', onBubble)
  return () => {
    document.removeEventListener('keydown', onCapture, true)
    document.removeEventListener('keydown', onBubble)
  }
}
