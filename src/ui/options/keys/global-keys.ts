import type {ReadonlySignal} from '@preact/signals'
import {useLayoutEffect} from 'preact/hooks'
import {getUnmodifiedKey} from '../../hooks/bare-key'
import {usePage} from '../../state/page-context'
import {createPageShortcuts, addKeyListeners} from '../../hooks/page-shortcuts'
import {isLetterCommand, isTyping} from '../../hooks/typing'
import {hashes} from '../../routes'
import {goTo, type Route} from '../route'

type GlobalKeys = {readonly route: ReadonlySignal<Route>; readonly open: (what: 'keys' | 'new-rule') => void}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLElement>('input[type=search]')
  field?.focus()
  return field !== null
}

/** The rules list is drawn within a few frames. */
function toSearch(frames: number): void {
  if (!focusSearchField() && frames > 0) requestAnimationFrame(() => toSearch(frames - 1))
}

/** The row that Tab would lead to, where the focus is still at the head of the page or nowhere. */
const rowFromHead = ({target}: KeyboardEvent): HTMLElement | null =>
  target instanceof Element && target.matches('body, h1')
    ? document.querySelector<HTMLElement>('main [role=row][tabindex="0"]')
    : null

const isBare = ({altKey, ctrlKey, metaKey, shiftKey}: KeyboardEvent) => !altKey && !ctrlKey && !metaKey && !shiftKey

const isInDialog = () => document.querySelector('dialog[open]') !== null

export function useGlobalKeys({route, open}: GlobalKeys): void {
  const {settings} = usePage()
  useLayoutEffect(() => {
    const pages = createPageShortcuts(settings, goTo)
    const newRule = () => {
      const button = document.querySelector<HTMLElement>('[aria-keyshortcuts=n]')
      if (button) button.click()
      else open('new-rule')
    }
    const letters: Readonly<Record<string, () => void>> = {
      n: newRule,
      g: pages.start,
      '?': () => open('keys'),
      // This listener runs before the one of the search field.
      '/': () => {
        if (focusSearchField()) return
        goTo(hashes.rules)
        toSearch(60)
      },
    }
    const back = () => {
      const {page} = route.peek()
      if (page === 'rule' || page === 'new-rule' || page === 'new' || page === 'trash' || page === 'nowhere')
        goTo(hashes.rules)
    }
    const first = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInDialog()) return
      if (event.key === 'Escape' && !isTyping(event)) return back()
      const key = getUnmodifiedKey(event)
      const isLetter = isLetterCommand(event, settings)
      const isDown = (event.key === 'ArrowDown' && isBare(event)) || (key === 'j' && isLetter)
      const row = isDown ? rowFromHead(event) : null
      const act = row ? () => row.focus() : isLetter ? letters[key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    return addKeyListeners({onBubble: first, onCapture: pages.handleSecondKey})
  }, [])
}
