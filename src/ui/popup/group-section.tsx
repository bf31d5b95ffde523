import {GroupToggle} from '../parts/group-toggle'
import {Switch} from '../parts/switch'
import type {Row} from '../state/library'
import {isOn} from '../state/sections'
import {common, popupWords} from '../words'
import {usePopup} from './popup-context'
import type {Line} from './popup-row'
import {RowList} from './row-list'
import type {GroupShelf} from './shelves'
import {headKey} from './use-stop'

type GroupSectionProps = {
  readonly section: GroupShelf
  readonly open: boolean
  readonly toggle: () => void
  readonly paused: boolean
  readonly current: string | undefined
  readonly line: (row: Row) => Line | undefined
  /** All rows are known: a group without any has none. */
  readonly isWhole: boolean
}

export function GroupSection({section, open, toggle, paused, current, line, isWhole}: GroupSectionProps) {
  const {state, actions} = usePopup()
  const {id, group, items, own} = section
  const name = group ? group.name.trim() || common.untitled : common.noGroup
  const above = items.length - own.length
  const on = items.filter(row => isOn(row.peek())).length
  const isGroupOff = group?.status === 'Inactive'
  const isTeam = state.shelf.value?.teamGroups.value.includes(id) === true
  const stop = current === headKey(id) ? 0 : -1
  return (
    <div class="popup-group" data-off={isGroupOff ? '' : undefined}>
      <div class="popup-group-head" data-row={headKey(id)} data-group={id} data-open={open ? '' : undefined}>
        <GroupToggle
          name={name}
          count={
            common.someOn(on, items.length) + (above > 0 ? common.someAbove(above) : '') + (isTeam ? common.ofTeam : '')
          }
          open={open}
          toggle={toggle}
          tabIndex={group ? -1 : stop}
        />
        {group && (
          <Switch
            name={common.groupSwitch(name)}
            on={!isGroupOff}
            tabIndex={stop}
            change={next => void actions.switchGroup(group.id, next)}
          />
        )}
      </div>
      {open && own.length > 0 && (
        <RowList label={name} rows={own} isMuted={() => paused || isGroupOff} current={current} line={line} />
      )}
      {open && isWhole && items.length === 0 && <p class="popup-empty">{popupWords.emptyGroup}</p>}
    </div>
  )
}
