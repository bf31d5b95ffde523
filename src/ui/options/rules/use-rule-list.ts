import {shortenName} from '../../sentences/quote'
import {useComputed, useSignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {useDraftMarks} from '../../state/draft-marks-context'
import {usePage} from '../../state/library-context'
import {nameOf} from '../../state/sections'
import {createGroupSteps} from '../../commands/groups'
import {createRuleSteps} from '../../commands/rules'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {createRowDrag} from '../row-drag'
import {useOptions} from '../options-context'
import {createRuleActions} from './rule-actions'
import type {DropPosition} from './drop-position'
import type {RuleListData} from './rule-list-data'
import type {ListModel} from './list-model'
import {createRowFocus} from './row-focus'

type RuleListDependencies = {readonly model: ListModel; readonly grid: RefObject<HTMLElement | null>}

export function useRuleList({model, grid}: RuleListDependencies) {
  const {library, client, settings} = usePage()
  const {account, listView: view, overridden} = useOptions()
  const drafts = useDraftMarks()
  const hasTeam = useComputed(() => Boolean(account.view.value))
  const menu = useSignal<string | null>(null)
  const announcement = useSignal('')
  const getDropPosition = useRef<(clientY: number) => DropPosition | undefined>(() => undefined)
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
      steps: createRuleSteps({library, client}),
      groupSteps: createGroupSteps(library, client),
      focus: key => {
        if (menu.peek() === null) focus.focusKeyIfFree(key)
      },
    })
    const drag = createRowDrag<DropPosition>({
      getPosition: (_list, clientY) => getDropPosition.current(clientY),
      drop: (id, {target}) => void actions.drop(id, target),
      announce(what, id) {
        const shown = library.rowOf(id)?.peek()
        announcement.value = commandTexts(`drag.${what}`, {
          name: shortenName(shown ? nameOf(shown, commonTexts('untitled')) : commonTexts('untitled')),
        })
      },
    })
    const shared = {overridden: overridden.problems, drafts, hasTeam, tabStop, menu}
    const list: RuleListData = {library, settings, view, model, actions, drag, ...shared}
    return {list, focus}
  }, [model])
  useEffect(() => parts.list.drag.stop, [parts])
  return {...parts, announcement, getDropPosition}
}
