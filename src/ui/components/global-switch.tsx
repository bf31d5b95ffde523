import {commonTexts} from '../../locales/common'
import {usePage} from '../state/page-context'
import {Switch} from './switch'

export function GlobalSwitch({fixed}: {readonly fixed?: string | undefined}) {
  const {library} = usePage()
  const turn = (on: boolean) =>
    library.toasts.step(async ({remember}) => {
      if (await library.pause(!on)) remember(commonTexts('allTurned', {on}), () => library.pause(on))
    })
  return (
    <span
      class="global-switch"
      data-off={library.paused.value ? '' : undefined}
      data-waiting={library.loaded.value ? undefined : ''}
      title={fixed}
    >
      <span aria-hidden="true">{commonTexts('rulesOn')}</span>
      <Switch name={commonTexts('rulesOn')} on={!library.paused.value} fixed={fixed} change={on => void turn(on)} />
    </span>
  )
}
