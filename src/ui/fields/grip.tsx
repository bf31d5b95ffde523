import {GripVertical} from 'lucide-preact'
import {Menu, type MenuItem} from '../parts/menu'
import {formWords} from '../words'
import type {useReorder} from './reorder'

type GripProps = {
  /** What is moved: "condition 2". */
  readonly what: string
  readonly index: number
  readonly count: number
  readonly order: ReturnType<typeof useReorder>
}

/** Taken hold of, it moves what it belongs to; pressed, it offers the same as a menu. */
export const Grip = ({what, index, count, order}: GripProps) => (
  <span
    class="move-grip"
    onPointerDown={event => order.startDrag(event, index)}
    onClickCapture={event => {
      if (order.wasDragged() && event.detail > 0) event.stopPropagation()
    }}
  >
    <Menu
      name={formWords.move(what)}
      menuName={formWords.move(what)}
      class="move-button"
      items={() =>
        [
          {id: 'up', label: formWords.up, hint: formWords.upKey, to: index - 1},
          {id: 'down', label: formWords.down, hint: formWords.downKey, to: index + 1},
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
