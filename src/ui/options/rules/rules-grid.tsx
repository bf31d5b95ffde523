import {useComputed, useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useCallback, useEffect, useMemo, useRef, useLayoutEffect} from 'preact/hooks'
import {shortenName} from '../../sentences/quote'
import {useDraftMarks} from '../../state/draft-marks-context'
import {usePage} from '../../state/page-context'
import {getRuleName} from '../../state/sections'
import {createGroupCommands} from '../../commands/groups'
import {createRuleCommands} from '../../commands/rules'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import {useVirtualList} from '../../hooks/use-virtual-list'
import {createRowDrag} from '../row-drag'
import {useOptions} from '../options-context'
import {getDropPosition, type DropPosition} from './drop-position'
import type {ListView} from './filter'
import {useHeights} from './line-heights'
import {createRuleActions} from './rule-actions'
import {EmptyLine, GroupLine} from './group-line'
import {createListKeyHandler} from './list-keys'
import {getRuleKey, type Line} from './lines'
import type {RuleListData, RowPosition} from './rule-list-data'
import {mapToIds, type ListModel} from './list-model'
import {createRowFocus, useRowFocus, type RowFocus} from './row-focus'
import {RowMenu} from './row-menu'
import {RuleRow, RecordRow} from './rule-row'
import {SelectionBar} from './selection-bar'

const columns = ['selected', 'ruleType', 'name', 'when', 'does', 'lastApplied', 'on'] as const
/** The gap in pixels between the selection bar and the focused row. */
const minGap = 12
const isControlOrGrip = (target: Element) => target.closest('button, input, .grip, pre') !== null

export function RulesGrid({model}: {readonly model: ListModel}) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const {list, focus, announcement, dropPosition} = useRuleList({model, grid})
  const {view, actions} = list
  const lines = model.lines.value
  const heights = useHeights()
  const coveredHeight = useSignal(0)
  const {head} = heights
  const {virtualizer, body, rows, reveal} = useVirtualList({
    scroller,
    count: lines.all.length,
    focusedIndex: lines.indexOf.get(list.tabStop.value ?? '') ?? -1,
    getHeight: useCallback((index: number) => heights[lines.all[index]?.kind ?? 'rule'], [lines, heights]),
    known: {
      top: head,
      scrollPaddingEnd: Math.max(heights.foot, coveredHeight.value + minGap),
      startAt: view.lastPosition.scrollTop,
    },
  })
  useRowFocus(focus, view, lines, reveal)
  useScrollPosition({scroller, view, focus, virtualizer, tabStop: list.tabStop})

  const handleKey = useMemo(
    () =>
      createListKeyHandler({
        list,
        pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heights.rule) - 2),
        focusLine: focus.focusKey,
      }),
    [list, focus, heights],
  )
  dropPosition.current = clientY => {
    const box = body.ref.current?.getBoundingClientRect()
    if (!box) return undefined
    const y = Math.max(0, clientY - box.top)
    const sections = mapToIds(model.sections.peek())
    const end = virtualizer.getTotalSize()
    if (y > end) return getDropPosition(lines, sections, 'below', end)
    const item = virtualizer.getVirtualItemForOffset(y + head)
    if (!item) return undefined
    const top = item.start - head
    const hit = {index: item.index, top, bottom: top + item.size, isInUpperHalf: y < top + item.size / 2}
    return getDropPosition(lines, sections, hit, end)
  }
  const getLine = (target: EventTarget | null): Line | undefined => {
    const key = (target as Element | null)?.closest<HTMLElement>('[data-key]')?.dataset['key']
    const index = key === undefined ? undefined : lines.indexOf.get(key)
    return index === undefined ? undefined : lines.all[index]
  }
  /** In a narrow window the bar can cover the focused row. */
  const setCoveredHeight = (height: number) => {
    coveredHeight.value = height
    const key = list.tabStop.peek()
    if (height > heights.foot && key !== undefined && focus.getRow(key) === document.activeElement) focus.focusKey(key)
  }
  const focusList = () => {
    const key = list.tabStop.peek()
    if (key !== undefined) focus.focusKey(key)
  }
  return (
    <>
      <div class="rules-frame">
        <div class="scroll rules-scroll" ref={scroller}>
          <div
            role="grid"
            class="rules"
            ref={grid}
            aria-label={rulesTexts('grid')}
            aria-rowcount={lines.all.length + 1}
            aria-multiselectable="true"
            data-selecting={model.isSelecting.value ? '' : undefined}
            onFocusIn={event => {
              const line = getLine(event.target)
              if (line && line.kind !== 'record') view.focused.value = line.key
            }}
            onKeyDown={event => {
              const line = getLine(event.target)
              // A click leaves the focus on the link in the row.
              if (line) handleKey(line, event, (event.target as Element).matches('[role=row], a'))
            }}
            onClick={event => {
              const line = getLine(event.target)
              if (line?.kind !== 'rule') return
              const {id, row} = line
              const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
              if (isControlOrGrip(event.target as Element)) return
              event.preventDefault()
              if (isPlain) {
                if (row.peek().rule) actions.edit(id)
                return
              }
              if (event.shiftKey) actions.selectTo(id)
              else actions.select(id)
              focus.focusKey(line.key)
            }}
          >
            <ColumnHeaders />
            <div role="rowgroup" class="rules-body" {...body}>
              {rows.map(({index, top}) => {
                const line = lines.all[index]
                return line && <LineRow key={line.key} line={line} list={list} index={index} top={top} />
              })}
              <DropLine list={list} />
            </div>
          </div>
        </div>
      </div>
      <RowMenu list={list} getRow={id => focus.getRow(getRuleKey(id))} />
      <SelectionBar list={list} focusList={focusList} onHeight={setCoveredHeight} />
      <div class="unseen" aria-live="polite">
        {announcement.value}
      </div>
    </>
  )
}

