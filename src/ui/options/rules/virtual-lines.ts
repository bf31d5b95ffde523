import {useSignal} from '@preact/signals'
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  defaultRangeExtractor,
  type Range,
} from '@tanstack/virtual-core'
import type {RefObject} from 'preact'
import {useLayoutEffect, useMemo, useRef, useState, useEffect} from 'preact/hooks'
import type {Line, Lines} from './lines'

type Heights = {readonly [K in Line['kind'] | 'head' | 'foot']: number}

// As in rules.css.
const wideHeights: Heights = {head: 33, group: 36, rule: 36, empty: 36, record: 240, foot: 72}
const narrowHeights: Heights = {...wideHeights, head: 0, rule: 56}
const slimHeights: Heights = {...narrowHeights, rule: 76, foot: 112}

const apart = 12

/** The size before the first layout. */
const usualRect = {width: 1024, height: 720}

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: Lines
  readonly heights: Heights
  readonly covered: number
  /** The focused row, which is always drawn. */
  readonly kept: number
  readonly startAt: number
}

export function useVirtualLines({scroller, lines, heights, covered, kept, startAt}: Needs) {
  const draws = useSignal(0)
  void draws.value
  const drawn = useRef({startIndex: 0, endIndex: 0})
  const hasScrolled = useRef(false)
  // A new function makes the virtualizer measure all rows again.
  const getItemKey = useMemo(() => (index: number) => lines.all[index]?.key ?? index, [lines, heights])
  const options = {
    count: lines.all.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index: number) => heights[lines.all[index]?.kind ?? 'rule'],
    getItemKey,
    overscan: 4,
    scrollMargin: heights.head,
    scrollPaddingStart: heights.head,
    scrollPaddingEnd: Math.max(heights.foot, covered + apart),
    initialRect: usualRect,
    initialOffset: startAt,
    /** Measuring during the first drawing would make one long task of two. */
    observeElementRect({scrollElement}: Virtualizer<HTMLElement, Element>, set: (rect: typeof usualRect) => void) {
      if (!scrollElement) return
      set(usualRect)
      const observer = new ResizeObserver(() => {
        const {offsetWidth: width, offsetHeight: height} = scrollElement
        set(height > 0 ? {width, height} : usualRect)
      })
      observer.observe(scrollElement)
      return () => observer.disconnect()
    },
    observeElementOffset,
    scrollToFn(...given: Parameters<typeof elementScroll<HTMLElement>>) {
      // Scrolling a new list to its top would force a layout.
      if (hasScrolled.current || given[0] !== 0) elementScroll(...given)
      hasScrolled.current = true
    },
    rangeExtractor(range: Range) {
      const {startIndex, endIndex} = drawn.current
      const isLeap = range.startIndex > endIndex || range.endIndex < startIndex
      drawn.current = range
      // After a leap all rows are new, and another leap may follow: draw only the visible ones.
      const indexes = defaultRangeExtractor(isLeap ? {...range, overscan: 0} : range)
      if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes
      return [...indexes, kept].toSorted((a, b) => a - b)
    },
    onChange() {
      draws.value = draws.peek() + 1
    },
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}

/** As in narrow.css and slim.css. */
const queries = ['(max-width: 719px)', '(max-width: 479px)'] as const

export function useHeights(): Heights {
  const [[narrow, slim]] = useState(() => queries.map(query => matchMedia(query)))
  const heightsNow = () => (slim?.matches ? slimHeights : narrow?.matches ? narrowHeights : wideHeights)
  const [heights, setHeights] = useState(heightsNow)
  useEffect(() => {
    const follow = () => setHeights(heightsNow())
    const all = [narrow, slim]
    for (const each of all) each?.addEventListener('change', follow)
    return () => {
      for (const each of all) each?.removeEventListener('change', follow)
    }
  }, [])
  return heights
}
