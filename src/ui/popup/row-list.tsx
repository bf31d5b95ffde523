import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {createContext, type ComponentChildren} from 'preact'
import {useContext, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks'
import type {Row} from '../state/library'
import {PopupRow, type RowDetails} from './popup-row'

const rowHeight = 40
const overscan = 4
/** Where nothing is measured, as before the first frame. */
const defaultHeight = 480

/** What the popup's list shows of itself. Only a long list leaves out rows that are out of sight. */
export type Viewport = {readonly top: number; readonly height: number}
type ListFrame = {readonly viewport: ReadonlySignal<Viewport>; readonly isLong: boolean}
/** Rows of the first frame that no list has taken yet. */
type InitialRows = {left: number}
const context = createContext<(ListFrame & {readonly initialRows: InitialRows}) | null>(null)

/** The lists of a long popup share the rows of the first frame: to measure before it would lay the page out twice. */
export function FrameProvider({viewport, isLong, children}: ListFrame & {readonly children: ComponentChildren}) {
  const initialRows = useMemo(() => ({left: Math.ceil(defaultHeight / rowHeight)}), [])
  return <context.Provider value={{viewport, isLong, initialRows}}>{children}</context.Provider>
}

type RowListProps = {
  readonly label?: string
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly current: string | undefined
  readonly getDetails?: (row: Row) => RowDetails | undefined
  readonly searchText?: string
}

/** Rules under each other. In a long popup only those in sight are in the page, and the ones around the tab stop, where arrows lead. */
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

/** One tab stop for a section: where the focus was last, or its first row. */
export function useTabStop(keys: readonly string[]) {
  const [last, setLast] = useState<string>()
  const current = last !== undefined && keys.includes(last) ? last : keys[0]
  const onFocusIn = (event: FocusEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row?.dataset['row'] !== undefined) setLast(row.dataset['row'])
  }
  return {current, onFocusIn}
}

/** A group's head among the rows of its section. */
export const getGroupHeaderKey = (groupId: string): string => `group ${groupId}`
