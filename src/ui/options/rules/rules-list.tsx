import {useSignal} from '@preact/signals'
import {useMemo, useRef} from 'preact/hooks'
import {GroupToggle} from '../../parts/group-toggle'
import {usePage} from '../../parts/library-context'
import {Switch} from '../../parts/switch'
import type {Row} from '../../state/library'
import {isOn, sectionsOf, type Section} from '../../state/sections'
import {common, rulesWords} from '../../words'
import {createRuleActions} from './actions'
import {createDrag} from './drag'
import {RowMenu} from './row-menu'
import {RuleRow} from './rule-row'

type RulesListProps = {readonly rows: readonly Row[]; readonly isFiltered: boolean}

const withIds = (section: Section<Row>): Section<string> => ({
  ...section,
  items: section.items.map(row => row.peek().id),
})

/** Group by group; the upper rule wins. */
export function RulesList({rows, isFiltered}: RulesListProps) {
  const page = usePage()
  const {library} = page
  const list = useRef<HTMLDivElement>(null)
  const closed = useSignal<ReadonlySet<string>>(new Set())
  const announced = useSignal('')
  const menu = useSignal<string | null>(null)
  const inRow = (id: string, what: string) =>
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] ${what}`) ?? null
  const sections = sectionsOf(library.groups.value, rows, row => row.value)
  const whole = useRef<readonly Section<string>[]>([])
  whole.current = sectionsOf(library.groups.value, library.rows.value, row => row.value).map(withIds)
  // Read when something is done, so that setting a filter does not draw every row again.
  const filteredNow = useRef(isFiltered)
  filteredNow.current = isFiltered
  const actions = useMemo(
    () =>
      createRuleActions({
        ...page,
        sections: () => whole.current,
        canMove: () => !filteredNow.current,
        // The row is drawn anew where it was moved to; the focus follows it, unless a person went on meanwhile.
        focus(id) {
          const {activeElement: active, body} = document
          const isFree = active === null || active === body || list.current?.contains(active) === true
          if (isFree && menu.peek() === null) inRow(id, 'a')?.focus()
        },
        announce: text => {
          announced.value = text
        },
      }),
    [page],
  )
  const drag = useMemo(() => createDrag(actions.moveTo), [actions])
  const shown = isFiltered ? sections.filter(section => section.items.length > 0) : sections
  const toggle = (id: string) => {
    const next = new Set(closed.value)
    if (!next.delete(id)) next.add(id)
    closed.value = next
  }
  return (
    <div class="rules" ref={list} data-filtered={isFiltered ? '' : undefined}>
      <div class="rules-columns" aria-hidden="true">
        <span>{rulesWords.name}</span>
        <span>{rulesWords.when}</span>
        <span>{rulesWords.does}</span>
      </div>
      {shown.map(({id, group, items}) => {
        const name = group ? group.name || common.untitled : common.noGroup
        const isOff = group?.status === 'Inactive'
        const isOpen = isFiltered || !closed.value.has(id)
        return (
          <section key={id} aria-label={name} data-off={isOff ? '' : undefined}>
            <div class="group-head" {...drag.ontoGroup(id, items[0]?.peek().id ?? null)}>
              <h2>
                <GroupToggle
                  name={name}
                  count={common.someOn(items.filter(row => isOn(row.value)).length, items.length)}
                  open={isOpen}
                  toggle={() => toggle(id)}
                />
              </h2>
              {group && (
                <Switch
                  name={common.groupSwitch(group.name)}
                  on={!isOff}
                  change={on => void library.switchGroup(id, on)}
                />
              )}
            </div>
            {isOpen && items.length === 0 && <p class="empty-group">{rulesWords.emptyGroup}</p>}
            {isOpen && (
              <ul>
                {items.map(row => (
                  <RuleRow
                    key={row.peek().id}
                    row={row}
                    actions={actions}
                    drag={drag}
                    groupId={id}
                    muted={isOff || library.paused.value}
                    menu={menu}
                  />
                ))}
              </ul>
            )}
          </section>
        )
      })}
      <RowMenu menu={menu} actions={actions} buttonOf={id => inRow(id, '[aria-haspopup=menu]')} />
      <div class="unseen" aria-live="polite">
        {announced.value}
      </div>
    </div>
  )
}
