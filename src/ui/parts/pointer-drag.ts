const threshold = 4
const edge = 48
const fastest = 18

/** How fast a page scrolls under a pointer near one of its ends. */
export function speedAt(clientY: number, box: {readonly top: number; readonly bottom: number}): number {
  const above = box.top + edge - clientY
  const below = clientY - (box.bottom - edge)
  const by = Math.max(above, below)
  return by <= 0 ? 0 : Math.sign(below - above) * Math.min(fastest, Math.ceil((by / edge) * fastest))
}

type DragEnds = {
  readonly begin: () => void
  /** The pointer, or the page under it, has moved. */
  readonly move: (clientY: number) => void
  readonly drop: () => void
  /** Esc, or the browser took the pointer away. */
  readonly cancel: () => void
}

/** Keeps the click that a release gives from what holds both the grip and the place of it, as a row does, which would be opened. */
function withoutClick(): void {
  const listening = new AbortController()
  const swallow = (click: Event) => {
    click.preventDefault()
    click.stopPropagation()
  }
  addEventListener('click', swallow, {capture: true, signal: listening.signal})
  // It comes at once or not at all.
  setTimeout(() => listening.abort())
}

/**
 * Follows a pointer from the press on a grip until it is let go; returns how to stop. By pointer events, so that a finger can drag too, and
 * what is dragged may scroll out of the page, which scrolls at its ends. A press that does not move is none.
 */
export function followPointer(
  event: PointerEvent,
  {list, scroller}: {readonly list: HTMLElement; readonly scroller: HTMLElement | null},
  {begin, move, drop, cancel}: DragEnds,
): () => void {
  const from = event.clientY
  const grip = event.currentTarget as Element | null
  let clientY = from
  let isMoving = false
  let frame = 0
  const listening = new AbortController()
  const {signal} = listening
  const stop = () => {
    listening.abort()
    cancelAnimationFrame(frame)
  }
  const scroll = () => {
    const speed = scroller ? speedAt(clientY, scroller.getBoundingClientRect()) : 0
    if (scroller && speed !== 0) {
      scroller.scrollTop += speed
      move(clientY)
    }
    frame = requestAnimationFrame(scroll)
  }
  const follow = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return
    ;({clientY} = moved)
    if (!isMoving && Math.abs(clientY - from) < threshold) return
    if (!isMoving) {
      isMoving = true
      // The grip may be gone when the pointer comes up, the list is not.
      list.setPointerCapture(event.pointerId)
      begin()
      frame = requestAnimationFrame(scroll)
    }
    move(clientY)
  }
  const end = (how: () => void) => {
    stop()
    if (isMoving) how()
  }
  addEventListener('pointermove', follow, {signal})
  const release = ({target}: PointerEvent) => {
    if (isMoving || !grip?.contains(target as Element | null)) withoutClick()
    end(drop)
  }
  addEventListener('pointerup', release, {signal})
  addEventListener('pointercancel', () => end(cancel), {signal})
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape' || !isMoving) return
    pressed.preventDefault()
    pressed.stopPropagation()
    end(cancel)
  }
  document.addEventListener('keydown', onKey, {capture: true, signal})
  return stop
}
