import {useSignal} from '@preact/signals'
import type {Row} from '../state/library'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import type {Line} from './popup-row'
import type {GroupShelf} from './shelves'
import {headKey, useStop, RowList} from './row-list'
import {ExpandButton} from '../components/expand-button'
import {Switch} from '../components/switch'
import {isRuleActive} from '../state/sections'
import {usePopup} from './popup-context'

type GroupsProps = {
  readonly groups: readonly GroupShelf[]
  /** A small library opens with all groups open; a large one as it was left. */
  readonly isSmall: boolean
  readonly paused: boolean
  readonly line: (row: Row) => Line | undefined
  readonly isWhole: boolean
}

export function Groups({groups, isSmall, paused, line, isWhole}: GroupsProps) {
  const closedNow = useSignal<ReadonlySet<string>>(new Set())
  const closedLast = useSignal(closedGroups())
  const closed = isSmall ? closedNow : closedLast
  const isOpen = (id: string) => !closed.value.has(id)
  const {current, onFocusIn} = useStop(
    groups.flatMap(({id, own}) => [headKey(id), ...(isOpen(id) ? own.map(row => row.peek().id) : [])]),
  )
  const toggle = (id: string) => {
    const next = new Set(closed.value)
    if (!next.delete(id)) next.add(id)
    closed.value = next
    if (!isSmall) keepClosedGroups(next)
  }
  const named = groups.filter(each => each.group !== null).length
  return (
    <section class="popup-section" aria-label={commonTexts('groups')} onFocusIn={onFocusIn}>
      {named > 0 && (
        <h2>
          <span>{commonTexts('groups')}</span>
          <span class="count">{named}</span>
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
          line={line}
          isWhole={isWhole}
        />
      ))}
    </section>
  )
}

type GroupSectionProps = {
  readonly section: GroupShelf
  readonly open: boolean
  readonly toggle: () => void
  readonly paused: boolean
  readonly current: string | undefined
  readonly line: (row: Row) => Line | undefined
  readonly isWhole: boolean
}

function GroupSection({section, open, toggle, paused, current, line, isWhole}: GroupSectionProps) {
  const {state, actions} = usePopup()
  const {id, group, items, own} = section
  const name = group ? group.name.trim() || commonTexts('untitled') : commonTexts('noGroup')
  const above = items.length - own.length
  const on = items.filter(row => isRuleActive(row.peek())).length
  const isGroupOff = group?.status === 'Inactive'
  const isTeam = state.shelf.value?.teamGroups.value.includes(id) === true
  const stop = current === headKey(id) ? 0 : -1
  return (
    <div class="popup-group" data-off={isGroupOff ? '' : undefined}>
      <div class="popup-group-head" data-row={headKey(id)} data-group={id} data-open={open ? '' : undefined}>
        <ExpandButton
          name={name}
          count={
            commonTexts('someOn', {on, all: items.length}) +
            (above > 0 ? commonTexts('someAbove', {above}) : '') +
            (isTeam ? commonTexts('ofTeam') : '')
          }
          open={open}
          toggle={toggle}
          tabIndex={group ? -1 : stop}
        />
        {group && (
          <Switch
            name={commonTexts('groupSwitch', {name})}
            isOn={!isGroupOff}
            tabIndex={stop}
            change={next => void actions.switchGroup(group.id, next)}
          />
        )}
      </div>
      {open && own.length > 0 && (
        <RowList label={name} rows={own} isMuted={() => paused || isGroupOff} current={current} line={line} />
      )}
      {open && isWhole && items.length === 0 && <p class="popup-empty">{popupTexts('emptyGroup')}</p>}
    </div>
  )
}

const place = 'switchyard.popup.closed'

/** Which groups were closed when the popup was last open; localStorage answers before the first frame. */
function closedGroups(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : [])
  } catch {
    return new Set()
  }
}

function keepClosedGroups(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(place, JSON.stringify([...ids]))
  } catch {
    // Only a convenience: where nothing can be kept, all groups are open next time.
  }
}
