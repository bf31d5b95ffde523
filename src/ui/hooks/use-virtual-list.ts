import {useSignal} from '@preact/signals'
import {useLayoutEffect, useRef} from 'preact/hooks'

const overscan = 10

type Gap = {readonly after: number; readonly height: number}
const noGap: Gap = {after: Infinity, height: 0}

/** The visible rows of a long list, with some more at each end. All rows have one height. */
export function useVirtualList(count: number, gap: Gap = noGap) {
  const scroll = useRef<HTMLDivElement>(null)
  const rowHeight = useSignal(36)
  const range = useSignal({first: 0, last: 50})
  const topOf = (index: number, each = rowHeight.value) => index * each + (index > gap.after ? gap.height : 0)
  const updateRange = () => {
    const box = scroll.current
    if (!box) return
    const each = rowHeight.peek()
    const first = Math.max(0, Math.floor((box.scrollTop - gap.height) / each) - overscan)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / each) + overscan
    const current = range.peek()
    if (first !== current.first || last !== current.last) range.value = {first, last}
  }
  const measure = () => {
    // The width decides how many lines a row has.
    rowHeight.value = scroll.current?.querySelector<HTMLElement>('[data-row]')?.offsetHeight || rowHeight.peek()
    updateRange()
  }
  useLayoutEffect(() => {
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [count > 0])
  return {
    scroll,
    look: updateRange,
    rowHeight: rowHeight.value,
    height: topOf(count),
    topOf,
    /** The indexes of the rows to draw. `also` is always drawn, since it may have the focus. */
    getDrawnIndexes(also: number): readonly number[] {
      const last = Math.min(range.value.last, count - 1)
      const visible = Array.from({length: Math.max(0, last - range.value.first + 1)}, (_, n) => range.value.first + n)
      return also < 0 || visible.includes(also) ? visible : [...visible, also].toSorted((a, b) => a - b)
    },
    reveal(index: number) {
      const box = scroll.current
      if (!box || index < 0) return
      const each = rowHeight.peek()
      const top = topOf(index, each)
      const head = box.querySelector<HTMLElement>('[role=rowgroup]')?.offsetTop ?? 0
      const bottom = box.clientHeight - (Number.parseFloat(getComputedStyle(box).scrollPaddingBottom) || 0)
      if (top < box.scrollTop) box.scrollTop = index === 0 ? 0 : top
      else if (top + head + each > box.scrollTop + bottom) box.scrollTop = top + head + each - bottom
    },
  }
}
