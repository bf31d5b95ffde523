import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useMemo, useRef, useLayoutEffect} from 'preact/hooks'
import {rulesTexts} from '../../../locales/rules'
import {dropPlaceOf} from './drop-position'
import type {ListView} from './filter'
import {EmptyLine, GroupLine} from './group-line'
import {createKeys} from './list-keys'
import {keyOfRule, type Line} from './lines'
import type {List, RowPlace} from './rule-list-data'
import {idsOf, type ListModel} from './list-model'
import {useSettledFocus, type RowFocus} from './row-focus'
import {RowMenu} from './row-menu'
import {RuleRow, RecordRow} from './rule-row'
import {SelectionBar} from './selection-bar'
import {useHeights, useVirtualLines} from './virtual-lines'
import {useList} from './use-rule-list'

const columns = [
  rulesTexts('selected'),
  rulesTexts('ruleType'),
  rulesTexts('name'),
  rulesTexts('when'),
  rulesTexts('does'),
  rulesTexts('lastApplied'),
  rulesTexts('on'),
]
const isControl = (target: Element) => target.closest('button, input, .grip, pre') !== null

export function RulesGrid({model}: {readonly model: ListModel}) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const {list, focus, announced, placeAt} = useList({model, grid})
  const {view, actions} = list
  const lines = model.lines.value
  const heights = useHeights()
  const kept = lines.indexOf.get(list.tabStop.value ?? '') ?? -1
  const covered = useSignal(0)
  const startAt = view.left.scrollTop
  const virtualizer = useVirtualLines({scroller, lines, heights, covered: covered.value, kept, startAt})
  const {head} = heights
  useSettledFocus(focus, view, lines, index => {
    const [top] = virtualizer.getOffsetForIndex(index, 'auto') ?? []
    if (top !== undefined && scroller.current) scroller.current.scrollTop = top
  })
  useScrollPlace({scroller, view, focus, virtualizer, tabStop: list.tabStop})

  const keys = useMemo(
    () =>
      createKeys({
        list,
        pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heights.rule) - 2),
        go: focus.go,
      }),
    [list, focus, heights],
  )
  placeAt.current = clientY => {
    const box = body.current?.getBoundingClientRect()
    if (!box) return undefined
    const y = Math.max(0, clientY - box.top)
    const sections = idsOf(model.whole.peek())
    const end = virtualizer.getTotalSize()
    if (y > end) return dropPlaceOf(lines, sections, 'below', end)
    const item = virtualizer.getVirtualItemForOffset(y + head)
    if (!item) return undefined
    const top = item.start - head
    const hit = {index: item.index, top, bottom: top + item.size, isInUpperHalf: y < top + item.size / 2}
    return dropPlaceOf(lines, sections, hit, end)
  }
  const lineOf = (target: EventTarget | null): Line | undefined => {
    const key = (target as Element | null)?.closest<HTMLElement>('[data-key]')?.dataset['key']
    const index = key === undefined ? undefined : lines.indexOf.get(key)
    return index === undefined ? undefined : lines.all[index]
  }
  /** In a narrow window the bar can cover the focused row. */
  const cover = (height: number) => {
    covered.value = height
    const key = list.tabStop.peek()
    if (height > heights.foot && key !== undefined && focus.rowOf(key) === document.activeElement) focus.go(key)
  }
  const toList = () => {
    const key = list.tabStop.peek()
    if (key !== undefined) focus.go(key)
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
              const line = lineOf(event.target)
              if (line && line.kind !== 'record') view.focused.value = line.key
            }}
            onKeyDown={event => {
              const line = lineOf(event.target)
              // A click leaves the focus on the link in the row.
              if (line) keys(line, event, (event.target as Element).matches('[role=row], a'))
            }}
            onClick={event => {
              const line = lineOf(event.target)
              if (line?.kind !== 'rule') return
              const {id, row} = line
              const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
              if (isControl(event.target as Element)) return
              event.preventDefault()
              if (isPlain) {
                if (row.peek().rule) actions.edit(id)
                return
              }
              if (event.shiftKey) actions.selectTo(id)
              else actions.select(id)
              focus.go(line.key)
            }}
          >
            <div role="row" class="rules-columns" aria-rowindex={1}>
              {columns.map((name, index) => (
                <span role="columnheader" key={name}>
                  <span class={index < 2 || index > 5 ? 'unseen' : undefined}>{name}</span>
                </span>
              ))}
            </div>
            <div role="rowgroup" class="rules-body" ref={body} style={{height: `${virtualizer.getTotalSize()}px`}}>
              {virtualizer.getVirtualItems().map(({index, start}) => {
                const line = lines.all[index]
                return line && <LineRow key={line.key} line={line} list={list} index={index} top={start - head} />
              })}
              <DropLine list={list} />
            </div>
          </div>
        </div>
      </div>
      <RowMenu list={list} rowOf={id => focus.rowOf(keyOfRule(id))} />
      <SelectionBar list={list} toList={toList} cover={cover} />
      <div class="unseen" aria-live="polite">
        {announced.value}
      </div>
    </>
  )
}

function DropLine({list}: {readonly list: List}) {
  const place = list.drag.place.value
  return place && <div class="drop-line" aria-hidden="true" style={{top: `${place.top}px`}} />
}

type LineRowProps = RowPlace & {readonly line: Line; readonly list: List}

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

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: ListView
  readonly focus: RowFocus
  readonly virtualizer: {readonly scrollOffset: number | null}
  readonly tabStop: ReadonlySignal<string | undefined>
}

function useScrollPlace({scroller, view, focus, virtualizer, tabStop}: Needs): void {
  const shownFilter = useRef(view.filter.peek())
  useSignalEffect(() => {
    const filter = view.filter.value
    if (filter === shownFilter.current) return
    shownFilter.current = filter
    if (view.left.scrollTop > 0 && scroller.current) scroller.current.scrollTop = 0
  })
  useLayoutEffect(() => {
    const {left} = view
    const key = tabStop.peek()
    const isLost = view.focused.peek() !== null && focus.isLost()
    if ((left.toRule || isLost) && key !== undefined) focus.go(key)
    left.toRule = false
    const follow = () => {
      // Reading scrollTop now would force a layout of all rows.
      left.scrollTop = virtualizer.scrollOffset ?? 0
    }
    const list = scroller.current
    list?.addEventListener('scroll', follow, {passive: true})
    return () => list?.removeEventListener('scroll', follow)
  }, [])
}
