import {common} from '../words'
import {usePage} from './library-context'
import {Switch} from './switch'

/** "Rules on", for everything at once. */
export function GlobalSwitch() {
  const {library} = usePage()
  const turn = (on: boolean) =>
    library.toasts.step(async ({remember}) => {
      if (await library.pause(!on)) remember(common.allTurned(on), () => library.pause(on))
    })
  return (
    <span
      class="global-switch"
      data-off={library.paused.value ? '' : undefined}
      data-waiting={library.loaded.value ? undefined : ''}
    >
      <span aria-hidden="true">{common.rulesOn}</span>
      <Switch name={common.rulesOn} on={!library.paused.value} change={on => void turn(on)} />
    </span>
  )
}
