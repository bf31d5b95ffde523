import {useSignal} from '@preact/signals'
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  defaultRangeExtractor,
} from '@tanstack/virtual-core'
import type {RefObject} from 'preact'
import {useLayoutEffect, useMemo, useState} from 'preact/hooks'
import type {Line, Lines} from './lines'

export type Heights = {readonly [K in Line['kind'] | 'head' | 'foot']: number}

// As rules.css draws them. The bar of the selection and the toasts float over the foot.
export const wideHeights: Heights = {head: 33, group: 36, rule: 36, empty: 36, record: 240, foot: 72}
export const narrowHeights: Heights = {...wideHeights, head: 0, rule: 56}
export const slimHeights: Heights = {...narrowHeights, rule: 76, foot: 112}

/** Where nothing is laid out, as before the first frame, the height of a usual window. */
const usualRect = {width: 1024, height: 720}

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: Lines
  readonly heights: Heights
  /** Stays alive wherever one scrolls to: it holds the focus. */
  readonly kept: number
  readonly startAt: number
}

/** The few rows that are seen, and some above and below. */
export function useVirtualLines({scroller, lines, heights, kept, startAt}: Needs) {
  const drawn = useSignal(0)
  void drawn.value
  // Its identity tells the virtualizer that all places are to be reckoned anew.
  const getItemKey = useMemo(() => (index: number) => lines.all[index]?.key ?? index, [lines, heights])
  const options = {
    count: lines.all.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index: number) => heights[lines.all[index]?.kind ?? 'rule'],
    getItemKey,
    overscan: 4,
    scrollMargin: heights.head,
    scrollPaddingStart: heights.head,
    scrollPaddingEnd: heights.foot,
    initialRect: usualRect,
    initialOffset: startAt,
    observeElementRect: (instance: Virtualizer<HTMLElement, Element>, set: (rect: typeof usualRect) => void) =>
      observeElementRect(instance, rect => set(rect.height > 0 ? rect : usualRect)),
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor(range: Parameters<typeof defaultRangeExtractor>[0]) {
      const indexes = defaultRangeExtractor(range)
      if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes
      return [...indexes, kept].toSorted((a, b) => a - b)
    },
    onChange() {
      drawn.value = drawn.peek() + 1
    },
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}
