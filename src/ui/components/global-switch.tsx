import {commonTexts} from '../../locales/common'
import {usePage} from '../state/page-context'
import {Switch} from './switch'

export function GlobalSwitch({fixed}: {readonly fixed?: string | undefined}) {
  const {library} = usePage()
  const turn = (on: boolean) =>
    library.toasts.runStep(async ({remember}) => {
      if (await library.setPaused(!on)) remember(commonTexts('allTurned', {on}), () => library.setPaused(on))
    })
  return (
    <span
      class="global-switch"
      data-off={library.isPaused.value ? '' : undefined}
      data-waiting={library.isLoaded.value ? undefined : ''}
      title={fixed}
    >
      <span aria-hidden="true">{commonTexts('rulesOn')}</span>
      <Switch
        name={commonTexts('rulesOn')}
        isOn={!library.isPaused.value}
        lockedReason={fixed}
        change={on => void turn(on)}
      />
    </span>
  )
}
