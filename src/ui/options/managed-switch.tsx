import {usePage} from '../parts/library-context'
import {common, managedWords as words} from '../words'

/** "Rules on" where it is not for a person to turn. */
export function ManagedSwitch() {
  const {paused} = usePage().library
  return (
    <span class="global-switch" data-off={paused.value ? '' : undefined} title={words.byOrganisation}>
      <span aria-hidden="true">{common.rulesOn}</span>
      <button
        type="button"
        role="switch"
        class="switch"
        aria-label={common.rulesOn}
        aria-description={words.byOrganisation}
        aria-checked={!paused.value}
        aria-disabled="true"
        data-muted=""
      >
        <span class="switch-knob" />
      </button>
    </span>
  )
}
