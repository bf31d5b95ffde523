import {Callout} from '../components/callout'
import type {LibraryState, Row} from '../state/library'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {Groups} from './groups'
import {usePopup} from './popup-context'
import {actedLine, type Line} from './popup-row'
import {FrameProvider, RowSection, RowList, headKey, useStop, type Sight} from './row-list'
import {isMuted, noClaims, shelvesOf, type Shelves} from './shelves'
import {useKeptFocus} from './row-keys'
import type {ReadonlySignal} from '@preact/signals'
import {hashes} from '../routes'
import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useState} from 'preact/hooks'
import {isRuleActive} from '../state/sections'

const fewEnoughToOpen = 50
const fewEnoughToDraw = 100

type LibraryProps = {readonly shelf: LibraryState; readonly sight: ReadonlySignal<Sight>}

/** Each rule once: applied on this tab, on without effect there, pinned, or in its group. */
export function Library({shelf, sight}: LibraryProps) {
  const {state} = usePopup()
  const paused = shelf.isPaused.value
  const here = state.here.value
  // A pin moves its row to another section, and a switch is counted by its group.
  void shelf.revision.value
  const {acted, idle, pinned, groups, offGroups} = shelvesOf(shelf, paused ? noClaims : state.claims.value)
  const size = shelf.ruleCount.value
  const muted = (row: Row) => isMuted(row, paused, offGroups)
  const did = !paused && here?.kind === 'open' ? state.did.value : null
  const didHere = (row: Row): Line | undefined => {
    const each = did?.acted.get(row.peek().id)
    return each ? actedLine(each, row.value) : undefined
  }
  useKeptFocus()
  return (
    <FrameProvider sight={sight} isLong={size > fewEnoughToDraw}>
      {paused && (
        <Callout tone="paused" title={commonTexts('paused')}>
          <p>{commonTexts('pausedText')}</p>
        </Callout>
      )}
      {!paused && here?.kind === 'closed' && <ClosedTab />}
      {here?.kind === 'open' && did && state.claims.value.isSettled && (
        <RowSection
          title={popupTexts('here')}
          count={shelf.rows.value.filter(row => did.acted.has(row.peek().id)).length}
          aside={here.host}
          note={did.note}
          rows={acted}
          isMuted={muted}
          line={didHere}
        />
      )}
      {idle.length > 0 && <IdleSection idle={idle} didHere={didHere} />}
      {pinned.length > 0 && (
        <RowSection title={commonTexts('pinned')} count={pinned.length} rows={pinned} isMuted={muted} line={didHere} />
      )}
      {groups.length > 0 && (
        <Groups
          groups={groups}
          isSmall={size <= fewEnoughToOpen}
          paused={paused}
          line={didHere}
          isWhole={shelf.rows.value.length === size}
        />
      )}
    </FrameProvider>
  )
}

/** Of a page whose address Chrome does not tell: it is the browser's own, or of a site that the person has not allowed. */
function ClosedTab() {
  const {state, actions} = usePopup()
  const isAllowed = state.isAllowed.value
  if (isAllowed === null) return null
  return (
    <p class="popup-closed">
      {isAllowed ? (
        popupTexts('closedTab')
      ) : (
        <>
          {popupTexts('notAllowed')}{' '}
          <button type="button" class="link-button" onClick={() => actions.open(hashes.settings)}>
            {popupTexts('toPermissions')}
          </button>
        </>
      )}
    </p>
  )
}

const key = 'idle'

type IdleProps = {
  readonly idle: Shelves['idle']
  readonly didHere: (row: Row) => Line | undefined
}

/** The rules that are on and did nothing on this tab: open, each with the reason. */
function IdleSection({idle, didHere}: IdleProps) {
  const shelf = usePopup().state.shelf.value
  const [open, setOpen] = useState(true)
  const {current, onFocusIn} = useStop([headKey(key), ...(open ? idle.map(({row}) => row.peek().id) : [])])
  const reasons = new Map(idle.map(({row, idle: each}) => [row, each]))
  const Shape = open ? ChevronDown : ChevronRight
  const off = new Set(shelf?.groups.value.filter(group => group.status === 'Inactive').map(group => group.id))
  const isStillIdle = (row: Row) => isRuleActive(row.peek()) && !isMuted(row, false, off) && !didHere(row)
  const reasonOf = (row: Row) => (isRuleActive(row.peek()) ? reasons.get(row) : undefined)
  const title = popupTexts('idle', {count: idle.filter(({row}) => isStillIdle(row)).length})
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
