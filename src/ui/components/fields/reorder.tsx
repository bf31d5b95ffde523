import {GripVertical} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {Menu, type MenuItem} from '../menu'
import {followPointer} from '../../hooks/pointer-drag'
import {formTexts} from '../../../locales/forms'

type ReorderOptions = {
  readonly list: RefObject<HTMLElement | null>
  readonly items: string
  readonly count: number
  readonly move: (from: number, to: number) => void
  readonly onMoved: (from: number, to: number) => void
}

const getMiddle = (item: Element) => {
  const {top, height} = item.getBoundingClientRect()
  return top + height / 2
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Reorders items by grip, by Alt and an arrow, or by menu. */
export function useReorder({list, items, count, move, onMoved}: ReorderOptions) {
  const [dragged, setDragged] = useState<number | null>(null)
  const wasDragged = useRef(false)
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const before = focused.current
    focused.current = null
    if (before?.isConnected && document.activeElement !== before) before.focus()
  })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const bring = (from: number, to: number) => {
    focused.current = document.activeElement as HTMLElement | null
    move(from, to)
  }
  const shift = (from: number, to: number) => {
    if (to < 0 || to >= count || from === to) return
    bring(from, to)
    onMoved(from, to)
  }
  return {
    dragged,
    shift,
    wasDragged: () => wasDragged.current,
    onKeyDown(event: KeyboardEvent, index: number) {
      if (!event.altKey || event.ctrlKey || event.shiftKey) return
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      event.stopPropagation()
      shift(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    },
    startDrag(event: PointerEvent, index: number) {
      const within = list.current
      if (event.button !== 0 || !within) return
      wasDragged.current = false
      let at = index
      const follow = (to: number) => {
        if (to !== at) move(at, to)
        at = to
      }
      const end = () => {
        setDragged(null)
        if (at !== index) onMoved(index, at)
      }
      stop.current()
      stop.current = followPointer(
        event,
        {list: within, scroller: within.closest<HTMLElement>('.conditions')},
        {
          begin() {
            wasDragged.current = true
          },
          move(clientY) {
            const all = [...within.querySelectorAll(items)]
            let to = at
            for (let above = all[to - 1]; above && clientY < getMiddle(above); above = all[to - 1]) to--
            for (let below = all[to + 1]; below && clientY > getMiddle(below); below = all[to + 1]) to++
            follow(to)
            setDragged(at)
          },
          drop: end,
          cancel() {
            follow(index)
            end()
          },
        },
      )
    },
  }
}

type GripProps = {
  readonly name: string
  readonly index: number
  readonly count: number
  readonly order: ReturnType<typeof useReorder>
}

export const Grip = ({name, index, count, order}: GripProps) => (
  <span
    class="move-grip"
    onPointerDown={event => order.startDrag(event, index)}
    onClickCapture={event => {
      if (order.wasDragged() && event.detail > 0) event.stopPropagation()
    }}
  >
    <Menu
      name={name}
      menuName={name}
      class="move-button"
      items={() =>
        [
          {id: 'up', label: formTexts('up'), hint: formTexts('upKey'), to: index - 1},
          {id: 'down', label: formTexts('down'), hint: formTexts('downKey'), to: index + 1},
        ].map(({to, ...item}): MenuItem => ({
          ...item,
          disabled: to < 0 || to >= count,
          choose: () => order.shift(index, to),
        }))
      }
    >
      <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />
    </Menu>
  </span>
)
