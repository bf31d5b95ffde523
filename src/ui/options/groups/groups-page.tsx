import {useComputed} from '@preact/signals'
import {grouped} from '../../numbers'
import {usePage} from '../../parts/library-context'
import {groupIdOf} from '../../state/sections'
import {groupsWords} from '../../words'
import {PageTitle} from '../page-title'
import {GroupRow} from './group-row'
import {NewGroup} from './new-group'

export function GroupsPage() {
  const {library} = usePage()
  const groups = library.groups.value
  const sizes = useComputed(() => {
    const counted = new Map<string, number>()
    for (const row of library.rows.value) {
      const id = groupIdOf(row.value)
      counted.set(id, (counted.get(id) ?? 0) + 1)
    }
    return counted
  })
  return (
    <>
      <header class="page-head">
        <PageTitle>{groupsWords.title}</PageTitle>
        <span class="count">{grouped(groups.length)}</span>
        <span class="fill" />
        <NewGroup />
      </header>
      <div class="scroll">
        {groups.length === 0 ? (
          <div class="empty">
            <b>{groupsWords.emptyTitle}</b>
            <p>{groupsWords.emptyText}</p>
          </div>
        ) : (
          <ul class="group-rows">
            {groups.map((group, index) => (
              <GroupRow
                key={group.id}
                group={group}
                size={sizes.value.get(group.id) ?? 0}
                upper={groups[index - 1]?.id}
                // To go below the next group is to go above the one after it.
                lower={index === groups.length - 1 ? undefined : (groups[index + 2]?.id ?? null)}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