function useRuleList({model, grid}: {readonly model: ListModel; readonly grid: RefObject<HTMLElement | null>}) {
  const {library, client, settings} = usePage()
  const {account, listView: view, overridden} = useOptions()
  const drafts = useDraftMarks()
  const hasTeam = useComputed(() => Boolean(account.view.value))
  const menu = useSignal<string | null>(null)
  const announcement = useSignal('')
  const dropPosition = useRef<(clientY: number) => DropPosition | undefined>(() => undefined)
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
        if (menu.peek() === null) focus.focusKeyIfFree(key)
      },
    })
    const drag = createRowDrag<DropPosition>({
      getPosition: (_list, clientY) => dropPosition.current(clientY),
      drop: (id, {target}) => void actions.drop(id, target),
      announce(what, id) {
        const shown = library.getRow(id)?.peek()
        announcement.value = commandTexts(`drag.${what}`, {
          name: shortenName(shown ? getRuleName(shown, commonTexts('untitled')) : commonTexts('untitled')),
        })
      },
    })
    const shared = {overridden: overridden.problems, drafts, hasTeam, tabStop, menu}
    const list: RuleListData = {library, settings, view, model, actions, drag, ...shared}
    return {list, focus}
  }, [model])
  useEffect(() => parts.list.drag.stop, [parts])
  return {...parts, announcement, dropPosition}
}

const ColumnHeaders = () => (
  <div role="row" class="rules-columns" aria-rowindex={1}>
    {columns.map((column, index) => (
      <span role="columnheader" key={column}>
        <span class={index < 2 || index > 5 ? 'unseen' : undefined}>{rulesTexts(`columns.${column}`)}</span>
      </span>
    ))}
  </div>
)

function DropLine({list}: {readonly list: RuleListData}) {
  const position = list.drag.position.value
  return position && <div class="drop-line" aria-hidden="true" style={{top: `${position.top}px`}} />
}

type LineRowProps = RowPosition & {readonly line: Line; readonly list: RuleListData}

function LineRow({line, list, index, top}: LineRowProps) {
  switch (line.kind) {
    case 'group':
      return <GroupLine groupId={line.groupId} list={list} index={index} top={top} />
    case 'empty':
      return <EmptyLine index={index} top={top} />
    case 'rule':
      return <RuleRow row={line.row} groupId={line.groupId} list={list} index={index} top={top} />
    case 'record':
      return <RecordRow view={line.row.value} index={index} top={top} />
  }
}

type ScrollPositionDependencies = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: ListView
  readonly focus: RowFocus
  readonly virtualizer: {readonly scrollOffset: number | null}
  readonly tabStop: ReadonlySignal<string | undefined>
}

function useScrollPosition({scroller, view, focus, virtualizer, tabStop}: ScrollPositionDependencies): void {
  const shownFilter = useRef(view.filter.peek())
  useSignalEffect(() => {
    const filter = view.filter.value
    if (filter === shownFilter.current) return
    shownFilter.current = filter
    if (view.lastPosition.scrollTop > 0 && scroller.current) scroller.current.scrollTop = 0
  })
  useLayoutEffect(() => {
    const {lastPosition} = view
    const key = tabStop.peek()
    const isLost = view.focused.peek() !== null && focus.isFocusLost()
    if ((lastPosition.toRule || isLost) && key !== undefined) focus.focusKey(key)
    lastPosition.toRule = false
    const follow = () => {
      // Reading scrollTop now would force a layout of all rows.
      lastPosition.scrollTop = virtualizer.scrollOffset ?? 0
    }
    const list = scroller.current
    list?.addEventListener('scroll', follow, {passive: true})
    return () => list?.removeEventListener('scroll', follow)
  }, [])
}
