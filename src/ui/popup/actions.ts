import type {RuleType} from '../../contract/rules'
import type {WorkerClient} from '../../contract/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
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
  readonly move: (to: boolean) => void
  /** False where it is refused. */
  readonly work: (to: boolean) => Promise<boolean>
  readonly text: string
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, also one of what was last known; a refusal says so and moves it back. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  /** A step of its own, said nowhere. */
  async function turning({on, move, work, text}: Turning): Promise<void> {
    const turn = async (to: boolean) => {
      // Until the library has come, what was last known is what moves.
      move(to)
      const doing = work(to)
      library.toasts.during(doing)
      const isTaken = await doing
      if (!isTaken) move(!to)
      return isTaken
    }
    if (await turn(on)) library.toasts.remember(text, () => turn(!on))
  }
  const steps = () => state.later.peek()?.createRuleSteps({library, client})
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
      const view = state.shelf
        .peek()
        ?.rows.peek()
        .find(row => row.peek().id === id)
        ?.peek()
      return turning({
        on,
        move: to => state.known.peek()?.switchRule(id, to),
        work: to => library.switchRules([id], to),
        text: common.turned(view ? nameOf(view, common.untitled) : common.untitled, on),
      })
    },
    switchGroup(id: string, on: boolean) {
      const name =
        state.shelf
          .peek()
          ?.groups.peek()
          .find(each => each.id === id)
          ?.name.trim() || common.untitled
      return turning({
        on,
        move: to => state.known.peek()?.switchGroup(id, to),
        async work(to) {
          if (!library.isWhole.peek()) await library.refresh()
          return library.switchGroup(id, to)
        },
        text: common.turned(name, on),
      })
    },
    pause: (paused: boolean) =>
      turning({
        on: paused,
        move: to => state.known.peek()?.pause(to),
        work: to => library.pause(to),
        text: common.allTurned(!paused),
      }),
    pin: (id: string) => void steps()?.pin([id], library.rowOf(id)?.peek().rule?.isFavourite !== true, true),
    duplicate: (id: string) => void steps()?.duplicate(id),
    remove: (id: string) => void steps()?.delete([id]),
  }
}
