import {Trash2, TriangleAlert} from 'lucide-preact'
import type {RuleView} from '../../../contract/views'
import {IconButton} from '../../parts/icon-button'
import {problemsOf} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {nameOf} from '../../state/sections'
import {common, recordPlace, rulesWords, unreadable} from '../../words'
import {rowIndexOf, type List, type RowPlace} from './list'
import {LastCell} from './last-cell'

type UnreadableProps = {readonly row: Row; readonly list: List}

export function UnreadableCells({row, list}: UnreadableProps) {
  const view = row.value
  const {actions, view: shown} = list
  const {id} = view
  const isShown = shown.records.value.has(id)
  const name = nameOf(view, id)
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
        {unreadable.title}
        {view.faults.map(fault => (
          <span key={fault.path + fault.reason} class="fault">
            {recordPlace(fault.path)} <span>{fault.reason}</span>
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
          {isShown ? unreadable.hide : unreadable.show}
        </button>
        <span class="rule-tools">
          <IconButton
            icon={Trash2}
            name={rulesWords.deleteNamed(name)}
            tip={common.withKey(rulesWords.deleteNamed(name), rulesWords.keyOf.delete)}
            tabIndex={-1}
            onClick={() => void actions.delete([id])}
          />
        </span>
      </span>
      <LastCell row={row} problems={problemsOf(view)} />
      <span role="gridcell" class="rule-switch" />
    </>
  )
}

export const RecordRow = ({view, index, top}: RowPlace & {readonly view: RuleView}) => (
  <div role="row" class="record-row" style={{top: `${top}px`}} aria-rowindex={rowIndexOf(index)}>
    <span role="gridcell">
      <pre class="record" tabIndex={0}>
        {JSON.stringify(view.record, null, 2)}
      </pre>
    </span>
  </div>
)
