type RowEvent = DragEvent & {readonly currentTarget: HTMLElement}

const attribute = 'data-drop'
const edgeOf = ({clientY, currentTarget}: RowEvent): 'above' | 'below' => {
  const {top, height} = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2 ? 'above' : 'below'
}

/** Dragging a group by its grip: a line shows where it will go. Keys and the menu do the same. */
export function createGroupDrag(drop: (id: string, onto: string, edge: 'above' | 'below') => void) {
  let dragged: string | null = null
  return {
    grip: (id: string) => ({
      draggable: true,
      onDragStart(event: RowEvent) {
        dragged = id
        const row = event.currentTarget.closest('[data-row]')
        if (row) event.dataTransfer?.setDragImage(row, 16, 16)
        event.dataTransfer?.setData('text/plain', id)
      },
      onDragEnd() {
        dragged = null
      },
    }),
    row: (id: string) => ({
      onDragOver(event: RowEvent) {
        if (dragged === null) return
        event.preventDefault()
        event.currentTarget.setAttribute(attribute, edgeOf(event))
      },
      onDragLeave: (event: RowEvent) => event.currentTarget.removeAttribute(attribute),
      onDrop(event: RowEvent) {
        event.currentTarget.removeAttribute(attribute)
        if (dragged === null) return
        event.preventDefault()
        drop(dragged, id, edgeOf(event))
      },
    }),
  }
}

export type GroupDrag = ReturnType<typeof createGroupDrag>
