const threshold = 4
const edge = 48
const maxSpeed = 18

/** Pixels to scroll per frame near an edge. */
export function getScrollSpeed(clientY: number, box: {readonly top: number; readonly bottom: number}): number {
  const above = box.top + edge - clientY
  const below = clientY - (box.bottom - edge)
  const by = Math.max(above, below)
  return by <= 0 ? 0 : Math.sign(below - above) * Math.min(maxSpeed, Math.ceil((by / edge) * maxSpeed))
}

type DragHandlers = {
  readonly begin: () => void
  readonly move: (clientY: number) => void
  readonly drop: () => void
  readonly cancel: () => void
}

/** Swallows the click after a drop, which would open a row. */
function suppressNextClick(): void {
  const listening = new AbortController()
  const swallow = (click: Event) => {
    click.preventDefault()
    click.stopPropagation()
  }
  addEventListener('click', swallow, {capture: true, signal: listening.signal})
  setTimeout(() => listening.abort())
}

/** Follows a pointer until its release, scrolling at the edges; returns a function that stops. */
export function followPointer(
  event: PointerEvent,
  {list, scroller}: {readonly list: HTMLElement; readonly scroller: HTMLElement | null},
  {begin, move, drop, cancel}: DragHandlers,
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
    const speed = scroller ? getScrollSpeed(clientY, scroller.getBoundingClientRect()) : 0
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
    if (isMoving || !grip?.contains(target as Element | null)) suppressNextClick()
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
