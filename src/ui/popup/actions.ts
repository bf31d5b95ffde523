import {shortenName} from '../sentences/quote'
import type {RuleType} from '../../model/rules'
import type {WorkerClient} from '../../messaging/messages'
import {hashes} from '../routes'
import type {LibraryState} from '../state/library'
import {getRuleName} from '../state/sections'
import {createRuleCommands} from '../commands/rules'
import {commonTexts} from '../../locales/common'
import type {PopupState} from './state'
import type {PopupBrowserAdapter} from './browser-adapter'

type PopupActionDependencies = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly browserAdapter: PopupBrowserAdapter
  readonly state: PopupState
}

export type PopupActions = ReturnType<typeof createPopupActions>

/** The commands of the popup. A switch moves at once, and back if the change is rejected. */
export function createPopupActions({library, client, browserAdapter, state}: PopupActionDependencies) {
  const open = (hash: string) => {
    browserAdapter.openOptions(hash)
    browserAdapter.close()
  }
  /** Pausing shows no toast, since its switch is always visible. */
  const change = (
    on: boolean,
    text: string,
    work: (to: boolean) => Promise<boolean>,
    isAnnounced = true,
  ): Promise<void> =>
    library.toasts.runStep(async ({remember, report}) => {
      if (await work(on)) (isAnnounced ? report : remember)(text, () => work(!on))
    })
  const getPage = () => {
    const page = state.currentPage.peek()
    return page?.kind === 'accessible' && page.host !== '' ? {host: page.host, url: page.url} : undefined
  }
  const ruleCommands = () => createRuleCommands({library, client})
  return {
    edit: (id: string) => open(hashes.rule(id)),
    open,
    openAll: () => open(hashes.rules),
    create: (type: RuleType) => open(hashes.newRule(type, getPage())),
    chooseTemplate: () => open(hashes.chooseNewRule(getPage()?.url)),
    switchRule(id: string, on: boolean) {
      const view = library.getRow(id)?.peek()
      const name = view ? getRuleName(view, commonTexts('untitled')) : commonTexts('untitled')
      return change(on, commonTexts('turned', {name: shortenName(name), on}), to => library.switchRules([id], to))
    },
    switchGroup(id: string, on: boolean) {
      const group = library.groups.peek().find(each => each.id === id)
      const name = group?.name.trim() || commonTexts('untitled')
      return change(on, commonTexts('groupTurned', {name: shortenName(name), on}), to => library.switchGroup(id, to))
    },
    pause: (paused: boolean) =>
      change(paused, commonTexts('allTurned', {on: !paused}), to => library.setPaused(to), false),
    pin: (id: string) => void ruleCommands().pin([id], library.getRow(id)?.peek().rule?.isFavourite !== true),
    duplicate: (id: string) => void ruleCommands().duplicate(id),
    remove: (id: string) => void ruleCommands().delete([id]),
  }
}
