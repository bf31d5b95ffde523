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
import type {RowDrag} from '../row-drag'
import {GroupStateHint} from '../group-state'
import {createRepeatGuard} from '../../hooks/use-roving-focus'
import {NameField} from './name-field'

/** The target of a dragged group. */
export type GroupDropPosition = {readonly onto: string; readonly edge: 'above' | 'below'}

type GroupRowProps = {
  readonly group: Group
  readonly index: number
  readonly top: string | undefined
  readonly size: number
  readonly count: number
  readonly isCurrent: boolean
  readonly steps: GroupCommands
  readonly drag: RowDrag<GroupDropPosition>
  readonly focus: (id: string) => void
  readonly remove: (id: string) => void
}

const runPaced = createRepeatGuard()

const editName = (name: HTMLInputElement | null) => {
  name?.focus()
  name?.select()
}

export function GroupRow({group, index, top, size, count, isCurrent, steps, drag, focus, remove}: GroupRowProps) {
  const {library, settings} = usePage()
  const {id} = group
  const name = group.name.trim() || commonTexts('untitled')
  const isOn = group.status === 'Active'
  const edge = useComputed(() => (drag.position.value?.onto === id ? drag.position.value.edge : undefined)).value
  /** The field also loses the focus when another page deletes the group. */
  const rename = async (newName: string) =>
    library.groups.peek().some(each => each.id === id) && (await steps.rename(id, newName))
  async function step(by: 1 | -1) {
    await steps.step(id, by)
    focus(id)
  }

  function onKeyDown(event: KeyboardEvent & {readonly currentTarget: HTMLElement}) {
    const {key, target, currentTarget: row} = event
    const isLetter = isLetterCommand(event, settings)
    if (event.defaultPrevented) return
    const isMove = event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')
    const keyActions: Readonly<Record<string, () => void>> = {
      ' ': () => void steps.toggle(id, !isOn),
      Enter: () => editName(row.querySelector('input')),
      Delete: () => remove(id),
      ...(isLetter ? {p: () => void steps.pin(id)} : {}),
    }
    const isOnRow = target === row && !event.altKey && !event.ctrlKey && !event.metaKey
    const run = isMove
      ? () => runPaced(event, () => step(key === 'ArrowUp' ? -1 : 1))
      : isOnRow
        ? keyActions[getUnmodifiedKey(event)]
        : undefined
    if (!run) return
    event.preventDefault()
    // Only moves repeat while the key is pressed.
    if (isMove || !event.repeat) run()
  }

  const pin = group.isFavourite ? commonTexts('unpin', {name}) : commonTexts('pin', {name})
  const isTeam = library.teamGroups.value.includes(id)

  return (
    <div
      role="row"
      class="group-row"
      data-row={id}
      style={top === undefined ? undefined : {top}}
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
        <GroupStateHint groupId={id} /> {isTeam && <span class="badge">{commonTexts('team')}</span>}{' '}
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
