type SwitchProps = {
  /** The accessible name; for a rule exactly its name. */
  readonly name: string
  readonly on: boolean
  readonly change: (on: boolean) => void
  readonly muted?: boolean
  readonly fixed?: string | undefined
  readonly describedBy?: string | undefined
  readonly tabIndex?: number
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
