import {formatFaultPath} from '../../sentences/field-path'
import {formatFault} from '../../sentences/faults'
import {useComputed} from '@preact/signals'
import {Pin, GripVertical, Trash2, TriangleAlert} from 'lucide-preact'
import {useEffect, useState} from 'preact/hooks'
import type {Rule} from '../../../model/rule'
import type {RuleView} from '../../../model/views'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {IconButton} from '../../components/icon-button'
import {SegmentedText} from '../../components/segmented-text'
import {ruleShortcuts} from '../../hooks/aria-shortcuts'
import {Switch} from '../../components/switch'
import {hashes} from '../../routes'
import {addRuleNamesToLoop} from '../../sentences/redirect-loop'
import {describeEffectInList} from '../../sentences/rule-effect'
import {formatProblem, describeProblems, type DescribedProblem} from '../../sentences/problems'
import {describeConditionInList} from '../../sentences/rule-condition'
import type {Row} from '../../state/library'
import {isRuleActive, getRuleName} from '../../state/sections'
import {commonTexts} from '../../../locales/common'
import {problemTexts} from '../../../locales/problems'
import {rulesTexts} from '../../../locales/rules'
import {DraftDot} from '../new-rule-drafts'
import {LastCell} from './last-cell'
import {getRuleKey} from './lines'
import {getAriaRowIndex, type RuleListData, type RowPosition} from './rule-list-data'
import {RowMenuButton} from './row-menu'

type RuleRowProps = RowPosition & {readonly row: Row; readonly groupId: string; readonly list: RuleListData}

export function RuleRow({row, groupId, list, index, top}: RuleRowProps) {
  const view = row.value
  const {id} = view
  const key = getRuleKey(id)
  const isSelected = useComputed(() => list.view.selected.value.has(id)).value
  const isTabStop = useComputed(() => list.tabStop.value === key).value
  const isDragged = useComputed(() => list.drag.draggedId.value === id).value
  const problemsWithNames = view.problems.map(problem => addRuleNamesToLoop(problem, id, list.library))
  const override = useComputed(() => list.overridden.value.get(id)).value
  const all = override && isRuleActive(view) ? [...problemsWithNames, override] : problemsWithNames
  const problems = describeProblems({...view, problems: all})
  const sentence = problems.map(formatProblem).join(' ')
  const reasonId = sentence === '' || !view.rule ? undefined : `why-${id}`
  return (
    <div
      role="row"
      class="rule-row"
      style={{top}}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={getAriaRowIndex(index)}
      aria-selected={isSelected}
      aria-describedby={reasonId}
      aria-keyshortcuts={ruleShortcuts(list.settings)}
      data-key={key}
      data-id={id}
      data-off={isRuleActive(view) || !view.rule ? undefined : ''}
      data-dragged={isDragged ? '' : undefined}
    >
      <SelectCell view={view} isSelected={isSelected} list={list} />
      {view.rule ? (
        <RuleCells
          row={row}
          view={view}
          rule={view.rule}
          groupId={groupId}
          list={list}
          problems={problems}
          reasonId={reasonId}
        />
      ) : (
        <UnreadableCells row={row} list={list} />
      )}
      {reasonId !== undefined && (
        <span id={reasonId} hidden>
          {sentence}
        </span>
      )}
    </div>
  )
}

type SelectCellProps = {readonly view: RuleView; readonly isSelected: boolean; readonly list: RuleListData}

function SelectCell({view, isSelected, list}: SelectCellProps) {
  const {id} = view
  const {model, actions} = list
  return (
    <span role="gridcell" class="rule-grip">
      {model.isSelecting.value ? (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={rulesTexts('selectNamed', {name: getRuleName(view, commonTexts('untitled'))})}
          checked={isSelected}
          onClick={event => {
            // Keeps the click from the handler of the row.
            event.stopPropagation()
            if (event.shiftKey) actions.selectTo(id)
            else actions.select(id)
          }}
        />
      ) : null}
      {view.rule && <RowGrip id={id} list={list} />}
    </span>
  )
}

type RuleCellsProps = {
  readonly row: Row
  readonly view: RuleView
  readonly rule: Rule
  readonly groupId: string
  readonly list: RuleListData
  readonly problems: readonly DescribedProblem[]
  readonly reasonId: string | undefined
}

