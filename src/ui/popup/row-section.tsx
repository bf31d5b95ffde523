import type {ComponentChildren} from 'preact'
import type {Row} from '../state/library'
import type {Line} from './popup-row'
import {RowList} from './row-list'
import {useStop} from './use-stop'

type RowSectionProps = {
  readonly title: string
  readonly count?: number
  readonly aside?: ComponentChildren
  /** What holds of all its rows. */
  readonly note?: string | false | undefined
  readonly rows: readonly Row[]
  readonly isMuted: (row: Row) => boolean
  readonly line?: (row: Row) => Line | undefined
  readonly typed?: string
  /** Spoken when it changes. */
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
