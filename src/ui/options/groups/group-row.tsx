import {useComputed} from '@preact/signals'
import {Ellipsis, GripVertical, Pin, PinOff} from 'lucide-preact'
import type {Group} from '../../../model/group'
import {getUnmodifiedKey} from '../../hooks/bare-key'
import {IconButton} from '../../components/icon-button'
import {formatKeys} from '../../hooks/keys'
import {usePage} from '../../state/page-context'
import {Menu} from '../../components/menu'
import {groupShortcuts} from '../../hooks/aria-shortcuts'
import {Switch} from '../../components/switch'
import {isLetterCommand} from '../../hooks/typing'
import type {GroupCommands} from '../../commands/groups'
import {commonTexts} from '../../../locales/common'
import {groupsTexts} from '../../../locales/groups'
import {rulesTexts} from '../../../locales/rules'
import type {Drag} from '../drag'
import {GroupState} from '../group-state'
import {createRepeatGuard} from '../../hooks/use-roving-focus'
import {NameField} from './name-field'

/** Where a dragged group would go. */
export type GroupPlace = {readonly onto: string; readonly edge: 'above' | 'below'}

type GroupRowProps = {
  readonly group: Group
  readonly index: number
  readonly top: number | undefined
  readonly size: number
  readonly count: number
  readonly isCurrent: boolean
  readonly steps: GroupCommands
  readonly drag: Drag<GroupPlace>
  readonly focus: (id: string) => void
  readonly remove: (id: string) => void
}

const paced = createRepeatGuard()

const edit = (name: HTMLInputElement | null) => {
  name?.focus()
  name?.select()
}

export function GroupRow({group, index, top, size, count, isCurrent, steps, drag, focus, remove}: GroupRowProps) {
  const {library, settings} = usePage()
  const {id} = group
  const name = group.name.trim() || commonTexts('untitled')
  const isOn = group.status === 'Active'
  const edge = useComputed(() => (drag.place.value?.onto === id ? drag.place.value.edge : undefined)).value
  /** The field loses the focus when another page deletes its group: there is nothing to rename. */
  const rename = async (given: string) =>
    library.groups.peek().some(each => each.id === id) && (await steps.rename(id, given))
  async function step(by: 1 | -1) {
    await steps.step(id, by)
    focus(id)
  }

  function onKeyDown(event: KeyboardEvent & {readonly currentTarget: HTMLElement}) {
    const {key, target, currentTarget: row} = event
    const isLetter = isLetterCommand(event, settings)
    if (event.defaultPrevented) return
    const isMove = event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')
    const acts: Readonly<Record<string, () => void>> = {
      ' ': () => void steps.toggle(id, !isOn),
      Enter: () => edit(row.querySelector('input')),
      Delete: () => remove(id),
      ...(isLetter ? {p: () => void steps.pin(id)} : {}),
    }
    const isOwn = target === row && !event.altKey && !event.ctrlKey && !event.metaKey
    const act = isMove
      ? () => paced(event, () => step(key === 'ArrowUp' ? -1 : 1))
      : isOwn
        ? acts[getUnmodifiedKey(event)]
        : undefined
    if (!act) return
    event.preventDefault()
    // A key that is held down goes on moving, and does all else once.
    if (isMove || !event.repeat) act()
  }

  const pin = group.isFavourite ? commonTexts('unpin', {name}) : commonTexts('pin', {name})
  const isTeam = library.teamGroups.value.includes(id)

  return (
    <div
      role="row"
      class="group-row"
      data-row={id}
      style={top === undefined ? undefined : {top: `${top}px`}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 1}
      aria-label={groupsTexts('row', {name, rules: size, on: isOn}) + (isTeam ? commonTexts('ofTeamSpoken') : '')}
      aria-keyshortcuts={groupShortcuts(settings)}
      data-off={isOn ? undefined : ''}
      data-drop={edge}
      onKeyDown={onKeyDown}
    >
      <span
        class="group-grip"
        role="gridcell"
        title={rulesTexts('drag')}
        onPointerDown={event => drag.start(id, event)}
      >
        <GripVertical size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span role="gridcell" class="group-own-cell">
        <NameField id={id} name={group.name} rename={rename} leave={() => focus(id)} />
      </span>
      <span role="gridcell" class="count">
        <GroupState groupId={id} /> {isTeam && <span class="badge">{commonTexts('team')}</span>}{' '}
        {commonTexts('rules', {count: size})}
      </span>
      <span role="gridcell" class="group-tools" data-pinned={group.isFavourite ? '' : undefined}>
        <IconButton
          icon={group.isFavourite ? PinOff : Pin}
          name={pin}
          tip={settings.letterKeys.value ? commonTexts('withKey', {what: pin, key: rulesTexts('keyOf.pin')}) : pin}
          onClick={() => void steps.pin(id)}
        />
        <Menu
          name={commonTexts('more', {name})}
          menuName={commonTexts('more', {name})}
          class="icon-button"
          items={() => [
            {
              id: 'up',
              label: groupsTexts('moveUp'),
              hint: formatKeys('Alt ↑'),
              disabled: index === 0,
              choose: () => void step(-1),
            },
            {
              id: 'down',
              label: groupsTexts('moveDown'),
              hint: formatKeys('Alt ↓'),
              disabled: index === count - 1,
              choose: () => void step(1),
            },
            {
              id: 'delete',
              label: groupsTexts('delete'),
              hint: formatKeys('Del'),
              danger: true,
              choose: () => remove(id),
            },
          ]}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </Menu>
      </span>
      <span role="gridcell" class="group-switch">
        <Switch name={commonTexts('groupSwitch', {name})} isOn={isOn} change={on => void steps.toggle(id, on)} />
      </span>
    </div>
  )
}
