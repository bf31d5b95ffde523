import {ArrowDown, ArrowUp, Pin, PinOff, Trash2} from 'lucide-preact'
import {useState} from 'preact/hooks'
import type {Group} from '../../../contract/group'
import {ErrorText} from '../../parts/error-text'
import {IconButton} from '../../parts/icon-button'
import {usePage} from '../../parts/library-context'
import {Switch} from '../../parts/switch'
import {groupPayload} from '../../state/library'
import {common, groupsWords} from '../../words'

type GroupRowProps = {
  readonly group: Group
  readonly size: number
  /** What to stand above for one step up, and for one step down (null: last); undefined where there is no step. */
  readonly upper: string | undefined
  readonly lower: string | null | undefined
}

export function GroupRow({group, size, upper, lower}: GroupRowProps) {
  const {library, client} = usePage()
  const {id} = group
  const name = group.name || common.untitled
  const update = (changes: Partial<Group>) =>
    library.run(() => client.ask('group.update', {id, payload: groupPayload(group, changes)}))
  const move = (before: string | null) => library.run(() => client.ask('group.move', {id, before}))

  async function remove() {
    const done = await library.run(() => client.ask('group.delete', {id}))
    if (done === undefined) return
    library.toasts.report(groupsWords.deleted(name, size), () =>
      library.run(() => client.ask('trash.restore', {ids: [id]})),
    )
  }

  return (
    <li class="group-row" data-off={group.status === 'Active' ? undefined : ''}>
      <NameField id={id} name={group.name} rename={given => update({name: given})} />
      <span class="count">{common.rules(size)}</span>
      <IconButton
        icon={group.isFavourite ? PinOff : Pin}
        name={group.isFavourite ? common.unpin(name) : common.pin(name)}
        onClick={() => void update({isFavourite: !group.isFavourite})}
      />
      <IconButton
        icon={ArrowUp}
        name={groupsWords.moveUp(name)}
        disabled={upper === undefined}
        onClick={() => void move(upper ?? null)}
      />
      <IconButton
        icon={ArrowDown}
        name={groupsWords.moveDown(name)}
        disabled={lower === undefined}
        onClick={() => void move(lower ?? null)}
      />
      <IconButton icon={Trash2} name={groupsWords.delete(name)} onClick={() => void remove()} />
      <Switch
        name={common.groupSwitch(group.name)}
        on={group.status === 'Active'}
        muted={library.paused.value}
        change={on => void library.switchGroup(id, on)}
      />
    </li>
  )
}

type NameFieldProps = {
  readonly id: string
  readonly name: string
  readonly rename: (name: string) => Promise<unknown>
}

/** Edited in place: leaving the field or Enter keeps the name, Esc brings the old one back. */
function NameField({id, name, rename}: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? name
  const isRefused = typed !== null && typed.trim() === ''
  const errorId = `group-name-${id}`

  async function keep() {
    if (typed === null || isRefused) return
    if (typed.trim() !== name) await rename(typed.trim())
    setTyped(null)
  }

  return (
    <span class="group-name">
      <input
        class="field field-quiet"
        dir="auto"
        aria-label={groupsWords.name(name || common.untitled)}
        value={shown}
        aria-invalid={isRefused ? true : undefined}
        aria-describedby={isRefused ? errorId : undefined}
        onInput={event => setTyped(event.currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={event => {
          if (event.key === 'Enter') void keep()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      {isRefused && <ErrorText id={errorId}>{groupsWords.nameless}</ErrorText>}
    </span>
  )
}
