type SwitchProps = {
  /** The accessible name; for a rule exactly its name. */
  readonly name: string
  readonly isOn: boolean
  readonly change: (on: boolean) => void
  readonly isMuted?: boolean
  readonly lockedReason?: string | undefined
  readonly describedBy?: string | undefined
  readonly tabIndex?: number
  readonly keys?: string
}

export const Switch = ({
  name,
  isOn,
  change,
  isMuted = false,
  lockedReason,
  describedBy,
  tabIndex,
  keys,
}: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={isOn}
    aria-label={name}
    aria-describedby={describedBy}
    aria-description={lockedReason}
    aria-disabled={lockedReason === undefined ? undefined : 'true'}
    title={lockedReason}
    tabIndex={tabIndex}
    aria-keyshortcuts={keys}
    data-muted={isMuted || lockedReason !== undefined ? '' : undefined}
    onClick={() => lockedReason === undefined && change(!isOn)}
  >
    <span class="switch-knob" />
  </button>
)
