import {shortenName} from '../sentences/quote'
import type {RuleType} from '../../model/rules'
import type {WorkerClient} from '../../messaging/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {getRuleName} from '../state/sections'
import {createRuleCommands} from '../commands/rules'
import {commonTexts} from '../../locales/common'
import type {PopupState} from './state'
import type {PopupSurface} from './surface'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: PopupSurface
  readonly state: PopupState
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** What the popup does. A switch moves at once, and back where the change is refused. */
export function createPopupActions({library, client, surface, state}: Needs) {
  const open = (hash: string) => {
    surface.openOptions(hash)
    surface.close()
  }
  /** A refused change moves the switch back. Pausing is not announced: its switch is always in view. */
  const turn = (on: boolean, text: string, work: (to: boolean) => Promise<boolean>, isSaid = true): Promise<void> =>
    library.toasts.runStep(async ({remember, report}) => {
      if (await work(on)) (isSaid ? report : remember)(text, () => work(!on))
    })
  const steps = () => createRuleCommands({library, client})
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
      const view = library.getRow(id)?.peek()
      const name = view ? getRuleName(view, commonTexts('untitled')) : commonTexts('untitled')
      return turn(on, commonTexts('turned', {name: shortenName(name), on}), to => library.switchRules([id], to))
    },
    switchGroup(id: string, on: boolean) {
      const name =
        library.groups
          .peek()
          .find(each => each.id === id)
          ?.name.trim() || commonTexts('untitled')
      return turn(on, commonTexts('groupTurned', {name: shortenName(name), on}), to => library.switchGroup(id, to))
    },
    pause: (paused: boolean) =>
      turn(paused, commonTexts('allTurned', {on: !paused}), to => library.setPaused(to), false),
    pin: (id: string) => void steps().pin([id], library.getRow(id)?.peek().rule?.isFavourite !== true),
    duplicate: (id: string) => void steps().duplicate(id),
    remove: (id: string) => void steps().delete([id]),
  }
}
