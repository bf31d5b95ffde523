import {usePage} from '../parts/library-context'
import {Switch} from '../parts/switch'
import {common} from '../words'

/** "Rules on" where it is not for a person to turn. */
export function ManagedSwitch() {
  const {paused} = usePage().library
  return (
    <span class="global-switch" data-off={paused.value ? '' : undefined} title={common.byOrganisation}>
      <span aria-hidden="true">{common.rulesOn}</span>
      <Switch name={common.rulesOn} on={!paused.value} fixed={common.byOrganisation} change={() => undefined} />
    </span>
  )
}
