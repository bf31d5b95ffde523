import type {Target} from './order'

export type Drag = ReturnType<typeof createDrag>

const attribute = 'data-drop'
const isInUpperHalf = (event: DragEvent, row: HTMLElement) => {
  const box = row.getBoundingClientRect()
  return event.clientY < box.top + box.height / 2
}

/** Dragging by the grip: a line shows where the rule will go. Keys and the row's menu do the same. */
export function createDrag(moveTo: (id: string, target: Target) => Promise<void>) {
  let dragged: string | null = null
  const clear = (row: HTMLElement) => row.removeAttribute(attribute)

  const onto = (
    targetAt: (event: DragEvent, row: HTMLElement) => {readonly edge: string; readonly target: Target},
  ) => ({
    onDragOver(event: DragEvent & {readonly currentTarget: HTMLElement}) {
      if (dragged === null) return
      event.preventDefault()
      event.currentTarget.setAttribute(attribute, targetAt(event, event.currentTarget).edge)
    },
    onDragLeave: (event: DragEvent & {readonly currentTarget: HTMLElement}) => clear(event.currentTarget),
    onDrop(event: DragEvent & {readonly currentTarget: HTMLElement}) {
      clear(event.currentTarget)
      if (dragged === null) return
      event.preventDefault()
      void moveTo(dragged, targetAt(event, event.currentTarget).target)
    },
  })

  const nextRow = (row: HTMLElement): string | null =>
    row.nextElementSibling instanceof HTMLElement ? (row.nextElementSibling.dataset['id'] ?? null) : null

  return {
    handle: (id: string) => ({
      draggable: true,
      onDragStart(event: DragEvent & {readonly currentTarget: HTMLElement}) {
        dragged = id
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer?.setDragImage(row, 16, 16)
        event.dataTransfer?.setData('text/plain', id)
      },
      onDragEnd() {
        dragged = null
      },
    }),
    ontoRow: (id: string, groupId: string) =>
      onto((event, row) =>
        isInUpperHalf(event, row)
          ? {edge: 'above', target: {before: id, groupId}}
          : {edge: 'below', target: {before: nextRow(row), groupId}},
      ),
    ontoGroup: (groupId: string, first: string | null) =>
      onto(() => ({edge: 'below', target: {before: first, groupId}})),
  }
}
