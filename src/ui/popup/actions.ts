import type {RuleType} from '../../contract/rules'
import type {WorkerClient} from '../../contract/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
import {createRuleSteps} from '../steps/rules'
import {common} from '../words'
import type {PopupState} from './state'
import type {PopupSurface} from './surface'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: PopupSurface
  readonly state: PopupState
}

type Turning = {
  readonly on: boolean
  /** False where it is refused. */
  readonly work: (to: boolean) => Promise<boolean>
  /** Said, where the switch is one of many; else only remembered, as what a person sees at once. */
  readonly text: string
  readonly isSaid: boolean
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, and back where the change is refused. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  const turning = ({on, work, text, isSaid}: Turning): Promise<void> =>
    library.toasts.step(async ({remember, report}) => {
      if (await work(on)) (isSaid ? report : remember)(text, () => work(!on))
    })
  const steps = () => createRuleSteps({library, client})
  return {
    edit: (id: string) => open(hashes.rule(id)),
    open,
    openAll: () => open(hashes.rules),
    create(type: RuleType) {
      const here = state.here.peek()
      // The new rule is made without a host where the tab cannot be seen.
      open(
        hashes.newRule(type, here?.kind === 'open' && here.host !== '' ? {host: here.host, url: here.url} : undefined),
      )
    },
    switchRule(id: string, on: boolean) {
      const view = library.rowOf(id)?.peek()
      return turning({
        on,
        work: to => library.switchRules([id], to),
        text: common.turned(view ? nameOf(view, common.untitled) : common.untitled, on),
        isSaid: true,
      })
    },
    switchGroup(id: string, on: boolean) {
      const group = library.groups.peek().find(each => each.id === id)
      return turning({
        on,
        work: to => library.switchGroup(id, to),
        text: common.groupTurned(group?.name.trim() || common.untitled, on),
        isSaid: true,
      })
    },
    pause: (paused: boolean) =>
      turning({
        on: paused,
        work: to => library.pause(to),
        text: common.allTurned(!paused),
        isSaid: false,
      }),
    pin: (id: string) => void steps().pin([id], library.rowOf(id)?.peek().rule?.isFavourite !== true),
    duplicate: (id: string) => void steps().duplicate(id),
    remove: (id: string) => void steps().delete([id]),
  }
}
