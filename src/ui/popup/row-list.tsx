import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {createContext, type ComponentChildren} from 'preact'
import {useContext, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks'
import type {Row} from '../state/library'
import {PopupRow, type Line} from './popup-row'

const rowHeight = 40
const beyond = 4
/** Where nothing is measured, as before the first frame. */
const usualHeight = 480

/** What the popup's list shows of itself. Only a long list leaves out rows that are out of sight. */
export type Sight = {readonly top: number; readonly height: number}
type Frame = {readonly sight: ReadonlySignal<Sight>; readonly isLong: boolean}
/** Rows of the first frame that no list has taken yet. */
type Room = {rows: number}
const context = createContext<(Frame & {readonly room: Room}) | null>(null)

/** The lists of a long popup share the rows of the first frame: to measure before it would lay the page out twice. */
export function FrameProvider({sight, isLong, children}: Frame & {readonly children: ComponentChildren}) {
  const room = useMemo(() => ({rows: Math.ceil(usualHeight / rowHeight)}), [])
  return <context.Provider value={{sight, isLong, room}}>{children}</context.Provider>
}

type RowListProps = {
  readonly label?: string
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly current: string | undefined
  readonly line?: (row: Row) => Line | undefined
  readonly typed?: string
}

/** Rules under each other. In a long popup only those in sight are in the page, and the ones around the tab stop, where arrows lead. */
export function RowList({label, rows, isMuted, current, line, typed}: RowListProps) {
  const frame = useContext(context)
  const list = useRef<HTMLUListElement>(null)
  const isLong = frame?.isLong === true
  const first = useMemo(() => {
    if (!frame) return 0
    const taken = Math.min(frame.room.rows, rows.length)
    frame.room.rows -= taken
    return taken
  }, [])
  const range = useSignal<readonly [from: number, to: number]>([0, first])
  const measure = () => {
    const sight = frame?.sight.value
    if (!isLong || !sight || !list.current) return
    const above = sight.top - list.current.offsetTop
    const from = Math.floor(above / rowHeight) - beyond
    const to = Math.ceil((above + (sight.height || usualHeight)) / rowHeight) + beyond
    const next = [Math.max(0, Math.min(from, rows.length)), Math.max(0, Math.min(to, rows.length))] as const
    if (next[0] !== range.peek()[0] || next[1] !== range.peek()[1]) range.value = next
  }
  useSignalEffect(measure)
  useLayoutEffect(measure)

  const draw = (row: Row, index: number) => (
    <PopupRow
      key={row.peek().id}
      row={row}
      muted={isMuted(row)}
      current={row.peek().id === current}
      line={line}
      typed={typed ?? ''}
      place={isLong ? {top: index * rowHeight, index, of: rows.length} : undefined}
    />
  )
  if (!isLong)
    return (
      <ul aria-label={label} ref={list}>
        {rows.map(draw)}
      </ul>
    )
  const at = rows.findIndex(row => row.peek().id === current)
  const [from, to] = range.value
  const shown = rows.flatMap((row, index) => {
    const isNear = at >= 0 && Math.abs(index - at) <= 2
    return (index >= from && index < to) || isNear ? [draw(row, index)] : []
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
  readonly aside?: ComponentChildren
  readonly note?: string | false | undefined
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly line?: (row: Row) => Line | undefined
  readonly typed?: string
  readonly isStatus?: boolean
}

export function RowSection({title, count, aside, note, rows, isStatus = false, ...list}: RowSectionProps) {
  const {current, onFocusIn} = useStop(rows.map(row => row.peek().id))
  return (
    <section class="popup-section" aria-label={title} onFocusIn={onFocusIn}>
      <h2>
        <span role={isStatus ? 'status' : undefined}>{title}</span>
        {count !== undefined && <span class="count">{count}</span>}
        {aside !== undefined && <small dir="auto">{aside}</small>}
      </h2>
      {note && <p class="popup-note">{note}</p>}
      {rows.length > 0 && <RowList rows={rows} current={current} {...list} />}
    </section>
  )
}

/** One tab stop for a section: where the focus was last, or its first row. */
export function useStop(keys: readonly string[]) {
  const [last, setLast] = useState<string>()
  const current = last !== undefined && keys.includes(last) ? last : keys[0]
  const onFocusIn = (event: FocusEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row?.dataset['row'] !== undefined) setLast(row.dataset['row'])
  }
  return {current, onFocusIn}
}

/** A group's head among the rows of its section. */
export const headKey = (groupId: string): string => `group ${groupId}`
