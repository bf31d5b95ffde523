import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useState} from 'preact/hooks'
import type {Row} from '../state/library'
import {isOn} from '../state/sections'
import {popupWords} from '../words'
import {usePopup} from './popup-context'
import type {Line} from './popup-row'
import {RowList, headKey, useStop} from './row-list'
import {isMuted, type Shelves} from './shelves'

const key = 'idle'

type IdleProps = {
  readonly idle: Shelves['idle']
  readonly didHere: (row: Row) => Line | undefined
}

/** The rules that are on and did nothing on this tab: open, each with the reason. */
export function IdleSection({idle, didHere}: IdleProps) {
  const shelf = usePopup().state.shelf.value
  const [open, setOpen] = useState(true)
  const {current, onFocusIn} = useStop([headKey(key), ...(open ? idle.map(({row}) => row.peek().id) : [])])
  const reasons = new Map(idle.map(({row, idle: each}) => [row, each]))
  const Shape = open ? ChevronDown : ChevronRight
  const off = new Set(shelf?.groups.value.filter(group => group.status === 'Inactive').map(group => group.id))
  // Switched off meanwhile, by itself or by its group, it keeps its place, and is on no more.
  const isStillIdle = (row: Row) => isOn(row.peek()) && !isMuted(row, false, off) && !didHere(row)
  const reasonOf = (row: Row) => (isOn(row.peek()) ? reasons.get(row) : undefined)
  const title = popupWords.idle(idle.filter(({row}) => isStillIdle(row)).length)
  return (
    <section class="popup-section" aria-label={title} onFocusIn={onFocusIn}>
      <div class="popup-group-head" data-row={headKey(key)} data-group={key} data-open={open ? '' : undefined}>
        <button
          type="button"
          class="group-toggle popup-idle"
          aria-expanded={open}
          tabIndex={current === headKey(key) ? 0 : -1}
          onClick={() => setOpen(!open)}
        >
          <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
          {title}
        </button>
      </div>
      {open && (
        <RowList
          rows={idle.map(({row}) => row)}
          isMuted={row => isMuted(row, false, off)}
          current={current}
          line={row => {
            const said = reasonOf(row)
            return didHere(row) ?? (said && {text: said.reason, warn: said.warn})
          }}
        />
      )}
    </section>
  )
}
