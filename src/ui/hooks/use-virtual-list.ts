import {useSignal} from '@preact/signals'
import {
  Virtualizer,
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  type Range,
} from '@tanstack/virtual-core'
import type {RefObject} from 'preact'
import {useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks'

/** Shorter lists that set `isLong` render all rows. */
export const maxRowsToRenderAll = 100
const overscan = 4

/** In pixels, before the first layout. */
type InitialSizes = {readonly rowHeight: number; readonly top: number; readonly height: number}
const defaultSizes: InitialSizes = {rowHeight: 36, top: 0, height: 720}

/** Sizes in pixels that the caller knows. Without them the list and its first row are measured. */
type KnownSizes = {readonly top: number; readonly scrollPaddingEnd: number; readonly startAt: number}

type VirtualListOptions = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** May have the focus, so it is always rendered, with `focusMargin` rows around it. */
  readonly focusedIndex: number
  readonly focusMargin?: number
  /** All rows of a list that is not long are rendered, without positions. */
  readonly isLong?: boolean
  /** A new function makes the list compute all positions again. */
  readonly getHeight?: ((index: number, rowHeight: number) => number) | undefined
  readonly initial?: InitialSizes
  readonly known?: KnownSizes
}

/** The visible rows of a long list and some around them. */
export function useVirtualList<Body extends HTMLElement = HTMLDivElement>(options: VirtualListOptions) {
  const {
    scroller,
    count,
    focusedIndex,
    focusMargin = 0,
    isLong = true,
    getHeight,
    initial = defaultSizes,
    known,
  } = options
  const list = useRef<Body>(null)
  const rowHeight = useSignal(initial.rowHeight)
  const measuredTop = useSignal(initial.top)
  const isInView = useSignal(initial.top < initial.height)
  const renders = useSignal(0)
  void renders.value
  const lastRange = useRef({startIndex: 0, endIndex: 0})
  const each = rowHeight.value
  const top = known?.top ?? measuredTop.value
  // A new function makes the virtualizer measure all rows again.
  const getItemKey = useMemo(() => (index: number) => index, [getHeight, each])
  const defaultRect = {width: 1024, height: initial.height}
  const isRendered = isInView.value

  const measure = () => {
    if (known || !isLong || !list.current) return
    measuredTop.value = list.current.offsetTop
    // The width decides how many lines a row has.
    rowHeight.value = list.current.querySelector<HTMLElement>('[data-row]')?.offsetHeight || rowHeight.peek()
    const {scrollOffset, scrollRect} = virtualizer
    const above = (scrollOffset ?? 0) - measuredTop.peek()
    const margin = overscan * rowHeight.peek()
    isInView.value =
      above + (scrollRect ?? defaultRect).height + margin > 0 && above - margin < virtualizer.getTotalSize()
  }
  const virtualizerOptions = {
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: (index: number) => getHeight?.(index, each) ?? each,
    getItemKey,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: top,
    scrollPaddingEnd: known?.scrollPaddingEnd ?? 0,
    initialRect: defaultRect,
    initialOffset: () => known?.startAt ?? scroller.current?.scrollTop ?? 0,
    /** Measuring during the first render would add a layout to that task. */
    observeElementRect({scrollElement}: Virtualizer<HTMLElement, Element>, set: (rect: typeof defaultRect) => void) {
      if (!scrollElement) return
      set(defaultRect)
      const observer = new ResizeObserver(() => {
        const {offsetWidth: width, offsetHeight: height} = scrollElement
        set(height > 0 ? {width, height} : defaultRect)
        onLayout.current()
      })
      observer.observe(scrollElement)
      return () => observer.disconnect()
    },
    observeElementOffset: (instance: Virtualizer<HTMLElement, Element>, set: (offset: number, is: boolean) => void) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        set(offset, isScrolling)
        onLayout.current()
      }),
    scrollToFn(...args: Parameters<typeof elementScroll<HTMLElement>>) {
      // Scrolling a new list to its top would force a layout.
      if (args[0] > 0) elementScroll(...args)
    },
    rangeExtractor(range: Range) {
      const {startIndex, endIndex} = lastRange.current
      const isJump = range.startIndex > endIndex || range.endIndex < startIndex
      lastRange.current = range
      // After a jump all rows are new and another may follow: render only visible ones.
      const indexes = isRendered ? defaultRangeExtractor(isJump ? {...range, overscan: 0} : range) : []
      if (focusedIndex < 0 || focusedIndex >= count) return indexes
      const focused = {startIndex: focusedIndex, endIndex: focusedIndex, overscan: focusMargin, count}
      return [...new Set([...indexes, ...defaultRangeExtractor(focused)])].toSorted((a, b) => a - b)
    },
    onChange() {
      renders.value = renders.peek() + 1
    },
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(virtualizerOptions))
  virtualizer.setOptions(virtualizerOptions)
  const onLayout = useRef(measure)
  onLayout.current = measure
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => {
    virtualizer._willUpdate()
    measure()
  })
  return {
    virtualizer,
    rowHeight: each,
    /** The properties of the element that holds the rows. */
    body: {ref: list, style: isLong ? {height: `${virtualizer.getTotalSize()}px`} : undefined},
    /** `top` is a CSS length, or undefined in a list that is not long. */
    rows: isLong
      ? virtualizer.getVirtualItems().map(({index, start}) => ({index, top: `${start - top}px`}))
      : Array.from({length: count}, (_, index) => ({index, top: undefined})),
    reveal(index: number) {
      const box = scroller.current
      if (!box || index < 0 || !isLong) return
      const scrollPaddingEnd =
        known?.scrollPaddingEnd ?? (Number.parseFloat(getComputedStyle(box).scrollPaddingBottom) || 0)
      virtualizer.setOptions({...virtualizerOptions, scrollPaddingEnd})
      const [offset] = virtualizer.getOffsetForIndex(index, 'auto') ?? []
      if (offset !== undefined) box.scrollTop = offset
    },
  }
}
