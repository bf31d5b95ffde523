import {ChevronDown, ChevronRight} from 'lucide-preact'

type GroupToggleProps = {
  readonly name: string
  readonly count: string
  readonly open: boolean
  readonly toggle: () => void
  readonly tabIndex?: number
}

export function ExpandButton({name, count, open: isOpen, toggle, tabIndex}: GroupToggleProps) {
  const Shape = isOpen ? ChevronDown : ChevronRight
  return (
    <button type="button" class="group-toggle" aria-expanded={isOpen} tabIndex={tabIndex} onClick={toggle}>
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
      <b dir="auto">{name}</b> <span class="count">{count}</span>
    </button>
  )
}
