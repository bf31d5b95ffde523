import {signal} from '@preact/signals'
import {followPointer} from '../../parts/pointer-drag'
import type {Target} from '../../steps/order'

export type DropPlace = {readonly target: Target; readonly top: number}

type Needs = {
  readonly scroller: () => HTMLElement | null
  readonly placeAt: (clientY: number) => DropPlace | undefined
  readonly drop: (id: string, target: Target) => void
  readonly announce: (what: 'begun' | 'cancelled', id: string) => void
}

export type Drag = ReturnType<typeof createDrag>

export function createDrag({scroller, placeAt, drop, announce}: Needs) {
  const place = signal<DropPlace | null>(null)
  const held = signal<string | null>(null)
  let unfollow = () => {}
  const stop = () => {
    unfollow()
    place.value = null
    held.value = null
  }

  function start(id: string, event: PointerEvent): void {
    const list = scroller()
    if (event.button !== 0 || !list) return
    event.preventDefault()
    stop()
    unfollow = followPointer(
      event,
      {list, scroller: list},
      {
        begin() {
          held.value = id
          announce('begun', id)
        },
        move(clientY) {
          place.value = placeAt(clientY) ?? null
        },
        drop() {
          const reached = place.peek()
          stop()
          if (reached) drop(id, reached.target)
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
