import {signal} from '@preact/signals'
import {followPointer} from '../hooks/pointer-drag'

type Dependencies<Position> = {
  /** The drop position in the list at a height of the window. */
  readonly getPosition: (list: HTMLElement, clientY: number) => Position | undefined
  readonly drop: (id: string, position: Position) => void
  readonly announce: (what: 'begun' | 'cancelled', id: string) => void
}

export type RowDrag<Position> = ReturnType<typeof createRowDrag<Position>>

/** Lets the user drag a row of a grid by its grip. */
export function createRowDrag<Position>({getPosition, drop, announce}: Dependencies<Position>) {
  const position = signal<Position | undefined>(undefined)
  const draggedId = signal<string | undefined>(undefined)
  let stopFollowing = () => {}
  const stop = () => {
    stopFollowing()
    position.value = undefined
    draggedId.value = undefined
  }

  function start(id: string, event: PointerEvent & {readonly currentTarget: HTMLElement}): void {
    const list = event.currentTarget.closest<HTMLElement>('[role=grid]')
    if (event.button !== 0 || !list) return
    event.preventDefault()
    stop()
    stopFollowing = followPointer(
      event,
      {list, scroller: list.closest<HTMLElement>('.scroll')},
      {
        begin() {
          draggedId.value = id
          announce('begun', id)
        },
        move(clientY) {
          position.value = getPosition(list, clientY)
        },
        drop() {
          const target = position.peek()
          stop()
          if (target) drop(id, target)
        },
        cancel() {
          stop()
          announce('cancelled', id)
        },
      },
    )
  }

  return {position, draggedId, start, stop}
}
