import {useSignal} from '@preact/signals'
import {Callout} from '../parts/callout'
import {usePage} from '../parts/library-context'
import type {Row} from '../state/library'
import {groupIdOf, sectionsOf} from '../state/sections'
import {common} from '../words'
import {closedGroups, keepClosedGroups} from './closed-groups'
import {GroupSection} from './group-section'
import {PopupRow} from './popup-row'

const fewEnoughToShow = 50

/** Each rule once: pinned ones above, the others in their group. */
export function Library({edit}: {readonly edit: (id: string) => void}) {
  const {library} = usePage()
  const rows = library.rows.value
  const paused = library.paused.value
  const isPinned = (row: Row) => row.value.rule?.isFavourite === true
  const pinned = rows.filter(isPinned)
  const sections = sectionsOf(library.groups.value, rows, row => row.value)
  const offGroups = new Set(sections.filter(each => each.group?.status === 'Inactive').map(each => each.id))
  const ordered = sections.toSorted((a, b) => Number(b.group?.isFavourite ?? 0) - Number(a.group?.isFavourite ?? 0))
  // A small library opens with all groups open; a large one as it was left.
  const isSmall = rows.length <= fewEnoughToShow
  const closedNow = useSignal<ReadonlySet<string>>(new Set())
  const closedLast = useSignal(closedGroups())
  const closed = isSmall ? closedNow : closedLast
  return (
    <>
      {paused && (
        <Callout tone="paused" title={common.paused}>
          <p>{common.pausedText}</p>
        </Callout>
      )}
      {pinned.length > 0 && (
        <section class="popup-section" aria-label={common.pinned}>
          <h2>
            {common.pinned} <span class="count">{pinned.length}</span>
          </h2>
          <ul>
            {pinned.map(row => (
              <PopupRow
                key={row.peek().id}
                row={row}
                edit={edit}
                muted={paused || offGroups.has(groupIdOf(row.peek()))}
              />
            ))}
          </ul>
        </section>
      )}
      {sections.length > 0 && (
        <section class="popup-section" aria-label={common.groups}>
          <h2>
            {common.groups} <span class="count">{library.groups.value.length}</span>
          </h2>
          {ordered.map(section => (
            <GroupSection
              key={section.id}
              section={section}
              isPinned={isPinned}
              open={!closed.value.has(section.id)}
              toggle={() => {
                const next = new Set(closed.value)
                if (!next.delete(section.id)) next.add(section.id)
                closed.value = next
                if (!isSmall) keepClosedGroups(next)
              }}
              paused={paused}
              edit={edit}
            />
          ))}
        </section>
      )}
    </>
  )
}
