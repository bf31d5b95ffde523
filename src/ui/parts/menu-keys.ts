import type {RefObject} from 'preact'
import {useRef} from 'preact/hooks'

/** The first item that begins with the letter, looked for from one of them on and then around. */
export const itemOfLetter = (items: readonly HTMLElement[], letter: string, from: number): HTMLElement | undefined =>
  [...items.slice(from), ...items.slice(0, from)].find(item =>
    item.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )

/** Arrows, Home and End, first letters and Esc inside a menu. */
export function useMenuKeys(list: RefObject<HTMLElement | null>, close: () => void) {
  // Nobody has chosen the item that has the focus as a menu opens: its letter means it, and not the next one with that letter.
  const isFresh = useRef(true)
  return (event: KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.findIndex(item => item === document.activeElement)
    const go = (index: number) => items[(index + items.length) % items.length]?.focus()
    const byLetter = () => itemOfLetter(items, event.key, isFresh.current ? at : at + 1)?.focus()
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      Escape: close,
      Tab: close,
    }
    const move = moves[event.key] ?? (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey ? byLetter : undefined)
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
    isFresh.current = false
  }
}
