import {signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import type {LibraryState} from '../../state/library'
import type {ListView} from './filter'
import {heirOf, keyOfRule, type Lines} from './lines'

type Needs = {
  readonly grid: RefObject<HTMLElement | null>
  readonly view: ListView
  readonly library: LibraryState
  readonly menu: Signal<string | null>
}

export type RowFocus = ReturnType<typeof createRowFocus>

/** Keeps the focus on its row while rows move, and passes it on when the row is deleted. */
export function createRowFocus({grid, view, library, menu}: Needs) {
  const asked = signal(0)
  let goal: string | null = null
  const rowOf = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
  const active = () => (document.activeElement === document.body ? null : document.activeElement)
  const isInside = (node: EventTarget | null) => grid.current?.contains(node as Node | null) === true
  const go = (key: string) => {
    goal = key
    view.focused.value = key
    asked.value = asked.peek() + 1
  }
  return {
    rowOf,
    isInside,
    isHeldBy: (target: EventTarget | null) =>
      isInside(target) || (menu.peek() !== null && target instanceof Element && target.closest('[role=menu]') !== null),
    go,
    goIfFree(key: string) {
      if (active() === null || isInside(active())) go(key)
    },
    asked: asked as ReadonlySignal<number>,
    isGone: (key: string) => key.startsWith(keyOfRule('')) && !library.getRow(key.slice(keyOfRule('').length)),
    isLost: () => active() === null,
    takeGoal(lines: Lines): number | undefined {
      // A row that the filter hides must not take the focus later.
      const index = goal === null ? undefined : lines.indexOf.get(goal)
      goal = null
      return index
    },
  }
}

export function focusRows(): void {
  const stop = document.querySelector<HTMLElement>('.rules [role=row][tabindex="0"]')
  const rule = stop?.matches('.rule-row') ? stop : document.querySelector<HTMLElement>('.rules .rule-row')
  const row = rule ?? stop
  row?.focus()
}

export function useSettledFocus(focus: RowFocus, view: ListView, lines: Lines, reveal: (index: number) => void): void {
  const holds = useRef(false)
  const before = useRef(lines)
  void focus.asked.value
  useEffect(() => {
    // Removing a focused element fires no event, so the focus counts until something else takes it.
    const follow = (event: Event) => {
      holds.current = focus.isHeldBy(event.target)
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
    if (key !== null && !lines.indexOf.has(key) && (holds.current || focus.isGone(key))) {
      const heir = heirOf(before.current, lines, key)
      if (holds.current && heir !== undefined) focus.go(heir)
      else view.focused.value = heir ?? null
    }
    before.current = lines
  }, [lines])
  useLayoutEffect(() => {
    const index = focus.takeGoal(lines)
    const key = view.focused.peek()
    if (index !== undefined) reveal(index)
    if (key !== null && (index !== undefined || (holds.current && focus.isLost())))
      focus.rowOf(key)?.focus({preventScroll: true})
  })
}
