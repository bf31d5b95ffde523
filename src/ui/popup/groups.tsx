import {useSignal} from '@preact/signals'
import type {Row} from '../state/library'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import type {RowDetails} from './popup-row'
import type {GroupRows} from './popup-sections'
import {getGroupHeaderKey, useTabStop, RowList} from './row-list'
import {ExpandButton} from '../components/expand-button'
import {Switch} from '../components/switch'
import {isRuleActive} from '../state/sections'
import {usePopup} from './popup-context'

type GroupsProps = {
  readonly groups: readonly GroupRows[]
  /** In a small library all groups start open, in a large one as the user left them. */
  readonly isSmall: boolean
  readonly paused: boolean
  readonly getDetails: (row: Row) => RowDetails | undefined
  readonly isLoaded: boolean
}

export function Groups({groups, isSmall, paused, getDetails, isLoaded}: GroupsProps) {
  const closedByDefault = useSignal<ReadonlySet<string>>(new Set())
  const closedBefore = useSignal(readClosedGroups())
  const closed = isSmall ? closedByDefault : closedBefore
  const isOpen = (id: string) => !closed.value.has(id)
  const {current, onFocusIn} = useTabStop(
    groups.flatMap(({id, rows}) => [getGroupHeaderKey(id), ...(isOpen(id) ? rows.map(row => row.peek().id) : [])]),
  )
  const toggle = (id: string) => {
    const next = new Set(closed.value)
    if (!next.delete(id)) next.add(id)
    closed.value = next
    if (!isSmall) storeClosedGroups(next)
  }
  const groupCount = groups.filter(each => each.group !== null).length
  return (
    <section class="popup-section" aria-label={commonTexts('groups')} onFocusIn={onFocusIn}>
      {groupCount > 0 && (
        <h2>
          <span>{commonTexts('groups')}</span>
          <span class="count">{groupCount}</span>
        </h2>
      )}
      {groups.map(section => (
        <GroupSection
          key={section.id}
          section={section}
          open={isOpen(section.id)}
          toggle={() => toggle(section.id)}
          paused={paused}
          current={current}
          getDetails={getDetails}
          isLoaded={isLoaded}
        />
      ))}
    </section>
  )
}

type GroupSectionProps = {
  readonly section: GroupRows
  readonly open: boolean
  readonly toggle: () => void
  readonly paused: boolean
  readonly current: string | undefined
  readonly getDetails: (row: Row) => RowDetails | undefined
  readonly isLoaded: boolean
}

function GroupSection({section, open, toggle, paused, current, getDetails, isLoaded}: GroupSectionProps) {
  const {state, actions} = usePopup()
  const {id, group, items, rows} = section
  const name = group ? group.name.trim() || commonTexts('untitled') : commonTexts('noGroup')
  const shownAbove = items.length - rows.length
  const on = items.filter(row => isRuleActive(row.peek())).length
  const isGroupOff = group?.status === 'Inactive'
  const isTeam = state.readyLibrary.value?.teamGroups.value.includes(id) === true
  const headerTabIndex = current === getGroupHeaderKey(id) ? 0 : -1
  return (
    <div class="popup-group" data-off={isGroupOff ? '' : undefined}>
      <div class="popup-group-head" data-row={getGroupHeaderKey(id)} data-group={id} data-open={open ? '' : undefined}>
        <ExpandButton
          name={name}
          count={
            commonTexts('someOn', {on, all: items.length}) +
            (shownAbove > 0 ? commonTexts('someAbove', {above: shownAbove}) : '') +
            (isTeam ? commonTexts('ofTeam') : '')
          }
          open={open}
          toggle={toggle}
          tabIndex={group ? -1 : headerTabIndex}
        />
        {group && (
          <Switch
            name={commonTexts('groupSwitch', {name})}
            isOn={!isGroupOff}
            tabIndex={headerTabIndex}
            change={next => void actions.switchGroup(group.id, next)}
          />
        )}
      </div>
      {open && rows.length > 0 && (
        <RowList
          label={name}
          rows={rows}
          isMuted={() => paused || isGroupOff}
          current={current}
          getDetails={getDetails}
        />
      )}
      {open && isLoaded && items.length === 0 && <p class="popup-empty">{popupTexts('emptyGroup')}</p>}
    </div>
  )
}

const storageKey = 'switchyard.popup.closed'

/** The groups closed in the last popup. localStorage has them before the first frame. */
function readClosedGroups(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : [])
  } catch {
    return new Set()
  }
}

function storeClosedGroups(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...ids]))
  } catch {
    // Without storage all groups are open next time.
  }
}
