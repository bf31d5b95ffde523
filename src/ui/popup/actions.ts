import type {RuleType} from '../../contract/rules'
import type {WorkerClient} from '../../contract/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
import {common, popupSwitchWords} from '../words'
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
  readonly work: (to: boolean) => Promise<void>
  readonly text: string
  /** Whether it is now as it was asked to be. */
  readonly isDone: () => boolean
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, also one of what was last known; a refusal says so and moves it back. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  /** A step of its own, said nowhere: it can be taken back from the moment when it is made. */
  async function turning(turn: Turning): Promise<void> {
    const {on, move, work, text, isDone} = turn
    // Until the library has come, what was last known is what moves.
    move(on)
    const done = work(on)
    const forget = library.toasts.remember(text, async () => {
      await done
      await work(!on)
    })
    await done
    if (!library.isWhole.peek()) move(!on)
    if (!isDone()) forget()
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
        text: popupSwitchWords.switched(view ? nameOf(view, common.untitled) : common.untitled, on),
        isDone: () => library.rowOf(id)?.peek().rule?.status === (on ? 'Active' : 'Inactive'),
      })
    },
    switchGroup(id: string, on: boolean) {
      const groupOf = () => library.groups.peek().find(each => each.id === id)
      const name =
        state.shelf
          .peek()
          ?.groups.peek()
          .find(each => each.id === id)?.name ?? common.noGroup
      return turning({
        on,
        move: to => state.known.peek()?.switchGroup(id, to),
        async work(to) {
          if (!library.isWhole.peek()) await library.refresh()
          await library.switchGroup(id, to)
        },
        text: popupSwitchWords.switched(name, on),
        isDone: () => groupOf()?.status === (on ? 'Active' : 'Inactive'),
      })
    },
    pause: (paused: boolean) =>
      turning({
        on: paused,
        move: to => state.known.peek()?.pause(to),
        work: to => library.pause(to),
        text: popupSwitchWords.paused(paused),
        isDone: () => library.paused.peek() === paused,
      }),
    pin: (id: string) => void deeds()?.pin(id),
    duplicate: (id: string) => void deeds()?.duplicate(id),
    remove: (id: string) => void deeds()?.remove(id),
  }
}
