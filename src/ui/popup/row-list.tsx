import type {ComponentChildren, RefObject} from 'preact'
import {useMemo, useState} from 'preact/hooks'
import {createRequiredContext} from '../hooks/create-required-context'
import {maxRowsToRenderAll, useVirtualList} from '../hooks/use-virtual-list'
import type {Row} from '../state/library'
import {PopupRow, type RowDetails} from './popup-row'

/** In pixels. */
const rowHeight = 40
const initialHeight = 480

/** What the lists of one page share. Only long lists omit invisible rows. */
type ListFrame = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly isLong: boolean
  /** The assumed position of the next list in the first frame, before layout. */
  nextTop: number
}
const [FrameContext, useFrame] = createRequiredContext<ListFrame>('useFrame')

type FrameProviderProps = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly children: ComponentChildren
}

export function FrameProvider({scroller, count, children}: FrameProviderProps) {
  const isLong = count > maxRowsToRenderAll
  const frame = useMemo(() => ({scroller, isLong, nextTop: 0}), [scroller, isLong])
  return <FrameContext value={frame}>{children}</FrameContext>
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
  const frame = useFrame()
  const {scroller, isLong} = frame
  const initial = useMemo(() => {
    const top = frame.nextTop
    frame.nextTop += rows.length * rowHeight
    return {rowHeight, top, height: initialHeight}
  }, [])
  const list = useVirtualList<HTMLUListElement>({
    scroller,
    count: rows.length,
    focusedIndex: rows.findIndex(row => row.peek().id === current),
    focusMargin: 2,
    isLong,
    initial,
  })
  return (
    <ul aria-label={label} class={isLong ? 'popup-long' : undefined} {...list.body}>
      {list.rows.map(({index, top}) => {
        const row = rows[index]
        return (
          row && (
            <PopupRow
              key={row.peek().id}
              row={row}
              muted={isMuted(row)}
              current={row.peek().id === current}
              getDetails={getDetails}
              searchText={searchText ?? ''}
              position={top === undefined ? undefined : {top, index, of: rows.length}}
            />
          )
        )
      })}
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
