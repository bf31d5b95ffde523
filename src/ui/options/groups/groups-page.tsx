import {useComputed, useSignal} from '@preact/signals'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {grouped} from '../../numbers'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {groupIdOf} from '../../state/sections'
import {createGroupSteps} from '../../steps/groups'
import {common, dragWords, groupsWords as words} from '../../words'
import {PageTitle} from '../page-title'
import {useRoving} from '../roving'
import {useWindow} from '../use-window'
import {createGroupDrag} from './drag'
import {GroupRow} from './group-row'
import {NewGroup} from './new-group'
import {useTypedName} from './typed-name'
import {useRescuedName} from './use-rescued-name'

const fewEnoughToDraw = 100

export function GroupsPage() {
  const {library, client} = usePage()
  const groups = library.groups.value
  const sizes = useComputed(() => {
    // Peeked at: ten thousand subscriptions would cost more than counting again.
    void library.changes.value
    const counted = new Map<string, number>()
    for (const row of library.rows.value) {
      const id = groupIdOf(row.peek())
      counted.set(id, (counted.get(id) ?? 0) + 1)
    }
    return counted
  })
  const ids = groups.map(each => each.id)
  const isLong = groups.length > fewEnoughToDraw
  const list = useWindow(groups.length)
  const roving = useRoving(ids, isLong ? list.reveal : undefined)
  const drawn = isLong ? list.shown(ids.indexOf(roving.current ?? '')) : [...groups.keys()]
  const newGroup = useRef<HTMLInputElement>(null)
  const [typed, type] = useTypedName('new')
  const rescued = useRescuedName({groups, typed, type, focus: () => newGroup.current?.focus()})
  const steps = useMemo(() => createGroupSteps(library, client), [library, client])
  const announced = useSignal('')
  const drag = useMemo(
    () =>
      createGroupDrag({
        drop: (id, edge, onto) => void steps.move(id, edge, onto),
        announce(what, id) {
          const group = library.groups.peek().find(each => each.id === id)
          announced.value = dragWords[what](group?.name || common.untitled)
        },
      }),
    [steps],
  )
  useEffect(() => drag.stop, [drag])
  async function remove(id: string) {
    const next = roving.after(id)
    rescued.ignore(id)
    if (!(await steps.remove(id))) return
    if (next === undefined) newGroup.current?.focus()
    else roving.focus(next)
  }
  return (
    <>
      <header class="page-head">
        <PageTitle>{words.title}</PageTitle>
        <span class="count">{grouped(groups.length)}</span>
        <span class="fill" />
        <NewGroup input={newGroup} create={steps.create} typed={typed} type={type} rescuedFrom={rescued.from} />
      </header>
      <div class="scroll" ref={list.scroll} onScroll={list.look}>
        {library.paused.value && (
          <Callout tone="paused" title={common.paused}>
            <p>{common.pausedText}</p>
          </Callout>
        )}
        {groups.length === 0 ? (
          <div class="empty">
            <b>{words.emptyTitle}</b>
            <p>{words.emptyText}</p>
          </div>
        ) : (
          <div role="grid" class="group-rows" aria-label={words.title} aria-rowcount={groups.length} {...roving.props}>
            <div role="rowgroup" class="group-body" style={isLong ? {height: `${list.height}px`} : undefined}>
              {drawn.map(index => {
                const group = groups[index]
                return group ? (
                  <GroupRow
                    key={group.id}
                    group={group}
                    index={index}
                    top={isLong ? list.topOf(index) : undefined}
                    size={sizes.value.get(group.id) ?? 0}
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
        {announced.value}
      </div>
    </>
  )
}
