import type {ComponentType} from 'preact'

type Icon = ComponentType<{size?: number; strokeWidth?: number; 'aria-hidden'?: 'true'}>

type IconButtonProps = {
  readonly icon: Icon
  readonly name: string
  readonly onClick: (event: MouseEvent) => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly size?: number
  readonly tabIndex?: number
  readonly tip?: string
}

export const IconButton = ({
  icon: Shape,
  name,
  onClick,
  pressed,
  disabled = false,
  size = 16,
  tabIndex,
  tip = name,
}: IconButtonProps) => (
  <button
    type="button"
    class="icon-button"
    aria-label={name}
    title={tip}
    aria-pressed={pressed}
    tabIndex={tabIndex}
    // A button with the disabled attribute would lose the focus.
    aria-disabled={disabled ? true : undefined}
    onClick={event => {
      if (!disabled) onClick(event)
    }}
  >
    <Shape size={size} strokeWidth={1.75} aria-hidden="true" />
  </button>
)
