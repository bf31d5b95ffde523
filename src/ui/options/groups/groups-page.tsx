import {shortenName} from '../../sentences/quote'
import {useComputed, useSignal} from '@preact/signals'
import {Plus} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useEffect, useMemo, useRef, useState} from 'preact/hooks'
import {formatNumber} from '../../format'
import {Callout} from '../../components/callout'
import {ErrorText} from '../../components/error-text'
import {usePage} from '../../state/page-context'
import {getGroupId} from '../../state/sections'
import {createGroupCommands} from '../../commands/groups'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {groupsTexts} from '../../../locales/groups'
import {createRowDrag} from '../row-drag'
import {PageTitle} from '../page-title'
import {useRovingFocus} from '../../hooks/use-roving-focus'
import {maxRowsToRenderAll, useVirtualList} from '../../hooks/use-virtual-list'
import {GroupRow, type GroupDropPosition} from './group-row'

/** The row under the pointer, or the last one below the list. */
function getDropPosition(list: HTMLElement, clientY: number): GroupDropPosition | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const row = rows.find(each => clientY < each.getBoundingClientRect().bottom) ?? rows.at(-1)
  if (!row) return undefined
  const {top, height} = row.getBoundingClientRect()
  return {onto: row.dataset['row'] ?? '', edge: clientY < top + height / 2 ? 'above' : 'below'}
}

export function GroupsPage() {
  const {library, client} = usePage()
  const groups = library.groups.value
  const ruleCounts = useComputed(() => {
    // Peeks, since subscribing to ten thousand rows would cost more than counting again.
    void library.revision.value
    const counted = new Map<string, number>()
    for (const row of library.rows.value) {
      const id = getGroupId(row.peek())
      counted.set(id, (counted.get(id) ?? 0) + 1)
    }
    return counted
  })
  const ids = groups.map(each => each.id)
  const roving = useRovingFocus(ids, index => list.reveal(index))
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualList({
    scroller,
    count: groups.length,
    focusedIndex: ids.indexOf(roving.current ?? ''),
    isLong: groups.length > maxRowsToRenderAll,
  })
  const newGroup = useRef<HTMLInputElement>(null)
  const steps = useMemo(() => createGroupCommands(library, client), [library, client])
  const announcement = useSignal('')
  const drag = useMemo(
    () =>
      createRowDrag<GroupDropPosition>({
        getPosition: getDropPosition,
        drop: (id, {edge, onto}) => void steps.move(id, edge, onto),
        announce(what, id) {
          const group = library.groups.peek().find(each => each.id === id)
          announcement.value = commandTexts(`drag.${what}`, {name: shortenName(group?.name || commonTexts('untitled'))})
        },
      }),
    [steps],
  )
  useEffect(() => drag.stop, [drag])
  async function remove(id: string) {
    const next = roving.after(id)
    if (!(await steps.remove(id))) return
    if (next === undefined) newGroup.current?.focus()
    else roving.focus(next)
  }
  return (
    <>
      <header class="page-head">
        <PageTitle>{groupsTexts('title')}</PageTitle>
        <span class="count">{formatNumber(groups.length)}</span>
        <span class="fill" />
        <NewGroup input={newGroup} create={steps.create} />
      </header>
      <div class="scroll" ref={scroller}>
        {library.isPaused.value && (
          <Callout tone="paused" title={commonTexts('paused')}>
            <p>{commonTexts('pausedText')}</p>
          </Callout>
        )}
        {groups.length === 0 ? (
          <div class="empty">
            <b>{groupsTexts('emptyTitle')}</b>
            <p>{groupsTexts('emptyText')}</p>
          </div>
        ) : (
          <div
            role="grid"
            class="group-rows"
            aria-label={groupsTexts('title')}
            aria-rowcount={groups.length}
            {...roving.props}
          >
            <div role="rowgroup" class="group-body" {...list.body}>
              {list.rows.map(({index, top}) => {
                const group = groups[index]
                return group ? (
                  <GroupRow
                    key={group.id}
                    group={group}
                    index={index}
                    top={top}
                    size={ruleCounts.value.get(group.id) ?? 0}
                    count={groups.length}
                    isCurrent={group.id === roving.current}
                    steps={steps}
                    drag={drag}
                    focus={roving.focus}
                    remove={id => void remove(id)}
                  />
                ) : null
              })}
            </div>
          </div>
        )}
      </div>
      <div class="unseen" aria-live="polite">
        {announcement.value}
      </div>
    </>
  )
}

type NewGroupProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly create: (name: string) => Promise<unknown>
}

function NewGroup({input, create}: NewGroupProps) {
  const [name, setName] = useState('')
  const [isRefused, setRefused] = useState(false)
  const creatingName = useRef<string | null>(null)

  async function submit() {
    const given = name.trim()
    setRefused(given === '')
    input.current?.focus()
    // A double press must create one group only.
    if (given === '' || creatingName.current === given) return
    creatingName.current = given
    const created = await create(given)
    if (creatingName.current === given) creatingName.current = null
    // The user may be typing the next name already.
    if (created !== undefined && (input.current?.value ?? name) === name) setName('')
  }

  return (
    <form
      class="new-group"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <span>
        <input
          ref={input}
          class="field"
          dir="auto"
          aria-label={groupsTexts('newGroup')}
          placeholder={groupsTexts('newGroup')}
          value={name}
          aria-invalid={isRefused ? true : undefined}
          aria-describedby={isRefused ? 'new-group-hint' : undefined}
          onInput={event => {
            setName(event.currentTarget.value)
            setRefused(false)
          }}
        />
        {isRefused && <ErrorText id="new-group-hint">{groupsTexts('nameless')}</ErrorText>}
      </span>
      <button type="submit" class="button button-main">
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        {groupsTexts('create')}
      </button>
    </form>
  )
}
