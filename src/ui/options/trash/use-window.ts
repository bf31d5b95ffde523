import {useSignal} from '@preact/signals'
import {useLayoutEffect, useRef} from 'preact/hooks'

const rowHeight = 36
const beyond = 10

/** Which rows of a long list are in sight, a few more at each end, and how to bring one there. */
export function useWindow(count: number) {
  const scroll = useRef<HTMLDivElement>(null)
  const seen = useSignal({first: 0, last: 50})
  const look = () => {
    const box = scroll.current
    if (!box) return
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - beyond)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + beyond
    const was = seen.peek()
    if (first !== was.first || last !== was.last) seen.value = {first, last}
  }
  useLayoutEffect(() => {
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [count > 0])
  return {
    scroll,
    look,
    height: count * rowHeight,
    topOf: (index: number) => index * rowHeight,
    /** The numbers of the rows to draw; `also` is drawn wherever it stands, since it may have the focus. */
    shown(also: number): readonly number[] {
      const last = Math.min(seen.value.last, count - 1)
      const inSight = Array.from({length: Math.max(0, last - seen.value.first + 1)}, (_, n) => seen.value.first + n)
      return also < 0 || inSight.includes(also) ? inSight : [...inSight, also].toSorted((a, b) => a - b)
    },
    reveal(index: number) {
      const box = scroll.current
      if (!box || index < 0) return
      const top = index * rowHeight
      // What stands above the rows, and scrolls with them.
      const head = rowHeight
      if (top < box.scrollTop) box.scrollTop = index === 0 ? 0 : top
      else if (top + head + rowHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = top + head + rowHeight - box.clientHeight
    },
  }
}
