import {signal} from '@preact/signals'
import {followPointer} from '../../parts/pointer-drag'

type Edge = 'above' | 'below'
type Place = {readonly onto: string; readonly edge: Edge}

type Needs = {
  readonly drop: (id: string, edge: Edge, onto: string) => void
  readonly announce: (what: 'begun' | 'cancelled', id: string) => void
}

export type GroupDrag = ReturnType<typeof createGroupDrag>

export function createGroupDrag({drop, announce}: Needs) {
  const place = signal<Place | null>(null)
  let unfollow = () => {}
  const stop = () => {
    unfollow()
    place.value = null
  }

  function placeAt(list: HTMLElement, clientY: number): Place | null {
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
    const row = rows.find(each => clientY < each.getBoundingClientRect().bottom) ?? rows.at(-1)
    const onto = row?.dataset['row']
    if (!row || onto === undefined) return null
    const {top, height} = row.getBoundingClientRect()
    return {onto, edge: clientY < top + height / 2 ? 'above' : 'below'}
  }

  return {
    place,
    stop,
    start(id: string, event: PointerEvent & {readonly currentTarget: HTMLElement}) {
      const list = event.currentTarget.closest<HTMLElement>('[role=grid]')
      if (event.button !== 0 || !list) return
      event.preventDefault()
      stop()
      unfollow = followPointer(
        event,
        {list, scroller: list.closest<HTMLElement>('.scroll')},
        {
          begin: () => announce('begun', id),
          move(clientY) {
            const next = placeAt(list, clientY)
            const now = place.peek()
            if (next?.onto !== now?.onto || next?.edge !== now?.edge) place.value = next
          },
          drop() {
            const reached = place.peek()
            stop()
            if (reached) drop(id, reached.edge, reached.onto)
          },
          cancel() {
            stop()
            announce('cancelled', id)
          },
        },
      )
    },
  }
}
