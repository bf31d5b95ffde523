import {useLayoutEffect, useRef} from 'preact/hooks'
import {focusSearch} from '../parts/search-field'
import {usePopup} from './popup-context'

const stopOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[role=switch]') ?? row.querySelector<HTMLElement>('[data-stop], .group-toggle')

const rowsDrawn = () => [...document.querySelectorAll<HTMLElement>('.popup-main [data-row]')]
const keyOf = (row: HTMLElement) => row.dataset['row'] ?? ''

/** Puts the focus on a row's tab stop. */
export function focusRow(row: HTMLElement | undefined): void {
  if (!row) return
  row.scrollIntoView({block: 'nearest'})
  stopOf(row)?.focus({preventScroll: true})
}

/** The focus follows its row to another section, and goes to the next one when the row is gone; where there is none, to the search. */
export function useKeptFocus(): void {
  const {menu} = usePopup().state
  const last = useRef<{readonly key: string; readonly next: readonly string[]} | null>(null)
  const note = (element: Element | null) => {
    const row = element?.closest<HTMLElement>('[data-row]')
    const rows = rowsDrawn()
    const at = row ? rows.indexOf(row) : -1
    last.current =
      row && at >= 0
        ? {key: keyOf(row), next: [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].map(keyOf)}
        : null
  }
  // Before the next key: it may lead to a row that was drawn just now, and the one after it may delete that.
  useLayoutEffect(() => {
    const onFocus = ({target}: FocusEvent) => {
      const element = target as Element
      // The menu of a row holds the focus of its row.
      if (menu.peek() === null || !element.closest('[role=menu]')) note(element)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    if (!last.current) return
    const isLost = document.activeElement === document.body
    // Rows have come or gone around the one that has the focus.
    if (menu.peek() === null && !isLost) return note(document.activeElement)
    const {key, next} = last.current
    const rows = new Map(rowsDrawn().map(row => [keyOf(row), row]))
    if (!isLost && rows.has(menu.peek() ?? '')) return
    const heir = [key, ...next].flatMap(each => rows.get(each) ?? [])[0]
    if (heir) focusRow(heir)
    else focusSearch()
  })
}
