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

/** The rule list is rendered within a few frames. */
function focusSearchWhenDrawn(frames: number): void {
  if (!focusSearchField() && frames > 0) requestAnimationFrame(() => focusSearchWhenDrawn(frames - 1))
}

/** The tab stop of the list, if the heading or nothing has the focus. */
const getRowFromHeading = ({target}: KeyboardEvent): HTMLElement | null =>
  target instanceof Element && target.matches('body, h1')
    ? document.querySelector<HTMLElement>('main [role=row][tabindex="0"]')
    : null

const hasNoModifier = ({altKey, ctrlKey, metaKey, shiftKey}: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && !shiftKey

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
        focusSearchWhenDrawn(60)
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
      const isDown = (event.key === 'ArrowDown' && hasNoModifier(event)) || (key === 'j' && isLetter)
      const row = isDown ? getRowFromHeading(event) : null
      const run = row ? () => row.focus() : isLetter ? letters[key] : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    return addKeyListeners({onBubble: first, onCapture: pages.handleSecondKey})
  }, [])
}
