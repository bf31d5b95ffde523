import {useComputed} from '@preact/signals'
import {ExpandButton} from '../../components/expand-button'
import {Switch} from '../../components/switch'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import {GroupStateHint} from '../group-state'
import {getGroupKey} from './lines'
import {getAriaRowIndex, type RuleListData, type RowPosition} from './rule-list-data'

type GroupLineProps = RowPosition & {readonly groupId: string; readonly list: RuleListData}

export function GroupLine({groupId, list, index, top}: GroupLineProps) {
  const {library, model, view, actions} = list
  const key = getGroupKey(groupId)
  const isTabStop = useComputed(() => list.tabStop.value === key).value
  const isOpen = useComputed(() => model.isFiltered.value || !view.closedGroups.value.has(groupId)).value
  const group = useComputed(() => library.groups.value.find(each => each.id === groupId)).value
  const count = useComputed(() => {
    const {on, all} = model.counts.value.get(groupId) ?? {on: 0, all: 0}
    const shown = model.shownCounts.value?.get(groupId) ?? all
    return commonTexts('someOn', {on, all}) + (shown < all ? commonTexts('someShown', {shown}) : '')
  }).value
  const isTeam = useComputed(() => model.isMixed.value && library.teamGroups.value.includes(groupId)).value
  const name = group ? group.name.trim() || commonTexts('untitled') : commonTexts('noGroup')
  return (
    <div
      role="row"
      class="group-line"
      style={{top}}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={getAriaRowIndex(index)}
      aria-keyshortcuts={group ? 'Space ArrowLeft ArrowRight' : 'ArrowLeft ArrowRight'}
      data-key={key}
      data-first={index === 0 ? '' : undefined}
    >
      <span role="gridcell" class="group-line-name" aria-colspan={6}>
        <h2>
          <ExpandButton
            name={name}
            count={count}
            open={isOpen}
            tabIndex={-1}
            toggle={() => actions.setOpen(groupId, !isOpen)}
          />
        </h2>
        {isTeam && <span class="badge">{commonTexts('team')}</span>}
        <GroupStateHint groupId={groupId} />
      </span>
      <span role="gridcell" class="rule-switch">
        {group && (
          <Switch
            name={commonTexts('groupSwitch', {name})}
            isOn={group.status !== 'Inactive'}
            tabIndex={-1}
            change={on => actions.switchGroup(groupId, on)}
          />
        )}
      </span>
    </div>
  )
}

export const EmptyLine = ({index, top}: RowPosition) => (
  <div role="row" class="empty-group" style={{top}} aria-rowindex={getAriaRowIndex(index)}>
    <span role="gridcell">{rulesTexts('emptyGroup')}</span>
  </div>
)
