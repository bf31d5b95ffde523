type SwitchProps = {
  /** The accessible name: of a rule's switch the rule's name and nothing else. */
  readonly name: string
  readonly on: boolean
  readonly change: (on: boolean) => void
  /** Everything above it is off: it keeps its state and is drawn as an outline. */
  readonly muted?: boolean
  readonly describedBy?: string | undefined
  readonly tabIndex?: number
  /** The keys of the row whose tab stop it is. */
  readonly keys?: string
}

export const Switch = ({name, on, change, muted = false, describedBy, tabIndex, keys}: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={on}
    aria-label={name}
    aria-describedby={describedBy}
    tabIndex={tabIndex}
    aria-keyshortcuts={keys}
    data-muted={muted ? '' : undefined}
    onClick={() => change(!on)}
  >
    <span class="switch-knob" />
  </button>
)
