import {signal} from '@preact/signals'
import {followPointer} from '../hooks/pointer-drag'

type Dependencies<Place> = {
  /** The place in the list under a point of the window. */
  readonly placeAt: (list: HTMLElement, clientY: number) => Place | undefined
  readonly drop: (id: string, place: Place) => void
  readonly announce: (what: 'begun' | 'cancelled', id: string) => void
}

export type Drag<Place> = ReturnType<typeof createDrag<Place>>

/** Dragging a row of a grid by its grip. */
export function createDrag<Place>({placeAt, drop, announce}: Dependencies<Place>) {
  const place = signal<Place | undefined>(undefined)
  const held = signal<string | undefined>(undefined)
  let unfollow = () => {}
  const stop = () => {
    unfollow()
    place.value = undefined
    held.value = undefined
  }

  function start(id: string, event: PointerEvent & {readonly currentTarget: HTMLElement}): void {
    const list = event.currentTarget.closest<HTMLElement>('[role=grid]')
    if (event.button !== 0 || !list) return
    event.preventDefault()
    stop()
    unfollow = followPointer(
      event,
      {list, scroller: list.closest<HTMLElement>('.scroll')},
      {
        begin() {
          held.value = id
          announce('begun', id)
        },
        move(clientY) {
          place.value = placeAt(list, clientY)
        },
        drop() {
          const reached = place.peek()
          stop()
          if (reached) drop(id, reached)
        },
        cancel() {
          stop()
          announce('cancelled', id)
        },
      },
    )
  }

  return {place, held, start, stop}
}
