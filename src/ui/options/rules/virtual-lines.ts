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

// In pixels, as in rules.css.
const wideHeights: Heights = {head: 33, group: 36, rule: 36, empty: 36, record: 240, foot: 72}
const narrowHeights: Heights = {...wideHeights, head: 0, rule: 56}
const slimHeights: Heights = {...narrowHeights, rule: 76, foot: 112}

const minGap = 12

/** The size before the first layout. */
const defaultRect = {width: 1024, height: 720}

type VirtualLinesDependencies = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: Lines
  readonly heights: Heights
  readonly coveredHeight: number
  /** The index of the focused line, which is always rendered. */
  readonly tabStopIndex: number
  readonly startAt: number
}

export function useVirtualLines({
  scroller,
  lines,
  heights,
  coveredHeight,
  tabStopIndex,
  startAt,
}: VirtualLinesDependencies) {
  const renders = useSignal(0)
  void renders.value
  const lastRange = useRef({startIndex: 0, endIndex: 0})
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
    scrollPaddingEnd: Math.max(heights.foot, coveredHeight + minGap),
    initialRect: defaultRect,
    initialOffset: startAt,
    /** Measuring during the first render would add a layout to that task. */
    observeElementRect({scrollElement}: Virtualizer<HTMLElement, Element>, set: (rect: typeof defaultRect) => void) {
      if (!scrollElement) return
      set(defaultRect)
      const observer = new ResizeObserver(() => {
        const {offsetWidth: width, offsetHeight: height} = scrollElement
        set(height > 0 ? {width, height} : defaultRect)
      })
      observer.observe(scrollElement)
      return () => observer.disconnect()
    },
    observeElementOffset,
    scrollToFn(...args: Parameters<typeof elementScroll<HTMLElement>>) {
      // Scrolling a new list to its top would force a layout.
      if (hasScrolled.current || args[0] !== 0) elementScroll(...args)
      hasScrolled.current = true
    },
    rangeExtractor(range: Range) {
      const {startIndex, endIndex} = lastRange.current
      const isJump = range.startIndex > endIndex || range.endIndex < startIndex
      lastRange.current = range
      // After a jump all rows are new and another may follow: render only visible ones.
      const indexes = defaultRangeExtractor(isJump ? {...range, overscan: 0} : range)
      if (tabStopIndex < 0 || tabStopIndex >= range.count || indexes.includes(tabStopIndex)) return indexes
      return [...indexes, tabStopIndex].toSorted((a, b) => a - b)
    },
    onChange() {
      renders.value = renders.peek() + 1
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
