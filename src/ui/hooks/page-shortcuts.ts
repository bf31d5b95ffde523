import type {Settings} from '../state/settings'
import {getUnmodifiedKey} from './bare-key'
import {pagesByLetter} from './shortcuts'
import {isLetterCommand} from './typing'

export function createPageShortcuts(settings: Settings, go: (hash: string) => void) {
  let isStarted = false
  return {
    start() {
      isStarted = true
    },
    /** Has to run before the key handlers of lists. */
    handleSecondKey(event: KeyboardEvent): void {
      if (!isStarted || event.key === 'Shift') return
      isStarted = false
      const page = isLetterCommand(event, settings) ? pagesByLetter.get(getUnmodifiedKey(event)) : undefined
      if (!page) return
      event.preventDefault()
      event.stopPropagation()
      go(page.hash)
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
