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

/** Where one was in the list: kept for coming back from a rule, left when a filter shows something else. */
export function useScrollPlace({scroller, view, focus, virtualizer, tabStop}: Needs): void {
  const shownFilter = useRef(view.filter.peek())
  useSignalEffect(() => {
    const filter = view.filter.value
    if (filter === shownFilter.current) return
    shownFilter.current = filter
    // What is found is read from the top.
    if (view.left.scrollTop > 0 && scroller.current) scroller.current.scrollTop = 0
  })
  useLayoutEffect(() => {
    const {left} = view
    const key = tabStop.peek()
    // Rules that come back take the focus of what stood in their place.
    const isLost = view.focused.peek() !== null && focus.isLost()
    if ((left.toRule || isLost) && key !== undefined) focus.go(key)
    left.toRule = false
    const follow = () => {
      // The virtualizer has asked before the rows were drawn; asked now, the browser would lay them all out at once.
      left.scrollTop = virtualizer.scrollOffset ?? 0
    }
    const list = scroller.current
    list?.addEventListener('scroll', follow, {passive: true})
    return () => list?.removeEventListener('scroll', follow)
  }, [])
}
