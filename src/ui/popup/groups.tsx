import {useSignal} from '@preact/signals'
import type {Row} from '../state/library'
import {common} from '../words'
import {closedGroups, keepClosedGroups} from './closed-groups'
import {GroupSection} from './group-section'
import type {Line} from './popup-row'
import type {GroupShelf} from './shelves'
import {headKey, useStop} from './use-stop'

type GroupsProps = {
  readonly groups: readonly GroupShelf[]
  /** A small library opens with all groups open; a large one as it was left. */
  readonly isSmall: boolean
  readonly paused: boolean
  /** Of a rule that has acted since, and keeps its place while somebody points here. */
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
    <section class="popup-section" aria-label={common.groups} onFocusIn={onFocusIn}>
      {named > 0 && (
        <h2>
          <span>{common.groups}</span>
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
