export const lineWanted = 'switchyard-line'

/** Brings the focus to a field of text, and selects one of its lines. */
export function showLine(field: HTMLElement, line: number): void {
  field.focus()
  if (!(field instanceof HTMLTextAreaElement)) {
    // The code editor knows where its lines are.
    field.dispatchEvent(new CustomEvent(lineWanted, {detail: line}))
    return
  }
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}
