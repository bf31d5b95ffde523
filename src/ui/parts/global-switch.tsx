import {common} from '../words'
import {usePage} from './library-context'
import {Switch} from './switch'

/** "Rules on", for everything at once. */
export function GlobalSwitch() {
  const {library} = usePage()
  return (
    <span class="global-switch" data-off={library.paused.value ? '' : undefined}>
      <span aria-hidden="true">{common.rulesOn}</span>
      <Switch name={common.rulesOn} on={!library.paused.value} change={on => void library.pause(!on)} />
    </span>
  )
}
