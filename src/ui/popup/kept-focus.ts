import {useLayoutEffect, useRef} from 'preact/hooks'
import {focusSearch} from '../parts/search-field'
import {usePopup} from './popup-context'

const stopOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[role=switch]') ?? row.querySelector<HTMLElement>('[data-stop], .group-toggle')

const rowsIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')]
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
  const list = () => document.querySelector('.popup-main')
  // Before the next key: it may lead to a row that was drawn just now, and the one after it may delete that.
  useLayoutEffect(() => {
    const onFocus = ({target}: FocusEvent) => {
      // The menu of a row holds the focus of its row.
      if (menu.peek() !== null && target instanceof Element && target.closest('[role=menu]')) return
      const main = list()
      const row = target instanceof Element ? target.closest<HTMLElement>('.popup-main [data-row]') : null
      if (!main || !row) {
        last.current = null
        return
      }
      const rows = rowsIn(main)
      const at = rows.indexOf(row)
      last.current = {key: keyOf(row), next: [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].map(keyOf)}
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    const main = list()
    if (!main || !last.current || (menu.peek() === null && document.activeElement !== document.body)) return
    const {key, next} = last.current
    const rows = new Map(rowsIn(main).map(row => [keyOf(row), row]))
    if (document.activeElement !== document.body && rows.has(menu.peek() ?? '')) return
    const heir = [key, ...next].flatMap(each => rows.get(each) ?? [])[0]
    if (heir) focusRow(heir)
    else focusSearch()
  })
}
