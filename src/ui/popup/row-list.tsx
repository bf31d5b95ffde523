import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {createContext, type ComponentChildren} from 'preact'
import {useContext, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks'
import type {Row} from '../state/library'
import {PopupRow, type RowDetails} from './popup-row'

const rowHeight = 40
const maxRowsToRenderAll = 100
const overscan = 4
/** The height in pixels before the first measurement. */
const defaultHeight = 480

/** The visible part of the popup's list, in pixels. Only long lists omit invisible rows. */
export type Viewport = {readonly top: number; readonly height: number}
type ListFrame = {readonly viewport: ReadonlySignal<Viewport>; readonly isLong: boolean}
/** The number of rows that the first frame can still show. */
type InitialRows = {left: number}
const context = createContext<(ListFrame & {readonly initialRows: InitialRows}) | null>(null)

type FrameProviderProps = {
  readonly viewport: ReadonlySignal<Viewport>
  readonly count: number
  readonly children: ComponentChildren
}

/** The lists share the rows of the first frame, since measuring before it would force a layout. */
export function FrameProvider({viewport, count, children}: FrameProviderProps) {
  const initialRows = useMemo(() => ({left: Math.ceil(defaultHeight / rowHeight)}), [])
  return (
    <context.Provider value={{viewport, isLong: count > maxRowsToRenderAll, initialRows}}>{children}</context.Provider>
  )
}

type RowListProps = {
  readonly label?: string
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly current: string | undefined
  readonly getDetails?: (row: Row) => RowDetails | undefined
  readonly searchText?: string
}

/** A list of rules. A long list renders only the visible rows and those around the tab stop. */
export function RowList({label, rows, isMuted, current, getDetails, searchText}: RowListProps) {
  const frame = useContext(context)
  const list = useRef<HTMLUListElement>(null)
  const isLong = frame?.isLong === true
  const initialCount = useMemo(() => {
    if (!frame) return 0
    const count = Math.min(frame.initialRows.left, rows.length)
    frame.initialRows.left -= count
    return count
  }, [])
  const range = useSignal<readonly [from: number, to: number]>([0, initialCount])
  const measure = () => {
    const viewport = frame?.viewport.value
    if (!isLong || !viewport || !list.current) return
    const above = viewport.top - list.current.offsetTop
    const from = Math.floor(above / rowHeight) - overscan
    const to = Math.ceil((above + (viewport.height || defaultHeight)) / rowHeight) + overscan
    const next = [Math.max(0, Math.min(from, rows.length)), Math.max(0, Math.min(to, rows.length))] as const
    if (next[0] !== range.peek()[0] || next[1] !== range.peek()[1]) range.value = next
  }
  useSignalEffect(measure)
  useLayoutEffect(measure)

  const renderRow = (row: Row, index: number) => (
    <PopupRow
      key={row.peek().id}
      row={row}
      muted={isMuted(row)}
      current={row.peek().id === current}
      getDetails={getDetails}
      searchText={searchText ?? ''}
      position={isLong ? {top: index * rowHeight, index, of: rows.length} : undefined}
    />
  )
  if (!isLong)
    return (
      <ul aria-label={label} ref={list}>
        {rows.map(renderRow)}
      </ul>
    )
  const currentIndex = rows.findIndex(row => row.peek().id === current)
  const [from, to] = range.value
  const shown = rows.flatMap((row, index) => {
    const isNear = currentIndex >= 0 && Math.abs(index - currentIndex) <= 2
    return (index >= from && index < to) || isNear ? [renderRow(row, index)] : []
  })
  return (
    <ul aria-label={label} ref={list} class="popup-long" style={{height: `${rows.length * rowHeight}px`}}>
      {shown}
    </ul>
  )
}

type RowSectionProps = {
  readonly title: string
  readonly count?: number
  readonly detail?: ComponentChildren
  readonly note?: string | false | undefined
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly getDetails?: (row: Row) => RowDetails | undefined
  readonly searchText?: string
  readonly isStatus?: boolean
}

export function RowSection({title, count, detail, note, rows, isStatus = false, ...list}: RowSectionProps) {
  const {current, onFocusIn} = useTabStop(rows.map(row => row.peek().id))
  return (
    <section class="popup-section" aria-label={title} onFocusIn={onFocusIn}>
      <h2>
        <span role={isStatus ? 'status' : undefined}>{title}</span>
        {count !== undefined && <span class="count">{count}</span>}
        {detail !== undefined && <small dir="auto">{detail}</small>}
      </h2>
      {note && <p class="popup-note">{note}</p>}
      {rows.length > 0 && <RowList rows={rows} current={current} {...list} />}
    </section>
  )
}

/** The one tab stop of a section: the row that last had the focus, or the first row. */
export function useTabStop(keys: readonly string[]) {
  const [last, setLast] = useState<string>()
  const current = last !== undefined && keys.includes(last) ? last : keys[0]
  const onFocusIn = (event: FocusEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row?.dataset['row'] !== undefined) setLast(row.dataset['row'])
  }
  return {current, onFocusIn}
}

/** The row key of a group header. */
export const getGroupHeaderKey = (groupId: string): string => `group ${groupId}`
