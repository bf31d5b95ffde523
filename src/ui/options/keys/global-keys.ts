import type {ReadonlySignal} from '@preact/signals'
import {useLayoutEffect} from 'preact/hooks'
import {usePage} from '../../parts/library-context'
import {isLetterCommand, isTyping} from '../../parts/typing'
import {hashes} from '../../routes'
import {goTo, type Route} from '../route'
import {pagesByLetter} from './shortcuts'

type GlobalKeys = {readonly route: ReadonlySignal<Route>; readonly open: (what: 'keys' | 'new-rule') => void}

/** The rules list is drawn within a few frames. */
function toSearch(frames: number): void {
  const field = document.querySelector<HTMLElement>('input[type=search]')
  if (field) field.focus()
  else if (frames > 0) requestAnimationFrame(() => toSearch(frames - 1))
}

const isInDialog = () => document.querySelector('dialog[open]') !== null

/** The keys that mean the same on every page. Ctrl Z is with the toasts, `/` with the search field where there is one. */
export function useGlobalKeys({route, open}: GlobalKeys): void {
  const {settings} = usePage()
  useLayoutEffect(() => {
    let isGoing = false
    const newRule = () => {
      const button = document.querySelector<HTMLElement>('[aria-keyshortcuts=n]')
      if (button) button.click()
      else open('new-rule')
    }
    const letters: Readonly<Record<string, () => void>> = {
      n: newRule,
      g: () => {
        isGoing = true
      },
      '?': () => open('keys'),
      // Where there is a search field, it has heard the key already.
      '/': () => {
        goTo(hashes.rules)
        toSearch(60)
      },
    }
    const back = () => {
      const {page} = route.peek()
      if (page === 'rule' || page === 'new-rule' || page === 'trash' || page === 'nowhere') goTo(hashes.rules)
    }
    /** The letter after `g` is heard before any list hears it. */
    const second = (event: KeyboardEvent) => {
      // Shift alone is on its way to something.
      if (!isGoing || event.key === 'Shift') return
      isGoing = false
      const place = isLetterCommand(event, settings) ? pagesByLetter.get(event.key) : undefined
      if (!place) return
      event.preventDefault()
      event.stopPropagation()
      goTo(place.hash)
    }
    const first = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInDialog()) return
      if (event.key === 'Escape' && !isTyping(event)) return back()
      const act = isLetterCommand(event, settings) ? letters[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', second, true)
    document.addEventListener('keydown', first)
    return () => {
      document.removeEventListener('keydown', second, true)
      document.removeEventListener('keydown', first)
    }
  }, [])
}
