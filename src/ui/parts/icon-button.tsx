import type {ComponentType} from 'preact'

type Icon = ComponentType<{size?: number; strokeWidth?: number; 'aria-hidden'?: 'true'}>

type IconButtonProps = {
  readonly icon: Icon
  readonly name: string
  readonly onClick: (event: MouseEvent) => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly class?: string
  readonly size?: number
  /** -1 where keys lead here. */
  readonly tabIndex?: number
  /** The tooltip, where it is more than the name. */
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
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${rest.class ?? ''}`}
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
