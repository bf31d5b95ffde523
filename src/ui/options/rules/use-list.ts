import {shortenName} from '../../sentences/quote'
import {useComputed, useSignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {useDraftMarks} from '../../state/draft-marks-context'
import {usePage} from '../../state/page-context'
import {getRuleName} from '../../state/sections'
import {createGroupCommands} from '../../commands/groups'
import {createRuleCommands} from '../../commands/rules'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {createDrag} from '../drag'
import {useOptions} from '../options-context'
import {createRuleActions} from './actions'
import type {DropPlace} from './drop-place'
import type {List} from './list'
import type {ListModel} from './model'
import {createRowFocus} from './row-focus'

type Needs = {readonly model: ListModel; readonly grid: RefObject<HTMLElement | null>}

export function useList({model, grid}: Needs) {
  const {library, client, settings} = usePage()
  const {account, listView: view, hidden} = useOptions()
  const drafts = useDraftMarks()
  const hasTeam = useComputed(() => Boolean(account.view.value))
  const menu = useSignal<string | null>(null)
  const announced = useSignal('')
  const placeAt = useRef<(clientY: number) => DropPlace | undefined>(() => undefined)
  const tabStop = useComputed(() => {
    const {all, indexOf} = model.lines.value
    const key = view.focused.value
    return key !== null && indexOf.has(key) ? key : all[0]?.key
  })
  const parts = useMemo(() => {
    const focus = createRowFocus({grid, view, library, menu})
    const actions = createRuleActions({
      library,
      view,
      model,
      steps: createRuleCommands({library, client}),
      groupSteps: createGroupCommands(library, client),
      focus: key => {
        if (menu.peek() === null) focus.goIfFree(key)
      },
    })
    const drag = createDrag<DropPlace>({
      placeAt: (_list, clientY) => placeAt.current(clientY),
      drop: (id, {target}) => void actions.drop(id, target),
      announce(what, id) {
        const shown = library.getRow(id)?.peek()
        announced.value = commandTexts(`drag.${what}`, {
          name: shortenName(shown ? getRuleName(shown, commonTexts('untitled')) : commonTexts('untitled')),
        })
      },
    })
    const shared = {hidden: hidden.problems, drafts, hasTeam, tabStop, menu}
    const list: List = {library, settings, view, model, actions, drag, ...shared}
    return {list, focus}
  }, [model])
  useEffect(() => parts.list.drag.stop, [parts])
  return {...parts, announced, placeAt}
}
