import type {RuleType} from '../../contract/rules'
import type {WorkerClient} from '../../contract/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
import {createRuleSteps, type RuleSteps} from '../steps/rules'
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
  /** Said, where the switch is one of many; else only remembered, as what a person sees at once. */
  readonly text: string
  readonly isSaid: boolean
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, also one of what was last known; a refusal says so and moves it back. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  /** A step of its own. */
  function turning({on, move, work, text, isSaid}: Turning): Promise<void> {
    const turn = async (to: boolean) => {
      // Until the library has come, what was last known is what moves.
      move(to)
      const isTaken = await work(to)
      if (!isTaken) move(!to)
      return isTaken
    }
    return library.toasts.step(async ({remember, report}) => {
      if (await turn(on)) (isSaid ? report : remember)(text, () => turn(!on))
    })
  }
  /** A rule may be drawn as it was last known, before the library has come with it. */
  async function doTo(id: string, act: (steps: RuleSteps) => unknown): Promise<void> {
    if (!library.rowOf(id)) await library.refresh()
    act(createRuleSteps({library, client}))
  }
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
        isSaid: true,
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
        text: common.groupTurned(name, on),
        isSaid: true,
      })
    },
    pause: (paused: boolean) =>
      turning({
        on: paused,
        move: to => state.known.peek()?.pause(to),
        work: to => library.pause(to),
        text: common.allTurned(!paused),
        isSaid: false,
      }),
    pin: (id: string) => void doTo(id, steps => steps.pin([id], library.rowOf(id)?.peek().rule?.isFavourite !== true)),
    duplicate: (id: string) => void doTo(id, steps => steps.duplicate(id)),
    remove: (id: string) => void doTo(id, steps => steps.delete([id])),
  }
}
