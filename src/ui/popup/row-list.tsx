import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {createContext} from 'preact'
import {useContext, useLayoutEffect, useRef} from 'preact/hooks'
import type {Row} from '../state/library'
import {usePopup} from './popup-context'
import {PopupRow, type Line} from './popup-row'

const rowHeight = 40
const beyond = 4
/** Where nothing is measured, as before the first frame. */
const usualHeight = 480

/** What the popup's list shows of itself. Only a long list leaves out rows that are out of sight. */
export type Sight = {readonly top: number; readonly height: number}
type Frame = {readonly sight: ReadonlySignal<Sight>; readonly isLong: boolean}
const context = createContext<Frame | null>(null)
export const FrameProvider = context.Provider

type RowListProps = {
  readonly label?: string
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  /** The rule where the only tab stop of the section is. */
  readonly current: string | undefined
  readonly line?: (row: Row) => Line | undefined
  readonly typed?: string
}

/** Rules under each other. In a long popup only those in sight are in the page, and the ones around the tab stop, where arrows lead. */
export function RowList({label, rows, isMuted, current, line, typed}: RowListProps) {
  const {isRested} = usePopup().state
  const frame = useContext(context)
  const list = useRef<HTMLUListElement>(null)
  const range = useSignal<readonly [from: number, to: number]>([0, 0])
  const isLong = frame?.isLong === true
  const measure = () => {
    const sight = frame?.sight.value
    if (!isLong || !sight || !list.current) return
    // Those out of sight are not what the first frame waits for.
    const around = isRested.value ? beyond : 0
    const above = sight.top - list.current.offsetTop
    const from = Math.floor(above / rowHeight) - around
    const to = Math.ceil((above + (sight.height || usualHeight)) / rowHeight) + around
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
