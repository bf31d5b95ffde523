import {Folder, TriangleAlert} from 'lucide-preact'
import type {TrashedView} from '../../../contract/views'
import {isRuleType} from '../../../contract/rules'
import {daysLeft, when} from '../../numbers'
import {Glyph} from '../../parts/glyph'
import {common, trashWords as words, typeWords} from '../../words'

const typeOf = ({kind, ruleType}: TrashedView): string =>
  kind === 'group' ? words.group : isRuleType(ruleType) ? typeWords[ruleType].label : words.unknown

type TrashRowProps = {
  readonly trashed: TrashedView
  readonly index: number
  readonly top: number
  readonly now: number
  readonly isCurrent: boolean
  readonly restore: () => void
  readonly purge: () => void
}

export function TrashRow({trashed, index, top, now, isCurrent, restore, purge}: TrashRowProps) {
  const {id, kind, ruleType, from, deletedAt} = trashed
  const name = trashed.name || common.untitled
  const Other = kind === 'group' ? Folder : TriangleAlert
  return (
    <div
      role="row"
      class="trash-row"
      data-row={id}
      style={{top: `${top}px`}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        if (!event.repeat) restore()
      }}
    >
      <span role="rowheader" class="row-name">
        {isRuleType(ruleType) ? (
          <Glyph type={ruleType} off />
        ) : (
          <Other class="hint" size={16} strokeWidth={1.75} aria-hidden="true" />
        )}
        <span dir="auto" class="cut" title={name}>
          {name}
        </span>
      </span>
      <span role="gridcell">{typeOf(trashed)}</span>
      <span role="gridcell" class="cut" title={from}>
        {(from || kind === 'rule') && <bdi>{from || common.noGroup}</bdi>}
      </span>
      <span role="gridcell">
        <span class="trash-word">{words.deletedOn} </span>
        {when(deletedAt, now)}
      </span>
      <span role="gridcell">{words.daysLeft(daysLeft(deletedAt, now))}</span>
      <span role="gridcell" class="row-actions">
        <button type="button" class="button button-small" aria-label={words.restoreNamed(name)} onClick={restore}>
          {words.restore}
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={words.purgeNamed(name)}
          onClick={purge}
        >
          {words.purge}
        </button>
      </span>
    </div>
  )
}
