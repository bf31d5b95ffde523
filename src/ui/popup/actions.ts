import type {RuleType} from '../../contract/rules'
import type {WorkerClient} from '../../contract/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {isOn, nameOf} from '../state/sections'
import {common, popupDoneWords} from '../words'
import type {PopupState} from './state'
import type {PopupSurface} from './surface'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: PopupSurface
  readonly state: PopupState
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, also one of what was last known; a refusal says so and moves it back. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  const isLive = () => library.isWhole.peek()
  /** Until the library has come, what was last known is what moves. */
  async function moving(move: (to: boolean) => void, on: boolean, work: () => Promise<void>): Promise<void> {
    move(on)
    await work()
    if (!isLive()) move(!on)
  }
  const deeds = () => {
    const later = state.later.peek()
    return later?.createDeeds({library, client})
  }
  return {
    edit: (id: string) => open(hashes.rule(id)),
    openAll: () => open(hashes.rules),
    create(type: RuleType) {
      const here = state.here.peek()
      // The new rule is made without a host where the tab cannot be seen.
      open(hashes.newRule(type, here?.kind === 'open' ? here.host : ''))
    },
    async switchRule(id: string, on: boolean) {
      const known = state.known.peek()
      const turn = (to: boolean) => library.switchRules([id], to)
      await moving(
        to => known?.switchRule(id, to),
        on,
        () => turn(on),
      )
      const view = library.rowOf(id)?.peek()
      if (!view || isOn(view) !== on) return
      library.toasts.remember(popupDoneWords.switched(nameOf(view, common.untitled), on), () => turn(!on))
    },
    async switchGroup(id: string, on: boolean) {
      const known = state.known.peek()
      await moving(
        to => known?.switchGroup(id, to),
        on,
        async () => {
          if (!isLive()) await library.refresh()
          await library.switchGroup(id, on)
        },
      )
      const group = library.groups.peek().find(each => each.id === id)
      if (!group || (group.status === 'Active') !== on) return
      library.toasts.remember(popupDoneWords.switched(group.name, on), () => library.switchGroup(id, !on))
    },
    async pause(paused: boolean) {
      const known = state.known.peek()
      await moving(
        to => known?.pause(to),
        paused,
        () => library.pause(paused),
      )
      if (library.paused.peek() !== paused) return
      library.toasts.remember(popupDoneWords.paused(paused), () => library.pause(!paused))
    },
    pin: (id: string) => void deeds()?.pin(id),
    duplicate: (id: string) => void deeds()?.duplicate(id),
    remove: (id: string) => void deeds()?.remove(id),
  }
}
