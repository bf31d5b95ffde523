import {Callout} from '../components/callout'
import type {LibraryState, Row} from '../state/library'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {Groups} from './groups'
import {usePopup} from './popup-context'
import {getAppliedDetails, type RowDetails} from './popup-row'
import {FrameProvider, RowSection, RowList, getGroupHeaderKey, useTabStop} from './row-list'
import {isMuted, noAssignment, getPopupSections, type PopupSections} from './popup-sections'
import {useRowFocus} from './row-keyboard'
import type {RefObject} from 'preact'
import {hashes} from '../routes'
import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useState} from 'preact/hooks'
import {isRuleActive} from '../state/sections'

const maxRulesToOpenGroups = 50

type RuleSectionsProps = {readonly library: LibraryState; readonly scroller: RefObject<HTMLElement | null>}

/** Lists each rule once: as applied on this tab, as idle, as pinned or in its group. */
export function RuleSections({library, scroller}: RuleSectionsProps) {
  const {state} = usePopup()
  const paused = library.isPaused.value
  const page = state.currentPage.value
  // Pins and switches change the sections and the counts of groups.
  void library.revision.value
  const {applied, idle, pinned, groups, inactiveGroups} = getPopupSections(
    library,
    paused ? noAssignment : state.assignment.value,
  )
  const size = library.ruleCount.value
  const isRowMuted = (row: Row) => isMuted(row, paused, inactiveGroups)
  const onTab = !paused && page?.kind === 'accessible' ? state.tabMatches.value : null
  const getAppliedLine = (row: Row): RowDetails | undefined => {
    const each = onTab?.applied.get(row.peek().id)
    return each ? getAppliedDetails(each, row.value) : undefined
  }
  useRowFocus()
  return (
    <FrameProvider scroller={scroller} count={size}>
      {paused && (
        <Callout tone="paused" title={commonTexts('paused')}>
          <p>{commonTexts('pausedText')}</p>
        </Callout>
      )}
      {!paused && page?.kind === 'restricted' && <RestrictedTab />}
      {page?.kind === 'accessible' && onTab && state.assignment.value.isComplete && (
        <RowSection
          title={popupTexts('here')}
          count={library.rows.value.filter(row => onTab.applied.has(row.peek().id)).length}
          detail={page.host}
          note={onTab.note}
          rows={applied}
          isMuted={isRowMuted}
          getDetails={getAppliedLine}
        />
      )}
      {idle.length > 0 && <IdleSection idleRows={idle} getAppliedLine={getAppliedLine} />}
      {pinned.length > 0 && (
        <RowSection
          title={commonTexts('pinned')}
          count={pinned.length}
          rows={pinned}
          isMuted={isRowMuted}
          getDetails={getAppliedLine}
        />
      )}
      {groups.length > 0 && (
        <Groups
          groups={groups}
          isSmall={size <= maxRulesToOpenGroups}
          paused={paused}
          getDetails={getAppliedLine}
          isLoaded={library.rows.value.length === size}
        />
      )}
    </FrameProvider>
  )
}

/** For a tab without a known URL: a page of the browser, or a site without permission. */
function RestrictedTab() {
  const {state, actions} = usePopup()
  const isAllowed = state.hasAccessToAllSites.value
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

const idleSectionKey = 'idle'

type IdleSectionProps = {
  readonly idleRows: PopupSections['idle']
  readonly getAppliedLine: (row: Row) => RowDetails | undefined
}

/** The rules that are on but matched nothing on this tab, each with the reason. */
function IdleSection({idleRows, getAppliedLine}: IdleSectionProps) {
  const library = usePopup().state.readyLibrary.value
  const [open, setOpen] = useState(true)
  const {current, onFocusIn} = useTabStop([
    getGroupHeaderKey(idleSectionKey),
    ...(open ? idleRows.map(({row}) => row.peek().id) : []),
  ])
  const reasons = new Map(idleRows.map(({row, idle: each}) => [row, each]))
  const Chevron = open ? ChevronDown : ChevronRight
  const inactiveGroups = new Set(
    library?.groups.value.filter(group => group.status === 'Inactive').map(group => group.id),
  )
  const isStillIdle = (row: Row) =>
    isRuleActive(row.peek()) && !isMuted(row, false, inactiveGroups) && !getAppliedLine(row)
  const getReason = (row: Row) => (isRuleActive(row.peek()) ? reasons.get(row) : undefined)
  const title = popupTexts('idle', {count: idleRows.filter(({row}) => isStillIdle(row)).length})
  return (
    <section class="popup-section" aria-label={title} onFocusIn={onFocusIn}>
      <div
        class="popup-group-head"
        data-row={getGroupHeaderKey(idleSectionKey)}
        data-group={idleSectionKey}
        data-open={open ? '' : undefined}
      >
        <button
          type="button"
          class="group-toggle popup-idle"
          aria-expanded={open}
          tabIndex={current === getGroupHeaderKey(idleSectionKey) ? 0 : -1}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={16} strokeWidth={1.75} aria-hidden="true" />
          {title}
        </button>
      </div>
      {open && (
        <RowList
          rows={idleRows.map(({row}) => row)}
          isMuted={row => isMuted(row, false, inactiveGroups)}
          current={current}
          getDetails={row => {
            const reason = getReason(row)
            return getAppliedLine(row) ?? (reason && {text: reason.reason, warn: reason.warn})
          }}
        />
      )}
    </section>
  )
}
