/** ↑ and ↓ go from row to row, staying on the same kind of control. */
export function arrowsBetweenRows(event: KeyboardEvent & {readonly currentTarget: HTMLElement}): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const target = event.target as HTMLElement
  if (target.closest('[role=menu]')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex(row => row.contains(target))
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.querySelector<HTMLElement>(target.matches('[role=switch]') ? '[role=switch]' : 'button')?.focus()
}
