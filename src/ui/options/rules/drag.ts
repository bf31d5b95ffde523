import {signal} from '@preact/signals'
import type {Target} from '../../steps/order'

/** Where what is dragged would go, and where the line that says so is drawn. */
export type DropPlace = {readonly target: Target; readonly top: number}

type Needs = {
  readonly scroller: () => HTMLElement | null
  /** The place under a point of the window. */
  readonly placeAt: (clientY: number) => DropPlace | undefined
  readonly drop: (id: string, target: Target) => void
  readonly announce: (what: 'begun' | 'cancelled', id: string) => void
}

export type Drag = ReturnType<typeof createDrag>

const threshold = 4
const edge = 48
const fastest = 18

/** How fast the list scrolls under a pointer near one of its ends. */
export function speedAt(clientY: number, box: {readonly top: number; readonly bottom: number}): number {
  const above = box.top + edge - clientY
  const below = clientY - (box.bottom - edge)
  const by = Math.max(above, below)
  return by <= 0 ? 0 : Math.sign(below - above) * Math.min(fastest, Math.ceil((by / edge) * fastest))
}

/** Dragging by the grip, with a line where it will go. By pointer events: what is dragged may scroll out of the page. */
export function createDrag({scroller, placeAt, drop, announce}: Needs) {
  const place = signal<DropPlace | null>(null)
  let stop: (() => void) | undefined

  function start(id: string, event: PointerEvent): void {
    const list = scroller()
    if (event.button !== 0 || !list) return
    event.preventDefault()
    stop?.()
    const from = event.clientY
    let clientY = from
    let isMoving = false
    let frame = 0
    const show = () => {
      place.value = placeAt(clientY) ?? null
    }
    const scroll = () => {
      const speed = speedAt(clientY, list.getBoundingClientRect())
      if (speed !== 0) {
        list.scrollTop += speed
        show()
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (moved: PointerEvent) => {
      clientY = moved.clientY
      if (!isMoving && Math.abs(clientY - from) < threshold) return
      if (!isMoving) {
        isMoving = true
        announce('begun', id)
        frame = requestAnimationFrame(scroll)
      }
      show()
    }
    const listening = new AbortController()
    const {signal: until} = listening
    stop = () => {
      listening.abort()
      cancelAnimationFrame(frame)
      place.value = null
      stop = undefined
    }
    const cancel = () => {
      stop?.()
      if (isMoving) announce('cancelled', id)
    }
    const release = () => {
      const reached = place.peek()
      stop?.()
      if (reached) drop(id, reached.target)
    }
    // The grip may be gone when the pointer comes up, the list is not.
    list.setPointerCapture(event.pointerId)
    list.addEventListener('pointermove', move, {signal: until})
    list.addEventListener('pointerup', release, {signal: until})
    list.addEventListener('pointercancel', cancel, {signal: until})
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      cancel()
    }
    document.addEventListener('keydown', onKey, {capture: true, signal: until})
  }

  return {place, start, stop: () => stop?.()}
}
