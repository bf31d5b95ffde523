type SwitchProps = {
  /** The accessible name: of a rule's switch the rule's name and nothing else. */
  readonly name: string
  readonly on: boolean
  readonly change: (on: boolean) => void
  /** Everything above it is off: it keeps its state and is drawn as an outline. */
  readonly muted?: boolean
  /** Why it is not for a person to turn. */
  readonly fixed?: string | undefined
  readonly describedBy?: string | undefined
  readonly tabIndex?: number
  /** The keys of the row whose tab stop it is. */
  readonly keys?: string
}

export const Switch = ({name, on, change, muted = false, fixed, describedBy, tabIndex, keys}: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={on}
    aria-label={name}
    aria-describedby={describedBy}
    aria-description={fixed}
    aria-disabled={fixed === undefined ? undefined : 'true'}
    title={fixed}
    tabIndex={tabIndex}
    aria-keyshortcuts={keys}
    data-muted={muted || fixed !== undefined ? '' : undefined}
    onClick={() => fixed === undefined && change(!on)}
  >
    <span class="switch-knob" />
  </button>
)
