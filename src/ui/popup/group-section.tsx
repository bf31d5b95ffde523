import {usePage} from '../parts/library-context'
import {GroupToggle} from '../parts/group-toggle'
import {Switch} from '../parts/switch'
import type {Row} from '../state/library'
import {isOn, type Section} from '../state/sections'
import {common} from '../words'
import {PopupRow} from './popup-row'

type GroupSectionProps = {
  readonly section: Section<Row>
  readonly isPinned: (row: Row) => boolean
  readonly open: boolean
  readonly toggle: () => void
  readonly paused: boolean
  readonly edit: (id: string) => void
}

export function GroupSection({section, isPinned, open, toggle, paused, edit}: GroupSectionProps) {
  const {library} = usePage()
  const {group, items} = section
  const name = group?.name || common.noGroup
  const shown = items.filter(row => !isPinned(row))
  const above = items.length - shown.length
  // Nothing of its own is left to show: every rule of "No group" stands above.
  if (!group && shown.length === 0) return null
  const on = items.filter(row => isOn(row.value)).length
  const isGroupOff = group?.status === 'Inactive'
  return (
    <div class="popup-group" data-off={isGroupOff ? '' : undefined}>
      <div class="popup-group-head" data-row>
        <GroupToggle
          name={name}
          count={common.someOn(on, items.length) + (above > 0 ? common.someAbove(above) : '')}
          open={open}
          toggle={toggle}
        />
        {group && (
          <Switch
            name={common.groupSwitch(group.name)}
            on={!isGroupOff}
            change={next => void library.switchGroup(group.id, next)}
          />
        )}
      </div>
      {open && shown.length > 0 && (
        <ul aria-label={name}>
          {shown.map(row => (
            <PopupRow key={row.peek().id} row={row} edit={edit} muted={paused || isGroupOff} />
          ))}
        </ul>
      )}
    </div>
  )
}
