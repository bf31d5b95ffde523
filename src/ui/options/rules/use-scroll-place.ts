import {useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import type {ListView} from './filter'
import type {RowFocus} from './row-focus'

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: ListView
  readonly focus: RowFocus
  readonly virtualizer: {readonly scrollOffset: number | null}
  readonly tabStop: ReadonlySignal<string | undefined>
}

export function useScrollPlace({scroller, view, focus, virtualizer, tabStop}: Needs): void {
  const shownFilter = useRef(view.filter.peek())
  useSignalEffect(() => {
    const filter = view.filter.value
    if (filter === shownFilter.current) return
    shownFilter.current = filter
    if (view.left.scrollTop > 0 && scroller.current) scroller.current.scrollTop = 0
  })
  useLayoutEffect(() => {
    const {left} = view
    const key = tabStop.peek()
    const isLost = view.focused.peek() !== null && focus.isLost()
    if ((left.toRule || isLost) && key !== undefined) focus.go(key)
    left.toRule = false
    const follow = () => {
      // Reading scrollTop now would force a layout of all rows.
      left.scrollTop = virtualizer.scrollOffset ?? 0
    }
    const list = scroller.current
    list?.addEventListener('scroll', follow, {passive: true})
    return () => list?.removeEventListener('scroll', follow)
  }, [])
}
