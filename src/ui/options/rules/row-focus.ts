import {signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import type {LibraryState} from '../../state/library'
import type {ListView} from './filter'
import {findNextFocusKey, getRuleKey, type Lines} from './lines'

type RowFocusDependencies = {
  readonly grid: RefObject<HTMLElement | null>
  readonly view: ListView
  readonly library: LibraryState
  readonly menu: Signal<string | null>
}

export type RowFocus = ReturnType<typeof createRowFocus>

/** Keeps the focus on its row while rows move, and passes it to another when the row is deleted. */
export function createRowFocus({grid, view, library, menu}: RowFocusDependencies) {
  const requests = signal(0)
  let targetKey: string | null = null
  const getRow = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
  const getActiveElement = () => (document.activeElement === document.body ? null : document.activeElement)
  const isInside = (node: EventTarget | null) => grid.current?.contains(node as Node | null) === true
  const focusKey = (key: string) => {
    targetKey = key
    view.focused.value = key
    requests.value = requests.peek() + 1
  }
  return {
    getRow,
    isInside,
    includes: (target: EventTarget | null) =>
      isInside(target) || (menu.peek() !== null && target instanceof Element && target.closest('[role=menu]') !== null),
    focusKey,
    focusKeyIfFree(key: string) {
      if (getActiveElement() === null || isInside(getActiveElement())) focusKey(key)
    },
    requests: requests as ReadonlySignal<number>,
    isDeleted: (key: string) => key.startsWith(getRuleKey('')) && !library.getRow(key.slice(getRuleKey('').length)),
    isFocusLost: () => getActiveElement() === null,
    takeTargetIndex(lines: Lines): number | undefined {
      // A row that the filter hides must not take the focus later.
      const index = targetKey === null ? undefined : lines.indexOf.get(targetKey)
      targetKey = null
      return index
    },
  }
}

export function focusListRow(): void {
  const stop = document.querySelector<HTMLElement>('.rules [role=row][tabindex="0"]')
  const rule = stop?.matches('.rule-row') ? stop : document.querySelector<HTMLElement>('.rules .rule-row')
  const row = rule ?? stop
  row?.focus()
}

export function useRowFocus(focus: RowFocus, view: ListView, lines: Lines, reveal: (index: number) => void): void {
  const hasFocus = useRef(false)
  const before = useRef(lines)
  void focus.requests.value
  useEffect(() => {
    // Removing a focused element fires no event, so the focus counts until something else takes it.
    const follow = (event: Event) => {
      hasFocus.current = focus.includes(event.target)
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow, true)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow, true)
    }
  }, [])
  useLayoutEffect(() => {
    const key = view.focused.peek()
    if (key !== null && !lines.indexOf.has(key) && (hasFocus.current || focus.isDeleted(key))) {
      const nextKey = findNextFocusKey(before.current, lines, key)
      if (hasFocus.current && nextKey !== undefined) focus.focusKey(nextKey)
      else view.focused.value = nextKey ?? null
    }
    before.current = lines
  }, [lines])
  useLayoutEffect(() => {
    const index = focus.takeTargetIndex(lines)
    const key = view.focused.peek()
    if (index !== undefined) reveal(index)
    if (key !== null && (index !== undefined || (hasFocus.current && focus.isFocusLost())))
      focus.getRow(key)?.focus({preventScroll: true})
  })
}