function RuleCells({row, view, rule, groupId, list, problems, reasonId}: RuleCellsProps) {
  const {library, actions} = list
  const {id} = view
  const name = getRuleName(view, commonTexts('untitled'))
  const isPinned = rule.isFavourite === true
  const isMuted = useComputed(
    () =>
      library.isPaused.value ||
      library.groups.value.some(({id: of, status}) => of === groupId && status === 'Inactive'),
  ).value
  const showsTeamBadge =
    useComputed(() => list.model.isMixed.value && !library.teamGroups.value.includes(groupId)).value && view.isTeam
  const isDraft = useComputed(() => list.drafts.value.has(id)).value
  return (
    <>
      <span role="gridcell" class="rule-type">
        <RuleTypeIcon type={rule.ruleType} named off={!isRuleActive(view)} />
      </span>
      <span role="gridcell" class="rule-name">
        <a href={hashes.rule(id)} dir="auto" tabIndex={-1} title={name}>
          {name}
        </a>
        {isDraft && <DraftDot />}
        {showsTeamBadge && <span class="badge">{commonTexts('team')}</span>}
        {isPinned && <Pin class="hint" size={14} strokeWidth={1.75} aria-label={commonTexts('pinned')} role="img" />}
      </span>
      <span role="gridcell" class="rule-when">
        <SegmentedText phrase={describeConditionInList(rule)} />
      </span>
      <span role="gridcell" class="rule-does">
        <span class="rule-text">
          <SegmentedText phrase={describeEffectInList(rule)} />
        </span>
        <RowTools id={id} name={name} isPinned={isPinned} list={list} />
      </span>
      <LastCell row={row} problems={problems} />
      <span role="gridcell" class="rule-switch">
        <Switch
          name={name}
          isOn={isRuleActive(view)}
          isMuted={isMuted}
          describedBy={reasonId}
          tabIndex={-1}
          change={on => actions.switch([id], on)}
        />
      </span>
    </>
  )
}

function RowGrip({id, list}: {readonly id: string; readonly list: RuleListData}) {
  const isIdle = useIsIdle()
  if (!isIdle || list.model.isFiltered.value) return null
  return (
    <span class="grip" title={rulesTexts('drag')} onPointerDown={event => list.drag.start(id, event)}>
      <GripVertical size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

type RowToolsProps = {
  readonly id: string
  readonly name: string
  readonly isPinned: boolean
  readonly list: RuleListData
}

function RowTools({id, name, isPinned, list}: RowToolsProps) {
  const isIdle = useIsIdle()
  if (!isIdle) return null
  const pin = isPinned ? commonTexts('unpin', {name}) : commonTexts('pin', {name})
  return (
    <span class="rule-tools">
      <IconButton
        icon={Pin}
        name={pin}
        tip={list.settings.letterKeys.value ? commonTexts('withKey', {what: pin, key: rulesTexts('keyOf.pin')}) : pin}
        tabIndex={-1}
        onClick={() => list.actions.pin([id])}
      />
      <RowMenuButton id={id} name={name} menu={list.menu} />
    </span>
  )
}

/** Becomes true in idle time. Rows render their tools then, which keeps scrolling fast. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const callback = requestIdleCallback(() => setIdle(true), {timeout: 200})
    return () => cancelIdleCallback(callback)
  }, [])
  return isIdle
}

function UnreadableCells({row, list}: {readonly row: Row; readonly list: RuleListData}) {
  const view = row.value
  const {actions, view: shown} = list
  const {id} = view
  const isShown = shown.openRecords.value.has(id)
  const name = getRuleName(view, id)
  return (
    <>
      <span role="gridcell" class="rule-type">
        <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span role="gridcell" class="rule-name">
        <span dir="auto" title={name}>
          {name}
        </span>
      </span>
      <span role="gridcell" class="rule-when">
        {problemTexts('unreadable.title')}
        {view.faults.map(formatFault).map(fault => (
          <span key={fault.path + fault.reason} class="fault">
            {formatFaultPath(fault.path)} <span>{fault.reason}</span>
          </span>
        ))}
      </span>
      <span role="gridcell" class="rule-does">
        <button
          type="button"
          class="link-button"
          tabIndex={-1}
          aria-expanded={isShown}
          onClick={() => actions.showRecord(id)}
        >
          {isShown ? problemTexts('unreadable.hide') : problemTexts('unreadable.show')}
        </button>
        <span class="rule-tools">
          <IconButton
            icon={Trash2}
            name={rulesTexts('deleteNamed', {name})}
            tip={commonTexts('withKey', {what: rulesTexts('deleteNamed', {name}), key: rulesTexts('keyOf.delete')})}
            tabIndex={-1}
            onClick={() => void actions.delete([id])}
          />
        </span>
      </span>
      <LastCell row={row} problems={describeProblems(view)} />
      <span role="gridcell" class="rule-switch" />
    </>
  )
}

export const RecordRow = ({view, index, top}: RowPosition & {readonly view: RuleView}) => (
  <div role="row" class="record-row" style={{top}} aria-rowindex={getAriaRowIndex(index)}>
    <span role="gridcell">
      <pre class="record" tabIndex={0}>
        {JSON.stringify(view.record, null, 2)}
      </pre>
    </span>
  </div>
)
